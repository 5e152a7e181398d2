//! Boosts (rule book, section 6) as a game counts them: how often each may be used and was, and what
//! each was used on. What they do to a position is the rules service's business.

use proto::rules::v1::{Outcome, Position};
use serde::Deserialize;

/// What bends a game of combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boost {
    /// Shows its user one strong move.
    Recon,
    /// Hits an enemy piece drawn by lot.
    Rocket,
    /// Saves a man once.
    Shield,
    /// Makes the opponent's move for them.
    Sabotage,
}

impl Boost {
    /// All of them, in the rule book's order.
    pub const ALL: [Self; 4] = [Self::Recon, Self::Rocket, Self::Shield, Self::Sabotage];

    /// The rule book's name of it, which is also the shop's.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recon => "recon",
            Self::Rocket => "rocket",
            Self::Shield => "shield",
            Self::Sabotage => "sabotage",
        }
    }
}

/// A number for each boost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoostCounts {
    /// Recon's.
    pub recon: u32,
    /// The rocket's.
    pub rocket: u32,
    /// The shield's.
    pub shield: u32,
    /// Sabotage's.
    pub sabotage: u32,
}

impl BoostCounts {
    /// The number of a boost.
    #[must_use]
    pub const fn of(&self, boost: Boost) -> u32 {
        match boost {
            Boost::Recon => self.recon,
            Boost::Rocket => self.rocket,
            Boost::Shield => self.shield,
            Boost::Sabotage => self.sabotage,
        }
    }

    /// One more of a boost.
    pub(super) fn count(&mut self, boost: Boost) {
        let number = match boost {
            Boost::Recon => &mut self.recon,
            Boost::Rocket => &mut self.rocket,
            Boost::Shield => &mut self.shield,
            Boost::Sabotage => &mut self.sabotage,
        };
        *number += 1;
    }
}

/// Why a boost that was called for cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The player has none.
    NotInInventory,
    /// The shop did not say.
    ShopUnavailable,
}

/// A boost with what it is used on and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Boosted {
    /// Which.
    pub boost: Boost,
    /// Of a shield the man it goes on, of a rocket the piece it hits; otherwise empty.
    pub target: String,
    /// Of a sabotage the opponent's move, in full; otherwise empty.
    pub text: String,
    /// Of a recon the squares of a strong move, which its user alone is told.
    pub hint: Vec<String>,
    /// Whether it burns a shield.
    pub shield_burned: bool,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// A boost with all that the rules service said of it in the present position.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The boost.
    pub boosted: Boosted,
    /// The position after it.
    pub position: Position,
}
