//! What all that is kept in the records needs.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use store::records::sqlx;

/// What is kept in place of a secret that has no need of a slow hash: it is random.
pub(crate) fn digest(secret: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
}

/// Whether a row was refused because another has the same.
pub(crate) fn is_taken(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
