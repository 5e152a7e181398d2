//! What has been done in a game: moves and boosts by their numbers, and what moved on the board.

use store::Timestamp;

use super::{Boost, Boosted, Side};

/// A move or a boost, as a game counts them.
#[derive(Clone, Copy, Debug)]
pub struct Action<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// The plies before it.
    pub plies_before: u32,
    /// Who took it.
    pub side: Side,
    /// When.
    pub at: Timestamp,
    /// The game's version after it.
    pub version: u64,
    /// What it is.
    pub deed: Deed<'a>,
}

/// What an action is.
#[derive(Clone, Copy, Debug)]
pub enum Deed<'a> {
    /// A move, written in full.
    Move(&'a str),
    /// A boost.
    Boost(&'a Boosted),
}

impl<'a> Action<'a> {
    /// The move that it made on the board, if it made one.
    #[must_use]
    pub fn ply(&self) -> Option<Ply<'a>> {
        let (side, text, sabotaged) = match self.deed {
            Deed::Move(text) => (self.side, text, false),
            Deed::Boost(boosted) if boosted.boost == Boost::Sabotage => {
                (self.side.other(), &*boosted.text, true)
            }
            Deed::Boost(_) => return None,
        };
        Some(Ply {
            number: self.plies_before + 1,
            side,
            text,
            at: self.at,
            sabotaged,
        })
    }
}

/// A move that was made on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Whose pieces moved.
    pub side: Side,
    /// The move, in full.
    pub text: &'a str,
    /// When.
    pub at: Timestamp,
    /// Whether the opponent made it by sabotage.
    pub sabotaged: bool,
}
