//! The moves that can be played.

use proto::games::v1 as games;
use proto::rules::v1 as rules;
use serde::Serialize;
use utoipa::ToSchema;

use super::boosts::UsedBoost;
use super::values::Side;
use crate::fault::Fault;

/// The legal moves of a game as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    /// Moves played so far: the `ply` to send with the move chosen.
    ply: u32,
    /// The side to move.
    side_to_move: Side,
    /// The position, as PDN FEN in the ruleset's own notation.
    fen: String,
    /// The moves, sorted by their text. Empty when the game is over.
    pub(crate) moves: Vec<LegalMove>,
}

impl LegalMoves {
    /// What is said of a game before its moves are known.
    pub(crate) fn none_of(game: &games::Game) -> Result<Self, Fault> {
        let side_to_move = Side::read(game.side_to_move)
            .ok_or_else(|| Fault::bad_answer("a game without a side to move"))?;
        Ok(Self {
            ply: game.ply,
            side_to_move,
            fen: game.fen.clone(),
            moves: Vec::new(),
        })
    }
}

/// A move, with everything a board needs to show it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "text": "c3:e5:g7", "path": ["c3", "e5", "g7"], "captured": ["d4", "f6"],
    "crowns": false, "after_fen": "B:Wg7:Ba7",
}))]
pub(crate) struct LegalMove {
    /// The move in full, every landing square written.
    text: String,
    /// The squares that the piece stands on in turn, the first one included.
    path: Vec<String>,
    /// The squares of the pieces taken, in the order in which they are jumped.
    captured: Vec<String>,
    /// Whether the piece is crowned.
    crowns: bool,
    /// The position after the move, as PDN FEN.
    after_fen: String,
}

impl From<rules::Move> for LegalMove {
    fn from(legal: rules::Move) -> Self {
        Self {
            text: legal.text,
            path: legal.path,
            captured: legal.captured,
            crowns: legal.crowns,
            after_fen: legal.after_fen,
        }
    }
}

/// The positions that a game has gone through.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Positions {
    /// The position the game started from, as PDN FEN.
    start_fen: String,
    /// The moves played, each with the position after it.
    moves: Vec<LegalMove>,
    /// Moves and boosts in order, each with the position after it; left out where no boost was used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    steps: Vec<Step>,
}

/// A move or a boost of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "ply": 2, "after_fen": "W:Wc3:Bd6",
    "boost": {
        "action": 3, "ply": 2, "side": "white", "boost": "rocket", "target": "f6",
        "shield_burned": false, "used_at_ms": 1_790_000_002_000_i64,
    },
}))]
pub(crate) struct Step {
    /// How many plies have been played after it: of a move or a sabotage its own number.
    pub(crate) ply: u32,
    /// The boost; left out of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) boost: Option<UsedBoost>,
    /// The position after it, as PDN FEN.
    pub(crate) after_fen: String,
}

impl Positions {
    /// The positions of a game from the start through moves that the rules have replayed.
    pub(crate) fn of(start_fen: String, replayed: Vec<rules::Move>, steps: Vec<Step>) -> Self {
        Self {
            start_fen,
            moves: replayed.into_iter().map(Into::into).collect(),
            steps,
        }
    }
}
