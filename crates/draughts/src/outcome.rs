//! How games end.

use std::fmt;

use crate::side::Side;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// The result in which a side wins.
    #[must_use]
    pub const fn win(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::WhiteWins => Some(Side::White),
            Self::BlackWins => Some(Side::Black),
            Self::Draw => None,
        }
    }

    /// The score as game records write it: `1-0`, `0-1` or `1/2-1/2` (rule book §8).
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// Why a game ended (rule book §7). This is the whole product's list: the rules of the board give
/// the reasons that a position or its history shows, the players and the clock give the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces, but no legal move.
    NoMoves,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Timeout,
    /// The players agreed on a draw.
    Agreement,
    /// The same full position stood for the third time.
    Threefold,
    /// 15 moves by each side in a row moved kings and took nothing.
    FifteenKingMoves,
    /// 25 moves by each side in a row moved kings and took nothing.
    TwentyFiveKingMoves,
    /// 40 moves by each side in a row moved kings and took nothing.
    FortyKingMoves,
    /// Three kings or more did not beat a lone king within 15 moves by each side.
    ThreeKings,
    /// Three pieces did not beat a lone king within 16 moves by each side.
    ThreeAgainstOne,
    /// Two pieces or one did not beat a lone king within 5 moves by each side.
    TwoAgainstOne,
    /// One king each, on the two diagonals beside the main road.
    DoubleRoad,
    /// A player took the game back before it had begun.
    AbortedByPlayer,
    /// A game without a clock saw no move for too long.
    Abandoned,
}

impl Reason {
    /// Every reason, in the rule book's order.
    pub const ALL: [Self; 15] = [
        Self::NoPieces,
        Self::NoMoves,
        Self::Resignation,
        Self::Timeout,
        Self::Agreement,
        Self::Threefold,
        Self::FifteenKingMoves,
        Self::TwentyFiveKingMoves,
        Self::FortyKingMoves,
        Self::ThreeKings,
        Self::ThreeAgainstOne,
        Self::TwoAgainstOne,
        Self::DoubleRoad,
        Self::AbortedByPlayer,
        Self::Abandoned,
    ];

    /// The rule book's name of the reason, such as `three_kings`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoPieces => "no_pieces",
            Self::NoMoves => "no_moves",
            Self::Resignation => "resignation",
            Self::Timeout => "timeout",
            Self::Agreement => "agreement",
            Self::Threefold => "threefold",
            Self::FifteenKingMoves => "fifteen_king_moves",
            Self::TwentyFiveKingMoves => "twenty_five_king_moves",
            Self::FortyKingMoves => "forty_king_moves",
            Self::ThreeKings => "three_kings",
            Self::ThreeAgainstOne => "three_against_one",
            Self::TwoAgainstOne => "two_against_one",
            Self::DoubleRoad => "double_road",
            Self::AbortedByPlayer => "aborted_by_player",
            Self::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub result: GameResult,
    /// The first rule of the ruleset's order that ends the game.
    pub reason: Reason,
    /// Further draw rules that hold in the same position.
    pub also: Vec<Reason>,
}

/// Writes the outcome for people, such as `1-0 (no_moves)`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result.score(), self.reason)
    }
}
