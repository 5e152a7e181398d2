//! A game of a file, held against the rules move by move.

use super::command::Command;
use super::lexer::{self, Place};
use super::{Comment, PdnError, PdnFault, Record};
use crate::combat::{Action, Boost};
use crate::find::MoveError;
use crate::game::Game;
use crate::moves::Move;
use crate::notation::excerpt;
use crate::position::Position;
use crate::ruleset::{RULESETS, Ruleset};
use crate::square::Square;

/// A tag and where it stands.
pub(super) struct Tag {
    pub(super) place: Place,
    pub(super) name: String,
    pub(super) value: String,
}

/// What stands above the moves of a game.
#[derive(Default)]
pub(super) struct Head {
    pub(super) tags: Vec<Tag>,
    pub(super) comments: Vec<Comment>,
}

/// A game whose moves are being read.
pub(super) struct Play {
    pub(super) record: Record,
    pub(super) position: Position,
    /// How many plies have been read.
    pub(super) plies: usize,
}

impl Play {
    /// Begins a game from what stands above its moves.
    pub(super) fn begin(head: Head, fallback: &'static Ruleset) -> Result<Self, PdnError> {
        let Head { tags, comments } = head;
        let tag = |name: &str| tags.iter().find(|tag| tag.name == name);
        let ruleset = match (tag("Ruleset"), tag("GameType")) {
            (Some(tag), _) => Ruleset::by_id(&tag.value)
                .ok_or_else(|| at(tag.place, PdnFault::Ruleset(excerpt(&tag.value))))?,
            (None, Some(tag)) => of_game_type(&tag.value)
                .ok_or_else(|| at(tag.place, PdnFault::GameType(excerpt(&tag.value))))?,
            (None, None) => fallback,
        };
        let start = match tag("FEN") {
            Some(tag) => Position::from_fen(&tag.value, ruleset)
                .map_err(|error| at(tag.place, error.into()))?,
            None => Position::start(ruleset),
        };
        let result = tag("Result")
            .and_then(|tag| lexer::result(&tag.value))
            .flatten();
        let tags = tags
            .into_iter()
            .filter(|tag| !Record::is_derived(&tag.name));
        let tags = tags.map(|tag| (tag.name, tag.value)).collect();
        let record = Record {
            tags,
            comments,
            result,
            ..Record::new(ruleset, start)
        };
        Ok(Self {
            record,
            position: start,
            plies: 0,
        })
    }

    /// Plays the move that a text means, or makes it by sabotage.
    pub(super) fn play(&mut self, text: &str, sabotage: bool) -> Result<(), PdnFault> {
        if self.hit_the_last() {
            return Err(PdnFault::Over);
        }
        let from = if sabotage {
            self.game().opponents_turn()?
        } else {
            self.position
        };
        let played = match from.find_move(self.record.ruleset, text) {
            Err(MoveError::Ambiguous { candidates, .. }) if all_the_same(&from, &candidates) => {
                candidates[0]
            }
            other => other?,
        };
        self.position = from.after(&played);
        self.plies += 1;
        self.record.actions.push(if sabotage {
            Action::Sabotage(played)
        } else {
            Action::Move(played)
        });
        Ok(())
    }

    /// Uses a boost.
    pub(super) fn boost(&mut self, command: &Command) -> Result<(), PdnFault> {
        let target = command.target.as_str();
        let square = || Square::parse(target, self.record.ruleset.board);
        let mut game = self.game();
        let action = match command.boost {
            Boost::Rocket => {
                let target = square()?;
                game.rocket(target)?;
                Action::Rocket(target)
            }
            Boost::Shield => {
                let target = square()?;
                game.shield(target)?;
                Action::Shield(target)
            }
            Boost::Sabotage | Boost::Recon if !target.is_empty() => {
                return Err(PdnFault::Unexpected(excerpt(target)));
            }
            Boost::Recon => {
                game.may_boost()?;
                Action::Recon
            }
            Boost::Sabotage => return Err(PdnFault::Sabotage),
        };
        self.position = *game.position();
        self.record.actions.push(action);
        Ok(())
    }

    /// The game as boosts see it; what the draw rules remember is held against none.
    fn game(&self) -> Game {
        Game::from_position(self.record.ruleset, self.position)
    }

    /// Whether a rocket has just ended the game. A lesson may begin without an enemy, and moves are
    /// read all the same.
    fn hit_the_last(&self) -> bool {
        let enemy = self.position.side_to_move().other();
        let rocket = matches!(self.record.actions.last(), Some(Action::Rocket(_)));
        rocket && self.position.pieces(enemy).is_empty()
    }
}

fn all_the_same(from: &Position, candidates: &[Move]) -> bool {
    let mut after = candidates.iter().map(|candidate| from.after(candidate));
    let first = after.next();
    first.is_some_and(|first| after.all(|other| other == first))
}

/// The ruleset of a `GameType`, of which only the number counts: `25` or `25,W,8,8,A0,0`.
fn of_game_type(value: &str) -> Option<&'static Ruleset> {
    let number = value.split(',').next()?.trim().parse().ok()?;
    RULESETS
        .iter()
        .find(|ruleset| ruleset.pdn_game_type == number)
}

/// A fault at a place.
pub(super) fn at(Place { line, column }: Place, fault: PdnFault) -> PdnError {
    PdnError {
        line,
        column,
        fault,
    }
}
