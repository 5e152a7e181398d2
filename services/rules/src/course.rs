//! A game played from its start, action by action.

use draughts::Game;
use draughts::combat::Action;
use platform::Fault;
use proto::rules::v1 as rules;
use proto::rules::v1::action;

use crate::{boosts, refusal};

/// A game that is played, and how much has been. A refusal says how far it came: `ply` counts the
/// plies that were fine, `action` the moves and boosts.
#[derive(Debug)]
pub(crate) struct Course {
    pub(crate) game: Game,
    plies: usize,
    actions: usize,
}

impl Course {
    /// A game of which nothing has been played.
    pub(crate) const fn new(game: Game) -> Self {
        Self {
            game,
            plies: 0,
            actions: 0,
        }
    }

    /// How many plies have been played.
    pub(crate) const fn plies(&self) -> usize {
        self.plies
    }

    /// Plays a move or uses a boost of a list of both.
    pub(crate) fn act(&mut self, sent: &rules::Action) -> Result<Action, Fault> {
        match &sent.action {
            Some(action::Action::Move(text)) => self.play(text),
            Some(action::Action::Boost(boost)) => {
                let path = format!("actions[{}].boost.", self.actions);
                self.boost(boost, &path)
            }
            None => {
                let field = format!("actions[{}]", self.actions);
                let fault = refusal::missing(&field, "an action is a move or a boost: say which");
                Err(self.place(fault))
            }
        }
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, text: &str) -> Result<Action, Fault> {
        let played = self.game.play_text(text);
        let played = played.map_err(|error| refusal::of_play(&error));
        self.note(played.map(Action::Move))
    }

    /// Makes a move by sabotage.
    pub(crate) fn sabotage(&mut self, text: &str) -> Result<Action, Fault> {
        let made = self.game.sabotage(text);
        let made = made.map_err(|refused| refusal::of_boost(&refused, "move"));
        self.note(made.map(Action::Sabotage))
    }

    /// Uses a boost, whose fields are called after `path`.
    pub(crate) fn boost(
        &mut self,
        boost: &rules::BoostAction,
        path: &str,
    ) -> Result<Action, Fault> {
        let used = boosts::apply(&mut self.game, boost, path);
        self.note(used)
    }

    fn note(&mut self, done: Result<Action, Fault>) -> Result<Action, Fault> {
        let done = done.map_err(|fault| self.place(fault))?;
        self.actions += 1;
        self.plies += usize::from(done.ply().is_some());
        Ok(done)
    }

    /// A fault of the action that would come next.
    pub(crate) fn place(&self, fault: Fault) -> Fault {
        fault.with("ply", &self.plies).with("action", &self.actions)
    }
}
