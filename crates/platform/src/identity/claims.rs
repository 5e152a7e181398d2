//! What a token says.

use serde::{Deserialize, Serialize};

use super::{Caller, Scope};

/// Who signs.
pub(super) const ISSUER: &str = "shashki";

/// For whom: every service of the suite.
pub(super) const AUDIENCE: &str = "shashki";

/// The form in which claims travel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) aud: String,
    /// The player's id, or the service's name.
    pub(super) sub: String,
    /// Of which kind the caller is.
    pub(super) typ: Kind,
    /// A service's scopes, by name, between spaces.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) scope: String,
    /// When it was signed, in seconds.
    pub(super) iat: u64,
    /// When it expires, in seconds.
    pub(super) exp: u64,
}

/// The kinds of callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Player,
    Service,
}

impl Claims {
    pub(super) fn new(caller: &Caller, issued: u64, expires: u64) -> Self {
        let (typ, sub, scope) = match caller {
            Caller::Player { id } => (Kind::Player, id, String::new()),
            Caller::Service { name, scopes } => {
                let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
                (Kind::Service, name, names.join(" "))
            }
        };
        Self {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: sub.clone(),
            typ,
            scope,
            iat: issued,
            exp: expires,
        }
    }

    /// Who it speaks of. Scopes that this release does not know give nothing.
    pub(super) fn caller(self) -> Caller {
        match self.typ {
            Kind::Player => Caller::Player { id: self.sub },
            Kind::Service => Caller::Service {
                name: self.sub,
                scopes: self
                    .scope
                    .split(' ')
                    .filter_map(|name| name.parse::<Scope>().ok())
                    .collect(),
            },
        }
    }
}

/// The time that tokens are dated by, in seconds since 1970. It is each machine's own: nothing but
/// tokens goes by it.
#[must_use]
pub fn now_seconds() -> u64 {
    jsonwebtoken::get_current_timestamp()
}

/// What a token says of itself, whoever signed it; `None` if it is no token.
pub(super) fn told_by(token: &str) -> Option<Claims> {
    jsonwebtoken::dangerous::insecure_decode_claims(token).ok()
}

/// Whether half of a token's life is over, by what it says itself: its signature is not looked at.
/// What is no token has no life left.
#[must_use]
pub fn half_over(token: &str) -> bool {
    told_by(token).is_none_or(|claims| {
        let half = claims.exp.saturating_sub(claims.iat) / 2;
        now_seconds() + half >= claims.exp
    })
}
