//! The way from the game's history down the tree, as the draw rules see it (rule book §4).

use draughts::{DrawCondition, Effect, Ending, Game, Position, Ruleset, double_road};

/// So many plies before a counted draw, the counts begin to matter to what a position is worth.
const NEAR: u32 = 16;

/// What the draw rules remember at one position of the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Where the positions begin that can still come again.
    since: usize,
    king_plies: u32,
    ending: Option<Ending>,
    ending_plies: u32,
}

/// The positions from the last move of the game that cannot be undone to the present node.
#[derive(Debug)]
pub(crate) struct Path {
    ruleset: &'static Ruleset,
    steps: Vec<Step>,
    /// The place of the root.
    root: usize,
    /// Plies of kings after which the game is drawn.
    king_limit: u32,
    has_endings: bool,
}

impl Path {
    /// The way to the present position of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let ruleset = game.ruleset();
        let history = game.history();
        let ending = Ending::of(game.position(), ruleset);
        let steps = history.seen.iter().map(|key| Step {
            key: *key,
            since: 0,
            king_plies: history.king_plies,
            ending,
            ending_plies: history.ending_plies,
        });
        let king_limit = ruleset
            .draw_rules
            .iter()
            .find_map(|rule| match rule.condition {
                DrawCondition::KingMoves { plies } => Some(plies),
                _ => None,
            });
        Self {
            ruleset,
            steps: steps.collect(),
            root: history.seen.len().saturating_sub(1),
            king_limit: king_limit.unwrap_or(u32::MAX),
            has_endings: ruleset
                .draw_rules
                .iter()
                .any(|rule| matches!(rule.condition, DrawCondition::Ending { .. })),
        }
    }

    fn last(&self) -> Step {
        // A path holds its root at least; nothing of an empty one can draw.
        self.steps.last().copied().unwrap_or(Step {
            key: 0,
            since: 0,
            king_plies: 0,
            ending: None,
            ending_plies: 0,
        })
    }

    /// Goes one move down.
    pub(crate) fn push(&mut self, before: &Position, effect: Effect, after: &Position) {
        let last = self.last();
        let quiet_king = effect.taken.is_empty() && before.is_king(effect.from);
        let bare = |position: &Position| {
            let side = position.side_to_move();
            position.pieces(side).count() == 1 || position.pieces(side.other()).count() == 1
        };
        let ending = if self.has_endings && bare(after) {
            Ending::of(after, self.ruleset)
        } else {
            None
        };
        self.steps.push(Step {
            key: after.key(),
            since: if quiet_king {
                last.since
            } else {
                self.steps.len()
            },
            king_plies: if quiet_king { last.king_plies + 1 } else { 0 },
            ending,
            ending_plies: if ending.is_some() && ending == last.ending {
                last.ending_plies + 1
            } else {
                0
            },
        });
    }

    /// Goes one move up.
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether a draw rule ends the game here, if it is not won. A position that comes again
    /// within the tree is a draw at once: whoever could avoid it the second time, could the first.
    pub(crate) fn is_drawn(&self, position: &Position) -> bool {
        let last = self.last();
        self.ruleset
            .draw_rules
            .iter()
            .any(|rule| match rule.condition {
                DrawCondition::Repetition { times } => self.repeats(last, times),
                DrawCondition::KingMoves { plies } => last.king_plies >= plies,
                DrawCondition::Ending { class, plies } => {
                    last.ending == Some(class) && last.ending_plies >= plies
                }
                DrawCondition::DoubleRoad => double_road(position),
            })
    }

    fn repeats(&self, last: Step, times: usize) -> bool {
        let present = self.steps.len() - 1;
        let mut before_the_tree = 1;
        // No position comes again in less than four plies, nor with the other side to move.
        for place in (last.since..=present.saturating_sub(4)).rev() {
            if present - place >= 4 && self.steps[place].key == last.key {
                before_the_tree += 1;
                if place > self.root || before_the_tree >= times {
                    return true;
                }
            }
        }
        false
    }

    /// The key of the present position for the table. Shortly before a counted draw the same
    /// position is worth different things at different counts.
    pub(crate) fn key(&self) -> u64 {
        let last = self.last();
        let kings = last.king_plies.saturating_add(NEAR) >= self.king_limit;
        if !kings && last.ending.is_none() {
            return last.key;
        }
        let counts = u64::from(last.king_plies) << 32 | u64::from(last.ending_plies);
        (last.key ^ counts)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    }
}
