//! Public keys as they are published: a JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037).

use std::collections::HashMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::DecodingKey;
use serde::{Deserialize, Serialize};

use super::Signer;

/// A set of public keys, each by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jwks {
    keys: Vec<Jwk>,
}

/// A public key. Of keys that are not for this suite's tokens most is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Jwk {
    kty: String,
    crv: String,
    alg: String,
    #[serde(rename = "use")]
    purpose: String,
    kid: String,
    x: String,
}

/// A set of keys cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MalformedKeys {
    /// It is not a JSON Web Key Set.
    #[error("this is not a JSON Web Key Set: {0}")]
    NotASet(#[from] serde_json::Error),
    /// A key in it is not one.
    #[error("the key `{0}` is not a key of Ed25519")]
    NotAKey(String),
    /// There is no key for tokens in it.
    #[error("the set holds no key of Ed25519")]
    Empty,
}

impl Jwks {
    /// The public keys of signers.
    #[must_use]
    pub fn of<'a>(signers: impl IntoIterator<Item = &'a Signer>) -> Self {
        let key = |signer: &Signer| Jwk {
            kty: "OKP".to_owned(),
            crv: "Ed25519".to_owned(),
            alg: "EdDSA".to_owned(),
            purpose: "sig".to_owned(),
            kid: signer.kid().to_owned(),
            x: BASE64_URL_SAFE_NO_PAD.encode(signer.public_key()),
        };
        Self {
            keys: signers.into_iter().map(key).collect(),
        }
    }

    /// Writes the set.
    #[must_use]
    pub fn to_json(&self) -> String {
        // It is made of strings and lists: there is nothing in it that JSON could not write.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a set.
    ///
    /// # Errors
    /// When it is not a JSON Web Key Set.
    pub fn from_json(text: &str) -> Result<Self, MalformedKeys> {
        Ok(serde_json::from_str(text)?)
    }

    /// The keys by their names; others than Ed25519 are passed over.
    pub(super) fn verifying(&self) -> Result<HashMap<String, DecodingKey>, MalformedKeys> {
        let mut keys = HashMap::new();
        for key in self.keys.iter().filter(|key| key.crv == "Ed25519") {
            let not_a_key = || MalformedKeys::NotAKey(key.kid.clone());
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(&key.x);
            if bytes.is_ok_and(|bytes| bytes.len() == ed25519_dalek::PUBLIC_KEY_LENGTH) {
                let read = DecodingKey::from_ed_components(&key.x).map_err(|_| not_a_key())?;
                keys.insert(key.kid.clone(), read);
            } else {
                return Err(not_a_key());
            }
        }
        if keys.is_empty() {
            return Err(MalformedKeys::Empty);
        }
        Ok(keys)
    }
}
