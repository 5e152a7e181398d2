//! Who calls, and what it may do.

use std::str::FromStr;
use std::sync::Arc;

use crate::Fault;

/// Who calls, as its token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A player, who acts for nobody else.
    Player {
        /// The player's id.
        id: String,
    },
    /// Another service or backend.
    Service {
        /// What it is called in logs.
        name: String,
        /// What it may do beyond what everybody may.
        scopes: Vec<Scope>,
    },
}

/// What a service's token allows beyond what everybody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Act for any player.
    PlayersAct,
    /// Create games for others, rated ones included.
    GamesCreate,
    /// Report results to the ratings.
    RatingsReport,
    /// End seasons.
    RatingsSeasons,
    /// Put another catalogue into the shop.
    ShopManage,
    /// Give players coins.
    CoinsGrant,
    /// Take the items that players use, and give them back.
    ItemsUse,
    /// Say for whom it calls: addresses of the clients of a gateway are believed.
    Forward,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::PlayersAct,
        Self::GamesCreate,
        Self::RatingsReport,
        Self::RatingsSeasons,
        Self::ShopManage,
        Self::CoinsGrant,
        Self::ItemsUse,
        Self::Forward,
    ];

    /// Its name in tokens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PlayersAct => "players.act",
            Self::GamesCreate => "games.create",
            Self::RatingsReport => "ratings.report",
            Self::RatingsSeasons => "ratings.seasons",
            Self::ShopManage => "shop.manage",
            Self::CoinsGrant => "coins.grant",
            Self::ItemsUse => "items.use",
            Self::Forward => "forward",
        }
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|scope| scope.name() == text);
        named.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("`{text}` is no scope: there are {names}")
        })
    }
}

impl Caller {
    /// Who made a request.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` with `NO_TOKEN` when it came without a token.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<Arc<Self>, Fault> {
        let caller = request.extensions().get::<Arc<Self>>();
        caller.cloned().ok_or_else(Fault::no_token)
    }

    /// For which player the caller acts, given what the request names: itself, if it names nobody.
    ///
    /// # Errors
    /// `PERMISSION_DENIED` with `NOT_YOU` for a player who names another, and as
    /// [`Self::require`] says for services; `INVALID_ARGUMENT` with `MISSING_FIELD` for a service
    /// that names nobody.
    pub fn acts_for<'a>(&'a self, named: &'a str) -> Result<&'a str, Fault> {
        match self {
            Self::Player { id } if named.is_empty() || named == id => Ok(id),
            Self::Player { .. } => Err(Fault::denied(
                "NOT_YOU",
                "your token is another player's: leave `player_id` out",
            )),
            Self::Service { .. } if named.is_empty() => Err(Fault::malformed(
                "player_id",
                "MISSING_FIELD",
                "say for which player",
            )),
            Self::Service { .. } => self.require(Scope::PlayersAct).map(|()| named),
        }
    }

    /// Checks that the caller's token carries a scope.
    ///
    /// # Errors
    /// `PERMISSION_DENIED` with `MISSING_SCOPE`.
    pub fn require(&self, scope: Scope) -> Result<(), Fault> {
        match self {
            Self::Service { scopes, .. } if scopes.contains(&scope) => Ok(()),
            _ => Err(Fault::denied(
                "MISSING_SCOPE",
                format!(
                    "this needs a service's token with the scope `{}`",
                    scope.name()
                ),
            )
            .with("scope", &scope.name())),
        }
    }
}
