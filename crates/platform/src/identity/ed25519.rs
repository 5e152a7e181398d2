//! The one algorithm of this suite's tokens, for `jsonwebtoken`: Ed25519 (RFC 8037). The providers
//! that come with that crate bring RSA and the NIST curves along, which take longer to compile than
//! all of this crate and are never used.

use ed25519_dalek::{PUBLIC_KEY_LENGTH, SECRET_KEY_LENGTH, Signature, SigningKey, VerifyingKey};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory,
    verifier_factory,
    // Needed only to turn keys into JSON Web Keys, which `Jwks` does.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes `jsonwebtoken` sign and verify by this module in this process. To be called before each
/// first use; it may be called again.
pub(super) fn install() {
    // It fails if this has been done before, which is as good.
    let _ = PROVIDER.install_default();
}

/// The key that signs, of its secret.
pub(super) fn encoding_key(key: &SigningKey) -> EncodingKey {
    EncodingKey::from_ed_der(key.as_bytes())
}

fn signer_factory(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    check(*algorithm, key.family())?;
    let secret: &[u8; SECRET_KEY_LENGTH] = key
        .as_bytes()
        .try_into()
        .map_err(|_| ErrorKind::InvalidEddsaKey)?;
    Ok(Box::new(Ed25519Signer(SigningKey::from_bytes(secret))))
}

fn verifier_factory(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    check(*algorithm, key.family())?;
    let public: &[u8; PUBLIC_KEY_LENGTH] = key
        .try_get_as_bytes()?
        .try_into()
        .map_err(|_| ErrorKind::InvalidEddsaKey)?;
    let key = VerifyingKey::from_bytes(public).map_err(|_| ErrorKind::InvalidEddsaKey)?;
    Ok(Box::new(Ed25519Verifier(key)))
}

fn check(algorithm: Algorithm, family: AlgorithmFamily) -> Result<()> {
    match (algorithm, family) {
        (Algorithm::EdDSA, AlgorithmFamily::Ed) => Ok(()),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

struct Ed25519Signer(SigningKey);

impl Signer<Vec<u8>> for Ed25519Signer {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.try_sign(message)?.to_bytes().to_vec())
    }
}

impl JwtSigner for Ed25519Signer {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct Ed25519Verifier(VerifyingKey);

impl Verifier<Vec<u8>> for Ed25519Verifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.verify(message, &Signature::from_slice(signature)?)
    }
}

impl JwtVerifier for Ed25519Verifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

#[cfg(test)]
mod tests {
    use jsonwebtoken::crypto::{sign, verify};

    use super::*;

    /// RFC 8037, appendix A: a key, what it signs, and the signature.
    const SECRET: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";
    const PUBLIC: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    const MESSAGE: &[u8] = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";
    const SIGNATURE: &str =
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

    fn signing_key() -> SigningKey {
        use base64::Engine as _;

        let secret = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(SECRET);
        let secret = secret.unwrap_or_default().try_into();
        SigningKey::from_bytes(&secret.expect("32 bytes"))
    }

    #[test]
    fn the_published_example_is_signed_and_verified() -> Result<()> {
        install();
        let key = encoding_key(&signing_key());
        assert_eq!(sign(MESSAGE, &key, Algorithm::EdDSA)?, SIGNATURE);
        let key = DecodingKey::from_ed_components(PUBLIC)?;
        assert!(verify(SIGNATURE, MESSAGE, &key, Algorithm::EdDSA)?);
        assert!(!verify(
            SIGNATURE,
            b"another message",
            &key,
            Algorithm::EdDSA
        )?);
        assert!(!verify("AAAA", MESSAGE, &key, Algorithm::EdDSA)?);
        Ok(())
    }

    #[test]
    fn other_algorithms_and_keys_are_refused() -> Result<()> {
        install();
        let ours = encoding_key(&signing_key());
        let theirs = EncodingKey::from_secret(SECRET.as_bytes())?;
        assert!(sign(MESSAGE, &ours, Algorithm::HS256).is_err());
        assert!(sign(MESSAGE, &theirs, Algorithm::EdDSA).is_err());
        let ours = DecodingKey::from_ed_components(PUBLIC)?;
        let theirs = DecodingKey::from_secret(PUBLIC.as_bytes())?;
        assert!(verify(SIGNATURE, MESSAGE, &ours, Algorithm::HS256).is_err());
        assert!(verify(SIGNATURE, MESSAGE, &theirs, Algorithm::EdDSA).is_err());
        let short = DecodingKey::from_ed_components("AAAA")?;
        assert!(verify(SIGNATURE, MESSAGE, &short, Algorithm::EdDSA).is_err());
        Ok(())
    }
}
