//! Which moves to look at first: a good move found early spares the search the others.

use draughts::{Effect, Objective, Position, Ruleset, Side, Square};

/// A move in the list of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    rank: i32,
    /// Its place in the list of effects.
    pub(crate) index: usize,
    /// What it changes.
    pub(crate) effect: Effect,
}

const FIRST: i32 = i32::MAX;
const CAPTURE: i32 = 1 << 24;
const CROWNING: i32 = 1 << 23;
const KILLER: i32 = 1 << 22;
/// Above it all counts are halved, so that they stay below a killer's rank.
const HISTORY_FULL: i32 = 1 << 20;

/// What the search has learned of good moves, whatever the position.
#[derive(Debug)]
pub(crate) struct Ordering {
    /// The last two quiet moves at each ply that refuted the move before them.
    killers: Vec<[Option<Effect>; 2]>,
    /// How much each quiet move has refuted so far, by side, from and to.
    history: Vec<i32>,
    /// More pieces taken first, or fewer.
    more_first: i32,
}

impl Ordering {
    pub(crate) fn new(ruleset: &Ruleset, plies: usize) -> Self {
        Self {
            killers: vec![[None; 2]; plies],
            history: vec![0; 2 * Square::INDICES * Square::INDICES],
            more_first: match ruleset.objective {
                Objective::Normal => 1,
                Objective::Giveaway => -1,
            },
        }
    }

    /// Ranks the moves of a position; `best` is the place of the one known to be good.
    pub(crate) fn rank(
        &self,
        position: &Position,
        effects: &[Effect],
        best: Option<usize>,
        ply: usize,
        ranked: &mut Vec<Ranked>,
    ) {
        ranked.clear();
        let side = position.side_to_move();
        let kings = position.kings(side.other());
        for (index, effect) in effects.iter().enumerate() {
            let rank = if best == Some(index) {
                FIRST
            } else if !effect.taken.is_empty() {
                let taken = effect.taken.count() + 2 * (effect.taken & kings).count();
                CAPTURE + self.more_first * taken as i32
            } else if effect.crowns {
                CROWNING
            } else if self.killers[ply].contains(&Some(*effect)) {
                KILLER
            } else {
                self.history[place(side, *effect)]
            };
            ranked.push(Ranked {
                rank,
                index,
                effect: *effect,
            });
        }
    }

    /// Remembers a quiet move that refuted the one before it.
    pub(crate) fn refuted(&mut self, side: Side, effect: Effect, depth: u32, ply: usize) {
        if !effect.taken.is_empty() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(effect) {
            killers[1] = killers[0];
            killers[0] = Some(effect);
        }
        let count = &mut self.history[place(side, effect)];
        *count += (depth * depth) as i32;
        if *count > HISTORY_FULL {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

fn place(side: Side, effect: Effect) -> usize {
    (side as usize * Square::INDICES + effect.from.index()) * Square::INDICES + effect.to.index()
}

/// Brings the best of the moves from `next` on to that place.
pub(crate) fn pick(ranked: &mut [Ranked], next: usize) -> Ranked {
    let mut best = next;
    for place in next + 1..ranked.len() {
        if ranked[place].rank > ranked[best].rank {
            best = place;
        }
    }
    ranked.swap(next, best);
    ranked[next]
}
