//! Verifying tokens.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use proto::players::v1::GetJwksRequest;
use proto::players::v1::players_service_client::PlayersServiceClient;
use tokio::time::Instant;

use super::claims::{AUDIENCE, Claims, ISSUER};
use super::seen::{Seen, SeenTokens};
use super::{Caller, Jwks, MalformedKeys, Signer, ed25519, now_seconds};
use crate::{Channel, Fault};

/// How often the keys are fetched anew.
const FETCH_EVERY: Duration = Duration::from_secs(60);

/// How often, while none are known.
const FETCH_AGAIN: Duration = Duration::from_millis(200);

/// A token of an unknown key has the keys fetched, but no more often than this: tokens of made-up
/// keys must not become calls.
const FETCH_AT_MOST_EVERY: Duration = Duration::from_secs(2);

/// How long fetching may take.
const FETCH_TIMEOUT: Duration = Duration::from_secs(2);

/// How far the clocks of two machines may be apart.
const LEEWAY_SECONDS: u64 = 5;

/// A longer token is none of ours.
const LONGEST_TOKEN: usize = 4096;

type Keys = HashMap<String, DecodingKey>;

type Fetching = Pin<Box<dyn Future<Output = anyhow::Result<String>> + Send>>;

type Fetch = dyn Fn() -> Fetching + Send + Sync;

/// Why a token is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It cannot be read, or is not of the kind or for the use that it should be.
    Malformed,
    /// Its signature is not its key's.
    Forged,
    /// Its time is over.
    Expired,
    /// Its key is none of those published.
    UnknownKey,
    /// No keys are known yet.
    NoKeysYet,
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Malformed | Refused::Forged => Self::unauthenticated(
                "MALFORMED_TOKEN",
                "this is no token of this suite: sign in to get one",
            ),
            Refused::Expired => Self::unauthenticated(
                "TOKEN_EXPIRED",
                "the token has expired: get a new one by your refresh token",
            ),
            Refused::UnknownKey => Self::unauthenticated(
                "UNKNOWN_KEY",
                "the token's key is not used any more: sign in again",
            ),
            Refused::NoKeysYet => Self::unavailable(
                "KEYS_UNAVAILABLE",
                "tokens cannot be verified just now; it is safe to repeat the call",
            ),
        }
    }
}

/// Verifies tokens by public keys that it has at hand. Cheap to clone.
#[derive(Clone)]
pub struct Verifier(Arc<Inner>);

struct Inner {
    /// `None` until they were fetched for the first time.
    keys: RwLock<Option<(Jwks, Keys)>>,
    seen: Mutex<SeenTokens>,
    fetch: Option<Box<Fetch>>,
    /// When keys were last fetched; whoever holds it fetches.
    fetched: tokio::sync::Mutex<Option<Instant>>,
}

impl fmt::Debug for Verifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verifier").finish_non_exhaustive()
    }
}

impl Verifier {
    /// Believes these signers and no others.
    ///
    /// # Errors
    /// When there are none.
    pub fn fixed<'a>(signers: impl IntoIterator<Item = &'a Signer>) -> Result<Self, MalformedKeys> {
        let verifier = Self::new(None);
        verifier.0.learn(Jwks::of(signers))?;
        Ok(verifier)
    }

    /// Believes the keys that the players service publishes. They are fetched every minute; while
    /// the service is away those known go on being used.
    #[must_use]
    pub fn of_players(players: Channel) -> Self {
        let client = PlayersServiceClient::new(players);
        Self::fetching(move || {
            let mut client = client.clone();
            async move {
                let answer = client.get_jwks(GetJwksRequest {}).await?;
                Ok(answer.into_inner().jwks)
            }
        })
    }

    /// The same with the keys, as a JSON Web Key Set, from anywhere.
    #[must_use]
    pub fn fetching<F>(fetch: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = anyhow::Result<String>> + Send + 'static,
    {
        let verifier = Self::new(Some(Box::new(move || Box::pin(fetch()))));
        let inner = Arc::downgrade(&verifier.0);
        tokio::spawn(async move {
            // It ends with the last verifier.
            while let Some(inner) = inner.upgrade() {
                let has_keys = inner.fetch_now().await;
                drop(inner);
                let pause = if has_keys { FETCH_EVERY } else { FETCH_AGAIN };
                tokio::time::sleep(pause).await;
            }
        });
        verifier
    }

    fn new(fetch: Option<Box<Fetch>>) -> Self {
        ed25519::install();
        Self(Arc::new(Inner {
            keys: RwLock::default(),
            seen: Mutex::default(),
            fetch,
            fetched: tokio::sync::Mutex::default(),
        }))
    }

    /// Whether there are keys to verify by.
    ///
    /// # Errors
    /// In words, when there are none yet.
    pub fn ready(&self) -> Result<(), String> {
        let keys = self.0.keys.read().unwrap_or_else(PoisonError::into_inner);
        match *keys {
            Some(_) => Ok(()),
            None => Err("the players service has not published its keys yet".to_owned()),
        }
    }

    /// Who a token speaks of.
    ///
    /// # Errors
    /// When the token is not to be believed, or there are no keys yet.
    pub async fn verify(&self, token: &str) -> Result<Arc<Caller>, Refused> {
        if let Some(caller) = self.0.seen_before(token)? {
            return Ok(caller);
        }
        if token.len() > LONGEST_TOKEN {
            return Err(Refused::Malformed);
        }
        let header = decode_header(token).map_err(|_| Refused::Malformed)?;
        if header.alg != Algorithm::EdDSA {
            return Err(Refused::Malformed);
        }
        let kid = header.kid.ok_or(Refused::Malformed)?;
        match self.0.check(token, &kid) {
            Err(Refused::UnknownKey | Refused::NoKeysYet) => {
                self.0.fetch_for_unknown_key().await;
                self.0.check(token, &kid)
            }
            checked => checked,
        }
    }
}

impl Inner {
    fn seen_before(&self, token: &str) -> Result<Option<Arc<Caller>>, Refused> {
        let seen = self.seen_tokens().find(token);
        match seen {
            Some(seen) if has_passed(seen.expires) => Err(Refused::Expired),
            seen => Ok(seen.map(|seen| seen.caller)),
        }
    }

    fn seen_tokens(&self) -> std::sync::MutexGuard<'_, SeenTokens> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, token: &str, kid: &str) -> Result<Arc<Caller>, Refused> {
        // Held until the token is noted: keys that are learnt meanwhile would leave it behind.
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        let (_, keys) = keys.as_ref().ok_or(Refused::NoKeysYet)?;
        let key = keys.get(kid).ok_or(Refused::UnknownKey)?;
        let claims = checked_claims(token, key)?;
        let expires = claims.exp;
        let caller = Arc::new(claims.caller());
        let seen = Seen {
            caller: Arc::clone(&caller),
            expires,
        };
        self.seen_tokens().insert(token.into(), seen);
        Ok(caller)
    }

    /// Takes keys in. What older ones have signed is verified anew.
    fn learn(&self, jwks: Jwks) -> Result<(), MalformedKeys> {
        let verifying = jwks.verifying()?;
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        if keys.as_ref().is_none_or(|(known, _)| *known != jwks) {
            self.seen_tokens().clear();
            *keys = Some((jwks, verifying));
        }
        Ok(())
    }

    /// Fetches the keys; says whether any are known now.
    async fn fetch_now(&self) -> bool {
        let mut fetched = self.fetched.lock().await;
        self.fetch().await;
        *fetched = Some(Instant::now());
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        keys.is_some()
    }

    async fn fetch_for_unknown_key(&self) {
        let mut fetched = self.fetched.lock().await;
        if fetched.is_none_or(|at| at.elapsed() >= FETCH_AT_MOST_EVERY) {
            self.fetch().await;
            *fetched = Some(Instant::now());
        }
    }

    async fn fetch(&self) {
        let Some(fetch) = &self.fetch else { return };
        let learnt = match tokio::time::timeout(FETCH_TIMEOUT, fetch()).await {
            Ok(Ok(jwks)) => Jwks::from_json(&jwks)
                .and_then(|jwks| self.learn(jwks))
                .map_err(anyhow::Error::from),
            Ok(Err(error)) => Err(error),
            Err(_elapsed) => Err(anyhow::anyhow!("no answer in time")),
        };
        if let Err(error) = learnt {
            tracing::debug!(error = format!("{error:#}"), "the keys were not fetched");
        }
    }
}

/// What a token says, if its key has signed it, it is for us and its time is not over.
fn checked_claims(token: &str, key: &DecodingKey) -> Result<Claims, Refused> {
    use jsonwebtoken::errors::ErrorKind;

    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.leeway = LEEWAY_SECONDS;
    validation.set_audience(&[AUDIENCE]);
    validation.set_issuer(&[ISSUER]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    match decode::<Claims>(token, key, &validation) {
        Ok(token) => Ok(token.claims),
        Err(error) => Err(match error.kind() {
            ErrorKind::ExpiredSignature => Refused::Expired,
            ErrorKind::InvalidSignature => Refused::Forged,
            _ => Refused::Malformed,
        }),
    }
}

fn has_passed(expires: u64) -> bool {
    expires.saturating_add(LEEWAY_SECONDS) < now_seconds()
}

#[cfg(test)]
mod tests;
