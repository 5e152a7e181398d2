//! What is done in a game with boosts: a move, or a boost with what it is used on.

use draughts::combat::{self, Boost, Refused};
use draughts::{Game, Move, MoveError, Notation, PlayError, Ruleset, Square};
use serde::Deserialize;

use super::Refusal;

/// An action as a line of JSON has it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Action {
    /// The boost; left out for a move.
    pub(super) boost: Option<String>,
    /// The square that a rocket or a shield is for.
    pub(super) target: Option<String>,
    /// The move, or the one that sabotage makes.
    #[serde(rename = "move")]
    pub(super) text: Option<String>,
}

/// An action that was carried out.
#[derive(Debug)]
pub(super) enum Done {
    /// A move was played.
    Move(Move),
    /// A boost was used: on a square, with a move, or on nothing.
    Boost(Boost, Option<Square>, Option<Move>),
}

impl Done {
    /// Whether it is a ply of the game: boosts are none, but sabotage is.
    pub(super) fn is_ply(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Boost(Boost::Sabotage, ..))
    }

    /// As people write it.
    pub(super) fn to_text(&self, game: &Game, notation: Notation) -> String {
        let board = game.ruleset().board;
        match self {
            Self::Move(played) => played.to_text(board, notation),
            Self::Boost(boost, target, played) => {
                let on = target.map(|square| square.to_text(board, notation));
                let on = on.or_else(|| played.map(|played| played.to_text(board, notation)));
                on.map_or_else(
                    || boost.as_str().to_owned(),
                    |on| format!("{} {on}", boost.as_str()),
                )
            }
        }
    }
}

impl Action {
    /// A move.
    pub(super) fn play(text: String) -> Self {
        Self {
            text: Some(text),
            ..Self::default()
        }
    }

    /// An action of a record.
    pub(super) fn of(action: &combat::Action, ruleset: &Ruleset) -> Self {
        let square = |square: &Square| square.to_text(ruleset.board, ruleset.notation);
        let text = |played: &Move| played.to_text(ruleset.board, ruleset.notation);
        let (boost, target) = match action {
            combat::Action::Move(_) => (None, None),
            combat::Action::Recon => (Some(Boost::Recon), None),
            combat::Action::Rocket(target) => (Some(Boost::Rocket), Some(square(target))),
            combat::Action::Shield(target) => (Some(Boost::Shield), Some(square(target))),
            combat::Action::Sabotage(_) => (Some(Boost::Sabotage), None),
        };
        Self {
            boost: boost.map(|boost| boost.as_str().to_owned()),
            target,
            text: action.ply().map(text),
        }
    }

    /// Carries the action out; a refusal leaves the game as it was.
    pub(super) fn apply(&self, game: &mut Game) -> Result<Done, Refusal> {
        let Some(name) = &self.boost else {
            let played = game
                .play_text(self.text()?)
                .map_err(|error| Refusal::new(reason(&error), error.to_string()))?;
            return Ok(Done::Move(played));
        };
        let boost = Boost::by_name(name).ok_or_else(|| {
            let known = Boost::ALL.map(Boost::as_str).join(", ");
            let message = format!("there is no boost \"{name}\", only {known}");
            Refusal::new("unknown_boost", message)
        })?;
        Ok(match boost {
            Boost::Recon => {
                game.may_boost()?;
                Done::Boost(boost, None, None)
            }
            Boost::Rocket => {
                let target = self.target(game)?;
                game.rocket(target)?;
                Done::Boost(boost, Some(target), None)
            }
            Boost::Shield => {
                let target = self.target(game)?;
                game.shield(target)?;
                Done::Boost(boost, Some(target), None)
            }
            Boost::Sabotage => {
                let played = game.sabotage(self.text()?)?;
                Done::Boost(boost, None, Some(played))
            }
        })
    }

    fn text(&self) -> Result<&str, Refusal> {
        let missing = || Refusal::new("missing_move", "give the \"move\"".to_owned());
        self.text.as_deref().ok_or_else(missing)
    }

    fn target(&self, game: &Game) -> Result<Square, Refusal> {
        let missing = || Refusal::new("missing_target", "give the \"target\", a square".to_owned());
        let text = self.target.as_deref().ok_or_else(missing)?;
        Square::parse(text, game.ruleset().board)
            .map_err(|error| Refusal::new("unreadable_square", error.to_string()))
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self::new(refused.reason(), refused.to_string())
    }
}

/// The word for programs for why a move is not played.
fn reason(error: &PlayError) -> &'static str {
    match error {
        PlayError::Over(_) => "game_over",
        PlayError::Move(MoveError::Illegal { .. }) => "illegal_move",
        PlayError::Move(MoveError::Ambiguous { .. }) => "ambiguous_move",
        PlayError::Move(MoveError::Unreadable { .. }) => "unreadable_move",
    }
}
