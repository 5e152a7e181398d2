//! What a position is worth.

use std::ops::Neg;

/// What a position is worth to the side to move, in hundredths of a man. A forced win is worth more
/// than any number of men, and the sooner it comes the more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// A score as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is decided: so many hundredths of a man for the side to move.
    Centimen(i32),
    /// The side to move wins in so many plies.
    WinsIn(u32),
    /// The side to move loses in so many plies.
    LosesIn(u32),
}

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Beyond every score that a position can have.
    pub(crate) const INFINITE: Self = Self(32_000);
    /// A game that is won already.
    const WON: i32 = 30_000;
    /// No win that a search can see is further away.
    const FURTHEST: i32 = 1_000;
    /// The most that an evaluation makes of a position.
    const MOST: i32 = 20_000;

    /// So many hundredths of a man, short of a win.
    #[must_use]
    pub fn centimen(value: i32) -> Self {
        Self(value.clamp(-Self::MOST, Self::MOST))
    }

    /// A win in so many plies.
    #[must_use]
    pub const fn wins_in(plies: usize) -> Self {
        Self(Self::WON - plies as i32)
    }

    /// The score as people read it.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        if self.0 >= Self::WON - Self::FURTHEST {
            Verdict::WinsIn((Self::WON - self.0).unsigned_abs())
        } else if self.0 <= Self::FURTHEST - Self::WON {
            Verdict::LosesIn((Self::WON + self.0).unsigned_abs())
        } else {
            Verdict::Centimen(self.0)
        }
    }

    /// Whether the game is decided, and within how many plies.
    pub(crate) const fn decided_in(self) -> Option<u32> {
        match self.verdict() {
            Verdict::WinsIn(plies) | Verdict::LosesIn(plies) => Some(plies),
            Verdict::Centimen(_) => None,
        }
    }

    /// The score a hair above this one.
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The score of a position `ply` plies below the root as the table keeps it: a win or a loss is
    /// counted from the position itself, wherever it is met again.
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let score = match self.verdict() {
            Verdict::WinsIn(_) => self.0 + ply,
            Verdict::LosesIn(_) => self.0 - ply,
            Verdict::Centimen(_) => self.0,
        };
        // What a position is worth fits: see the constants.
        score as i16
    }

    /// The score that the table keeps, as seen from a root `ply` plies above.
    pub(crate) const fn from_table(here: i16, ply: usize) -> Self {
        let score = Self(here as i32);
        let ply = ply as i32;
        match score.verdict() {
            Verdict::WinsIn(_) => Self(score.0 - ply),
            Verdict::LosesIn(_) => Self(score.0 + ply),
            Verdict::Centimen(_) => score,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_worth_more() {
        assert!(Score::wins_in(3) > Score::wins_in(5));
        assert!(-Score::wins_in(3) < -Score::wins_in(5));
        assert!(Score::wins_in(200) > Score::centimen(1_000_000));
        assert_eq!(Score::wins_in(3).verdict(), Verdict::WinsIn(3));
        assert_eq!((-Score::wins_in(4)).verdict(), Verdict::LosesIn(4));
        assert_eq!(Score::centimen(-70).verdict(), Verdict::Centimen(-70));
    }

    #[test]
    fn a_win_is_kept_as_seen_from_its_own_position() {
        for score in [
            Score::wins_in(9),
            -Score::wins_in(9),
            Score::centimen(-123),
            Score::DRAW,
        ] {
            assert_eq!(Score::from_table(score.to_table(4), 4), score);
        }
        // Met again two plies further up, the same win is two plies nearer.
        let kept = Score::wins_in(9).to_table(4);
        assert_eq!(Score::from_table(kept, 2), Score::wins_in(7));
    }
}
