//! Boosts in live games (rule book, section 6), spent exactly once and together with their effect,
//! whatever dies in between.
//!
//! Three steps, each of which is kept: a player *calls* for a boost, and the game holds all that it
//! will do while the clock stands still; the shop *takes* it from the player's inventory under a name
//! that no other call has; then it *takes effect*. Whoever calls goes through them at once, and a job
//! does if that one does not get to the end. A call that comes to nothing has what was taken for it
//! given back by another job, and its name can take nothing afterwards.

mod effect;
mod lot;
mod plan;
mod settle;

pub(crate) use self::effect::is_same;
pub use self::lot::Lot;
pub(crate) use self::plan::jobs;

use platform::Fault;
use proto::games::v1 as wire;
use proto::rules::v1::BoostChoice;
use tonic::Status;

use crate::document::{boost_from_wire, boost_to_wire};
use crate::game::{
    Boost, Command, Decision, Game, Refusal, Side, Turn, decide, may_boost, may_use,
};
use crate::opponents::Opponents;
use crate::past;
use crate::reader::Reader;
use crate::refusals::{contended, refuse};
use crate::repository::{ATTEMPTS, Cause};
use crate::sealed::Viewer;
use crate::shop::Shop;

/// What a player asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    pub(crate) boost: Boost,
    /// Of a shield the man it goes on.
    pub(crate) target: &'a str,
    /// Of a sabotage the opponent's move.
    pub(crate) text: &'a str,
}

impl<'a> Wish<'a> {
    fn read(request: &'a wire::UseBoostRequest) -> Result<Self, Fault> {
        let missing = |field, message| Fault::malformed(field, "MISSING_FIELD", message);
        let boost =
            boost_from_wire(request.boost()).ok_or_else(|| missing("boost", "say which boost"))?;
        let (target, text) = match boost {
            Boost::Recon | Boost::Rocket => ("", ""),
            Boost::Shield if request.target.is_empty() => {
                return Err(missing("target", "say on which man the shield goes"));
            }
            Boost::Shield => (&*request.target, ""),
            Boost::Sabotage if request.r#move.is_empty() => {
                return Err(missing("move", "say which move the opponent makes"));
            }
            Boost::Sabotage => ("", &*request.r#move),
        };
        Ok(Self {
            boost,
            target,
            text,
        })
    }
}

/// Everything that boosts take.
#[derive(Clone)]
pub(crate) struct Boosts {
    reader: Reader,
    opponents: Opponents,
    shop: Shop,
    lot: Lot,
}

impl Boosts {
    pub(crate) fn new(reader: Reader, opponents: Opponents, shop: Shop, lot: Lot) -> Self {
        Self {
            reader,
            opponents,
            shop,
            lot,
        }
    }

    /// Uses a boost: answered when it has taken effect, and a repeat alike.
    pub(crate) async fn use_boost(
        &self,
        request: &wire::UseBoostRequest,
    ) -> Result<wire::GameEvent, Status> {
        let (id, player) = (&request.game_id, &request.player_id);
        let wish = Wish::read(request)?;
        let rulebook = &self.reader.rulebook;
        for _ in 0..ATTEMPTS {
            let loaded = self.reader.settled(id).await?;
            let game = &loaded.game;
            let turn = may_use(game, player, request.expected_action);
            let call = match turn.map_err(|refusal| refuse(&refusal))? {
                Turn::Repeat => {
                    let number = request.expected_action + 1;
                    let repeated = past::repeated_boost(rulebook, id, game, number, wish).await?;
                    let stale = Refusal::StaleAction {
                        actions: game.state().actions,
                    };
                    let event = repeated.ok_or_else(|| refuse(&stale))?;
                    return Ok(event.open(Viewer::of(game.seats(), player)));
                }
                Turn::InFlight => match self.called_alike(game, wish).await? {
                    Some(call) => call,
                    None => return Err(refuse(&Refusal::BoostInFlight).into()),
                },
                Turn::Fresh => {
                    let effect = self.affordable(game, player, wish).await?;
                    let decision = decide(game, Command::Call(effect), loaded.now);
                    let Decision::Change(after) = decision.map_err(|refusal| refuse(&refusal))?
                    else {
                        continue;
                    };
                    let repository = &self.reader.repository;
                    let called = repository.change(id, game, &after, Cause::Command);
                    if called.await?.is_none() {
                        continue;
                    }
                    after.version()
                }
            };
            self.settle(id).await?;
            return self.came_of(id, call, player).await;
        }
        Err(contended().into())
    }

    /// Which boosts a player may use now, on what, and how many more.
    pub(crate) async fn list(
        &self,
        id: &str,
        player: &str,
    ) -> Result<Vec<wire::BoostOption>, Status> {
        let loaded = self.reader.settled(id).await?;
        let (game, state) = (&loaded.game, loaded.game.state());
        let seats = game.seats();
        let own = seats.sides_of(player).next();
        let own = own.ok_or_else(|| refuse(&Refusal::NotYourGame))?;
        let side = if seats.holds(player, state.to_move) {
            state.to_move
        } else {
            own
        };
        let for_all = if state.outcome.is_some() {
            Some(Refusal::GameOver)
        } else if side != state.to_move {
            Some(Refusal::NotYourTurn)
        } else if state.in_flight {
            Some(Refusal::BoostInFlight)
        } else {
            None
        };
        if let Some(refusal) = for_all {
            let choices = Boost::ALL.into_iter().map(|boost| BoostChoice {
                boost: boost_to_wire(boost).into(),
                refused: Some(refuse(&refusal).reason().to_owned()),
                ..BoostChoice::default()
            });
            return Ok(options(game, side, choices));
        }
        let ruleset = &game.beginning().ruleset;
        let mut choices = self
            .reader
            .rulebook
            .boosts(ruleset, game.position())
            .await?;
        for choice in &mut choices {
            let allowed = boost_from_wire(choice.boost()).map(|boost| may_boost(game, boost));
            if let Some(Err(refusal)) = allowed
                && choice.refused.is_none()
            {
                choice.refused = Some(refuse(&refusal).reason().to_owned());
            }
        }
        Ok(options(game, side, choices.into_iter()))
    }
}

fn options(
    game: &Game,
    side: Side,
    choices: impl Iterator<Item = BoostChoice>,
) -> Vec<wire::BoostOption> {
    choices
        .map(|choice| wire::BoostOption {
            left: boost_from_wire(choice.boost()).map_or(0, |boost| game.boosts_left(side, boost)),
            choice: Some(choice),
        })
        .collect()
}
