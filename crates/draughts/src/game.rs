//! A game: a position, what the draw rules remember, and the way on.

use thiserror::Error;

use crate::find::{Fault, MoveError};
use crate::history::History;
use crate::moves::Move;
use crate::outcome::{GameResult, Outcome, Reason};
use crate::position::Position;
use crate::ruleset::{Objective, Ruleset};

/// A game in progress, or one that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    ruleset: &'static Ruleset,
    position: Position,
    history: History,
}

/// Why a move is not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The history does not belong to the position: its last key is not the position's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the history belongs to another position: keep the two together as one answer gave them")]
pub struct HistoryMismatch;

impl Game {
    /// A new game from the ruleset's own start.
    #[must_use]
    pub fn start(ruleset: &'static Ruleset) -> Self {
        Self::from_position(ruleset, Position::start(ruleset))
    }

    /// A new game from a position.
    #[must_use]
    pub fn from_position(ruleset: &'static Ruleset, position: Position) -> Self {
        Self {
            ruleset,
            position,
            history: History::start(&position),
        }
    }

    /// A game that was left and is gone on with. An empty history starts it here.
    ///
    /// # Errors
    ///
    /// When the history belongs to another position.
    pub fn resume(
        ruleset: &'static Ruleset,
        position: Position,
        history: History,
    ) -> Result<Self, HistoryMismatch> {
        match history.seen.last() {
            None => Ok(Self::from_position(ruleset, position)),
            Some(present) if *present == position.key() => Ok(Self {
                ruleset,
                position,
                history,
            }),
            Some(_) => Err(HistoryMismatch),
        }
    }

    /// The ruleset that is played.
    #[must_use]
    pub const fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the draw rules remember.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Every move that can be played now; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        self.position.legal_moves(self.ruleset)
    }

    /// How the game has ended, if it has. A win goes before any draw (rule book §4).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let side = self.position.side_to_move();
        let is_bare = |side| self.position.pieces(side).is_empty();
        let beaten = if is_bare(side) {
            Some((side, Reason::NoPieces))
        } else if is_bare(side.other()) {
            // No move leads there, but a rocket does (rule book §6).
            Some((side.other(), Reason::NoPieces))
        } else if !self.position.has_legal_move(self.ruleset) {
            Some((side, Reason::NoMoves))
        } else {
            None
        };
        if let Some((beaten, reason)) = beaten {
            let winner = match self.ruleset.objective {
                Objective::Normal => beaten.other(),
                Objective::Giveaway => beaten,
            };
            return Some(Outcome {
                result: GameResult::win(winner),
                reason,
                also: Vec::new(),
            });
        }
        let rules = self.ruleset.draw_rules.iter();
        let mut reasons = rules
            .filter(|rule| rule.holds(&self.position, &self.history))
            .map(|rule| rule.reason);
        let reason = reasons.next()?;
        Some(Outcome {
            result: GameResult::Draw,
            reason,
            also: reasons.collect(),
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the game is over, or the move is not legal in it.
    pub fn play(&mut self, chosen: &Move) -> Result<(), PlayError> {
        self.still_on()?;
        if !self.position.legal_moves(self.ruleset).contains(chosen) {
            let text = chosen.to_text(self.ruleset.board, self.ruleset.notation);
            return Err(MoveError::Illegal {
                text,
                why: Fault::Unreachable,
            }
            .into());
        }
        self.advance(chosen);
        Ok(())
    }

    /// Plays the move that a text means and gives it back in full.
    ///
    /// # Errors
    ///
    /// When the game is over, or the text means no legal move or more than one.
    pub fn play_text(&mut self, text: &str) -> Result<Move, PlayError> {
        self.still_on()?;
        let chosen = self.position.find_move(self.ruleset, text)?;
        self.advance(&chosen);
        Ok(chosen)
    }

    fn still_on(&self) -> Result<(), PlayError> {
        self.outcome()
            .map_or(Ok(()), |outcome| Err(PlayError::Over(outcome)))
    }

    /// Goes on from a position that no move has led to: what the draw rules remember starts afresh.
    pub(crate) fn set_up(&mut self, position: Position) {
        self.position = position;
        self.history = History::start(&position);
    }

    fn advance(&mut self, played: &Move) {
        let after = self.position.after(played);
        self.history
            .record(&self.position, played, &after, self.ruleset);
        self.position = after;
    }
}
