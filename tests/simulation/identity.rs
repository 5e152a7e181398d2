//! Who calls in the simulated suite: one service that may do everything, believed without anybody
//! being asked.

use std::sync::LazyLock;
use std::time::Duration;

use platform::Channel;
use platform::identity::{Caller, OwnToken, Scope, Secret, Signer, Verifier};

use crate::network;

static SIGNER: LazyLock<Signer> = LazyLock::new(|| Signer::from_secret(&[7; 32]));

static TOKEN: LazyLock<String> = LazyLock::new(|| {
    let caller = Caller::Service {
        name: "simulation".to_owned(),
        scopes: Scope::ALL.to_vec(),
    };
    // Real time passes by which tokens are dated, however fast the simulated one is.
    SIGNER
        .sign(&caller, Duration::from_secs(24 * 3600))
        .unwrap()
});

/// Believes the token.
pub(crate) fn verifier() -> Verifier {
    Verifier::fixed([&*SIGNER]).unwrap()
}

/// The token.
pub(crate) fn token() -> &'static str {
    &TOKEN
}

/// A channel on which every call carries the token.
pub(crate) fn channel(hosts: &'static [&'static str]) -> Channel {
    let token = Secret::from(token().to_owned());
    network::channel(hosts).with_token(OwnToken::fixed(&token).unwrap())
}
