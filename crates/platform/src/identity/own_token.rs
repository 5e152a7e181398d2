//! The token by which a process calls others.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use http::HeaderValue;
use tokio::time::Instant;

use super::claims::told_by;
use super::{Secret, now_seconds};

/// How often a token that may change is looked at anew. When all keys are withdrawn, the token in use
/// is worth nothing at once, and the process is cut off from the others until it has the next one.
const RENEW_EVERY: Duration = Duration::from_secs(5);

type Make = dyn Fn() -> anyhow::Result<String> + Send + Sync;

/// A token of the process's own, renewed before it expires. Cheap to clone.
#[derive(Clone)]
pub struct OwnToken(Arc<Inner>);

struct Inner {
    make: Box<Make>,
    held: Mutex<(HeaderValue, Instant)>,
}

impl fmt::Debug for OwnToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnToken(***)")
    }
}

impl OwnToken {
    /// One token for good.
    ///
    /// # Errors
    /// When it holds what cannot be sent.
    pub fn fixed(token: &Secret) -> anyhow::Result<Self> {
        let token = token.clone();
        let own = Self::made_by(move || Ok(token.expose().to_owned()))?;
        own.watch_expiry();
        Ok(own)
    }

    /// The token in a file, which may be replaced at any time.
    ///
    /// # Errors
    /// When the file cannot be read or holds what cannot be sent.
    pub fn in_file(path: &Path) -> anyhow::Result<Self> {
        let path = PathBuf::from(path);
        let own = Self::made_by(move || {
            std::fs::read_to_string(&path)
                .with_context(|| format!("the token in {}", path.display()))
        })?;
        own.watch_expiry();
        Ok(own)
    }

    /// Has the metrics tell how long the token is good, for as long as it is used.
    fn watch_expiry(&self) {
        let token = Arc::downgrade(&self.0);
        telemetry::metrics::watch(
            "shashki.token.remaining",
            "s",
            "How long the process's own token is good",
            move || {
                let token = Self(token.upgrade()?);
                remaining(&token.header())
            },
        );
    }

    /// A token that is made anew every few seconds.
    ///
    /// # Errors
    /// When the first one cannot be made or sent.
    pub fn made_by(
        make: impl Fn() -> anyhow::Result<String> + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let first = header(&make()?)?;
        Ok(Self(Arc::new(Inner {
            make: Box::new(make),
            held: Mutex::new((first, Instant::now())),
        })))
    }

    /// The header to send. A token that cannot be renewed goes on being used: it may still be good.
    pub(crate) fn header(&self) -> HeaderValue {
        let mut held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.1.elapsed() >= RENEW_EVERY {
            held.1 = Instant::now();
            match (self.0.make)().and_then(|token| header(&token)) {
                Ok(renewed) => held.0 = renewed,
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "the token was not renewed");
                }
            }
        }
        held.0.clone()
    }
}

/// How many seconds a token is good still, as it says itself: whether it is right is for others to see.
fn remaining(header: &HeaderValue) -> Option<f64> {
    let token = header.to_str().ok()?.strip_prefix("Bearer ")?;
    let left = told_by(token)?.exp.saturating_sub(now_seconds());
    Some(Duration::from_secs(left).as_secs_f64())
}

fn header(token: &str) -> anyhow::Result<HeaderValue> {
    let token = token.trim();
    anyhow::ensure!(!token.is_empty(), "the token is empty");
    let mut value = HeaderValue::from_str(&format!("Bearer {token}"))
        .map_err(|_| anyhow::anyhow!("the token holds what no token holds"))?;
    // It is neither logged nor indexed.
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::claims::Claims;
    use crate::identity::{Caller, Signer};

    #[test]
    fn a_token_says_how_long_it_is_good() {
        let remaining = |token: &str| remaining(&header(token).expect("a header"));
        let caller = Caller::Player {
            id: "ann".to_owned(),
        };
        let token = |expires| {
            let claims = Claims::new(&caller, now_seconds(), expires);
            Signer::generate().sign_claims(&claims).expect("a token")
        };
        let left = remaining(&token(now_seconds() + 1000));
        assert!(
            left.is_some_and(|left| (900.0..=1000.0).contains(&left)),
            "{left:?}"
        );
        assert_eq!(remaining(&token(now_seconds() - 1000)), Some(0.0));
        assert_eq!(remaining("no.token"), None);
    }
}
