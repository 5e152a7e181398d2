//! What the draw rules remember of a game.

use crate::draws::Ending;
use crate::moves::Move;
use crate::position::Position;
use crate::ruleset::Ruleset;

/// What the draw rules remember of a game.
///
/// A game is a position and this; whoever keeps both can go on with the game later (see
/// [`Game::resume`](crate::Game::resume)). An empty `seen` says that the game starts in the present
/// position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The [keys](Position::key) of the positions since the last move that cannot be undone (a
    /// man's move or a capture), the present position last.
    pub seen: Vec<u64>,
    /// Plies in a row that moved kings and took nothing.
    pub king_plies: u32,
    /// Plies since the present class of few pieces arose, as the ruleset's draw rules have them; 0
    /// in the position in which it arises, and outside of any class.
    pub ending_plies: u32,
}

impl History {
    /// The history of a game that starts in the position.
    #[must_use]
    pub fn start(position: &Position) -> Self {
        Self {
            seen: vec![position.key()],
            king_plies: 0,
            ending_plies: 0,
        }
    }

    /// Remembers a move.
    pub(crate) fn record(
        &mut self,
        before: &Position,
        played: &Move,
        after: &Position,
        ruleset: &Ruleset,
    ) {
        let quiet_king = !played.is_capture() && before.is_king(played.from());
        if quiet_king {
            self.king_plies = self.king_plies.saturating_add(1);
        } else {
            self.king_plies = 0;
            self.seen.clear();
        }
        self.seen.push(after.key());

        let class = Ending::of(after, ruleset);
        self.ending_plies = if class.is_some() && class == Ending::of(before, ruleset) {
            self.ending_plies.saturating_add(1)
        } else {
            0
        };
    }

    /// How often the present position has stood on the board.
    pub(crate) fn appearances(&self) -> usize {
        self.seen.last().map_or(1, |present| {
            self.seen.iter().filter(|key| *key == present).count()
        })
    }
}
