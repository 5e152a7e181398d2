//! Who calls. Players sign in at one service, which signs their tokens; every service verifies
//! tokens itself ([`Verifier`]), by public keys that it knows already, in one layer around all its
//! calls. Every request that reaches a handler carries the [`Caller`] that its token speaks of.

mod caller;
mod claims;
mod ed25519;
mod jwks;
mod layer;
mod own_token;
mod secret;
mod seen;
mod signer;
mod verifier;

pub use self::caller::{Caller, Scope};
pub use self::claims::{half_over, now_seconds};
pub use self::jwks::{Jwks, MalformedKeys};
pub use self::layer::{Gate, IdentityLayer};
pub use self::own_token::OwnToken;
pub use self::secret::Secret;
pub use self::signer::Signer;
pub use self::verifier::{Refused, Verifier};
