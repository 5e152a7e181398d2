//! Counting the nodes of the game tree, to prove the move generator right and to time it.
//!
//! Draws are ignored. Two ways of counting are in use, and both have to match published figures.

use crate::movegen;
use crate::moves::Effect;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// How many sequences of `depth` moves there are, each sequence of landing squares being a move of
/// its own.
#[must_use]
pub fn paths(position: &Position, ruleset: &Ruleset, depth: u32) -> u64 {
    Count::<false>::new(ruleset).below(position, depth)
}

/// How many sequences of `depth` moves there are, where captures that agree in where they start,
/// where they end and which pieces they take are the same move.
#[must_use]
pub fn distinct(position: &Position, ruleset: &Ruleset, depth: u32) -> u64 {
    Count::<true>::new(ruleset).below(position, depth)
}

/// A count in progress, with a list of moves for each level that is used over and over.
struct Count<'r, const DISTINCT: bool> {
    ruleset: &'r Ruleset,
    spare: Vec<Vec<Effect>>,
}

impl<'r, const DISTINCT: bool> Count<'r, DISTINCT> {
    fn new(ruleset: &'r Ruleset) -> Self {
        Self {
            ruleset,
            spare: Vec::new(),
        }
    }

    fn below(&mut self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.here(position),
            _ => {
                let mut effects = self.spare.pop().unwrap_or_default();
                movegen::effects(position, self.ruleset, &mut effects);
                if DISTINCT {
                    movegen::merge(&mut effects);
                }
                let total = effects
                    .iter()
                    .map(|effect| self.below(&position.with(*effect), depth - 1))
                    .sum();
                effects.clear();
                self.spare.push(effects);
                total
            }
        }
    }

    /// The last level: its moves are counted, not made.
    fn here(&mut self, position: &Position) -> u64 {
        if !DISTINCT {
            return movegen::count(position, self.ruleset);
        }
        let mut effects = self.spare.pop().unwrap_or_default();
        let count = movegen::captures_or_count(position, self.ruleset, &mut effects)
            .unwrap_or_else(|| {
                movegen::merge(&mut effects);
                effects.len() as u64
            });
        effects.clear();
        self.spare.push(effects);
        count
    }
}
