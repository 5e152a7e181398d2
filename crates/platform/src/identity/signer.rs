//! Signing tokens.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ed25519_dalek::SigningKey;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};

use super::claims::Claims;
use super::{Caller, ed25519, now_seconds};

/// A private key of Ed25519 with the name by which verifiers find its public one. Cheap to clone.
#[derive(Clone)]
pub struct Signer(Arc<Inner>);

struct Inner {
    kid: String,
    key: SigningKey,
    encoded: EncodingKey,
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer")
            .field("kid", &self.0.kid)
            .finish_non_exhaustive()
    }
}

impl Signer {
    /// A new key.
    #[must_use]
    pub fn generate() -> Self {
        Self::from_secret(&rand::random())
    }

    /// The key of a secret that was kept.
    #[must_use]
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        ed25519::install();
        let key = SigningKey::from_bytes(secret);
        // Part of the public key: nobody can make another key of the same name that is of use.
        let kid = BASE64_URL_SAFE_NO_PAD.encode(&key.verifying_key().as_bytes()[..12]);
        Self(Arc::new(Inner {
            kid,
            encoded: ed25519::encoding_key(&key),
            key,
        }))
    }

    /// The secret, to be kept.
    #[must_use]
    pub fn secret(&self) -> [u8; 32] {
        self.0.key.to_bytes()
    }

    /// The key's name.
    #[must_use]
    pub fn kid(&self) -> &str {
        &self.0.kid
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> [u8; 32] {
        self.0.key.verifying_key().to_bytes()
    }

    /// A token for a caller, good from now for a while.
    ///
    /// # Errors
    /// When it cannot be signed.
    pub fn sign(&self, caller: &Caller, good_for: Duration) -> anyhow::Result<String> {
        let now = now_seconds();
        let claims = Claims::new(caller, now, now.saturating_add(good_for.as_secs()));
        self.sign_claims(&claims)
    }

    pub(super) fn sign_claims(&self, claims: &Claims) -> anyhow::Result<String> {
        let header = Header {
            kid: Some(self.0.kid.clone()),
            ..Header::new(Algorithm::EdDSA)
        };
        encode(&header, claims, &self.0.encoded).context("signing a token")
    }
}
