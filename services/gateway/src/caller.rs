//! Who sends a request: the token, the address, and what proxies say of it. The gateway does not look
//! into the token: it goes on with every call that is made for the request, and the services verify
//! it.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, SEC_WEBSOCKET_PROTOCOL};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use tonic::metadata::MetadataMap;

/// The subprotocol of every WebSocket here.
pub(crate) const SUBPROTOCOL: &str = "shashki.v1";

/// What a subprotocol begins with that brings a token: a browser's WebSocket sends no header.
const IN_SUBPROTOCOL: &str = "bearer.";

/// Where proxies write down for whom they ask, the nearest one last.
const FORWARDED: &str = "x-forwarded-for";

/// Where the gateway says for whom it asks the players service.
pub(crate) const CLIENT: &str = "x-shashki-client";

/// Who sends a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    authorization: Option<HeaderValue>,
    forwarded: Vec<HeaderValue>,
    peer: Option<ConnectInfo<SocketAddr>>,
}

impl Caller {
    pub(crate) fn of(parts: &Parts) -> Self {
        let headers = &parts.headers;
        Self {
            authorization: authorization(headers),
            forwarded: headers.get_all(FORWARDED).iter().cloned().collect(),
            peer: parts.extensions.get().cloned(),
        }
    }

    /// Whether a token came along, of whatever worth.
    pub(crate) fn has_token(&self) -> bool {
        self.authorization.is_some()
    }

    /// The same caller with another token.
    pub(crate) fn renew(&mut self, token: &str) -> Result<(), http::header::InvalidHeaderValue> {
        self.authorization = Some(HeaderValue::from_str(&format!("Bearer {token}"))?);
        Ok(())
    }

    /// A call in the caller's name.
    pub(crate) fn call<T>(&self, message: T) -> tonic::Request<T> {
        let mut headers = HeaderMap::new();
        if let Some(authorization) = &self.authorization {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        for addresses in &self.forwarded {
            headers.append(FORWARDED, addresses.clone());
        }
        let mut call = tonic::Request::new(message);
        *call.metadata_mut() = MetadataMap::from_headers(headers);
        if let Some(peer) = &self.peer {
            call.extensions_mut().insert(*peer);
        }
        call
    }
}

fn authorization(headers: &HeaderMap) -> Option<HeaderValue> {
    if let Some(header) = headers.get(AUTHORIZATION) {
        return Some(header.clone());
    }
    let offered = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let token = offered
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .find_map(|one| one.trim().strip_prefix(IN_SUBPROTOCOL))?;
    HeaderValue::from_str(&format!("Bearer {token}")).ok()
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
    fn a_token_comes_in_the_header_or_in_a_subprotocol() {
        let found = |name: &'static str, value: &str| {
            let value = HeaderValue::from_str(value).unwrap();
            let headers = HeaderMap::from_iter([(name.parse().unwrap(), value)]);
            Some(authorization(&headers)?.to_str().unwrap().to_owned())
        };
        let bearer = Some("Bearer a.b-c_d".to_owned());
        assert_eq!(found("authorization", "Bearer a.b-c_d"), bearer);
        let offered = "sec-websocket-protocol";
        assert_eq!(found(offered, "shashki.v1, bearer.a.b-c_d"), bearer);
        assert_eq!(found(offered, "bearer.a.b-c_d,shashki.v1"), bearer);
        assert_eq!(found(offered, "shashki.v1"), None);
    }

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
