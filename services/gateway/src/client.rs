//! From where somebody asks. Attempts to sign in are counted by it.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::app::App;

/// Where proxies write down for whom they ask, the nearest one last.
const FORWARDED: &str = "x-forwarded-for";

/// Where the gateway says for whom it asks the players service.
pub(crate) const CLIENT: &str = "x-shashki-client";

/// The address of whoever asks, where it is known.
pub(crate) struct ClientAddress(pub(crate) Option<IpAddr>);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map(|ConnectInfo(address)| address.ip());
        Ok(Self(forwarded(&parts.headers, app.limits.proxies).or(peer)))
    }
}

/// The address that the outermost of our own proxies saw; what stands before it anybody can write.
pub(crate) fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lists = headers.get_all(FORWARDED).iter();
    let addresses: Vec<_> = lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .collect();
    let seen = addresses.len().checked_sub(proxies)?;
    addresses.get(seen)?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_our_own_proxies_saw_is_believed() {
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED, "203.0.113.9, 198.51.100.7".parse().unwrap());
        headers.append(FORWARDED, "192.0.2.1".parse().unwrap());
        let address = |text: &str| Some(text.parse().unwrap());
        assert_eq!(forwarded(&headers, 0), None);
        assert_eq!(forwarded(&headers, 1), address("192.0.2.1"));
        assert_eq!(forwarded(&headers, 2), address("198.51.100.7"));
        assert_eq!(forwarded(&headers, 4), None);
        assert_eq!(forwarded(&HeaderMap::new(), 1), None);
    }
}
