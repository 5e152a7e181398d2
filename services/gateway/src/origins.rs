//! The origins whose pages and apps may call the gateway from a browser: an operator's list.

use std::net::Ipv6Addr;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail, ensure};
use axum::http::HeaderValue;

/// A list of origins such as `https://play.example.com` or `capacitor://localhost`, separated by
/// commas. The empty list allows none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins(Arc<[HeaderValue]>);

impl Origins {
    /// Whether no origin is listed.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this value of the header `Origin` is listed.
    pub(crate) fn contains(&self, origin: &HeaderValue) -> bool {
        self.0.contains(origin)
    }
}

impl FromStr for Origins {
    type Err = anyhow::Error;

    fn from_str(list: &str) -> anyhow::Result<Self> {
        let items = list.split(',').map(str::trim);
        let items = items.filter(|item| !item.is_empty());
        let origins = items.map(|item| {
            let origin = item.to_ascii_lowercase();
            // In one line: it is printed as the reason why a setting is refused.
            check(&origin).map_err(|why| anyhow!("`{item}` is not an origin: {why}"))?;
            Ok(HeaderValue::try_from(origin)?)
        });
        Ok(Self(origins.collect::<anyhow::Result<_>>()?))
    }
}

/// Whether a text is an origin as a browser writes it. Another form would never match.
fn check(origin: &str) -> anyhow::Result<()> {
    ensure!(origin != "*", "name each origin, for `*` is every page");
    ensure!(origin != "null", "files and sandboxed pages all share it");
    let (scheme, authority) = origin
        .split_once("://")
        .context("write SCHEME://HOST or SCHEME://HOST:PORT")?;
    let of_scheme = |sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign);
    ensure!(
        scheme.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && scheme.chars().all(of_scheme),
        "its scheme is malformed"
    );
    ensure!(
        !authority.contains(['/', '?', '#']),
        "leave out the path, even a `/` at the end"
    );
    let port = match authority.strip_prefix('[') {
        Some(address) => {
            let (address, port) = address.split_once(']').context("a `]` is missing")?;
            let short = address.parse::<Ipv6Addr>().map(|ip| ip.to_string());
            ensure!(
                short.is_ok_and(|short| short == address),
                "its address is malformed"
            );
            port
        }
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, port) = authority.split_at(end);
            let of_host = |sign: char| sign.is_ascii_alphanumeric() || "-._".contains(sign);
            ensure!(
                !host.is_empty() && host.chars().all(of_host),
                "a host has letters, digits, `-`, `.` and `_`; wildcards are not supported, and \
                 names in other scripts are written as browsers do (xn--)"
            );
            port
        }
    };
    check_port(scheme, port)
}

/// The port with its colon, or nothing.
fn check_port(scheme: &str, port: &str) -> anyhow::Result<()> {
    if port.is_empty() {
        return Ok(());
    }
    let digits = port.strip_prefix(':').context("its host is malformed")?;
    let number: u16 = digits.parse().context("its port is malformed")?;
    ensure!(number.to_string() == digits, "its port is malformed");
    if matches!((scheme, number), ("http", 80) | ("https", 443)) {
        bail!("leave out `{port}`, as browsers do");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(list: &str) -> String {
        list.parse::<Origins>().unwrap_err().to_string()
    }

    #[test]
    fn origins_of_pages_and_of_apps_are_read() {
        let list = " https://Play.example.com,capacitor://localhost,ionic://localhost, \
                    http://localhost:5173,,http://[::1]:5173,tauri://localhost,http://192.0.2.1,";
        let origins: Origins = list.parse().unwrap();
        for origin in [
            "https://play.example.com",
            "capacitor://localhost",
            "ionic://localhost",
            "http://localhost:5173",
            "http://[::1]:5173",
            "tauri://localhost",
            "http://192.0.2.1",
        ] {
            assert!(
                origins.contains(&HeaderValue::from_static(origin)),
                "{origin}"
            );
        }
        for other in [
            "http://play.example.com",
            "https://play.example.com.evil.example",
            "http://localhost",
            "null",
        ] {
            assert!(
                !origins.contains(&HeaderValue::from_static(other)),
                "{other}"
            );
        }
    }

    #[test]
    fn nothing_is_an_empty_list() {
        for list in ["", " ", ","] {
            assert!(list.parse::<Origins>().unwrap().is_empty());
        }
    }

    #[test]
    fn what_no_browser_would_send_is_refused() {
        let refused = [
            ("*", "name each origin"),
            ("null", "share it"),
            ("play.example.com", "SCHEME://HOST"),
            ("localhost:5173", "SCHEME://HOST"),
            ("https://play.example.com/", "path"),
            ("https://play.example.com/app", "path"),
            ("https://play.example.com?x", "path"),
            ("https://*.example.com", "wildcards"),
            ("https://ann@example.com", "host"),
            ("https://exämple.com", "xn--"),
            ("https://", "host"),
            ("file://", "host"),
            ("1http://example.com", "scheme"),
            ("://example.com", "scheme"),
            ("https://play.example.com:443", "leave out `:443`"),
            ("http://play.example.com:80", "leave out `:80`"),
            ("http://localhost:", "port"),
            ("http://localhost:05173", "port"),
            ("http://localhost:70000", "port"),
            ("http://[::1", "]"),
            ("http://[::1]5173", "host"),
            ("http://[0:0::1]", "address"),
            ("https://one.example, https://two.example/", "two.example/"),
        ];
        for (list, why) in refused {
            let refusal = refusal(list);
            assert!(refusal.contains(why), "{list}: {refusal}");
        }
    }
}
