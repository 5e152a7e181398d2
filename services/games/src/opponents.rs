//! What the bots service plays and advises.

use std::time::Duration;

use platform::{Channel, Fault};
use proto::bots::v1::bots_service_client::BotsServiceClient;
use proto::bots::v1::choose_move_response::Choice as Chosen;
use proto::bots::v1::{ChooseMoveRequest, HintRequest, Level};
use proto::rules::v1::Position;
use tonic::{Request, Status};

use crate::document::{boost_from_wire, boost_to_wire};
use crate::game::Boost;

/// How long a bot may think, transport and a second try included.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What a bot does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// It plays this move.
    Move(String),
    /// It uses a boost before it moves.
    Boost {
        /// Which.
        boost: Boost,
        /// Of a sabotage the opponent's move.
        text: String,
    },
}

/// The bots service.
#[derive(Clone, Debug)]
pub(crate) struct Opponents(BotsServiceClient<Channel>);

impl Opponents {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(BotsServiceClient::new(channel))
    }

    /// What a bot does in a position, where it may use these boosts.
    pub(crate) async fn choose(
        &self,
        ruleset: &str,
        position: &Position,
        level: Level,
        boosts: &[Boost],
    ) -> Result<Choice, Status> {
        let boosts = boosts.iter();
        let message = ChooseMoveRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            level: level.into(),
            boosts: boosts.map(|boost| boost_to_wire(*boost).into()).collect(),
        };
        let answer = self.0.clone().choose_move(timed(message)).await?;
        let choice = match answer.into_inner().choice {
            Some(Chosen::Move(text)) => Some(Choice::Move(text)),
            Some(Chosen::Boost(chosen)) => {
                boost_from_wire(chosen.boost()).map(|boost| Choice::Boost {
                    boost,
                    text: chosen.r#move,
                })
            }
            None => None,
        };
        choice.ok_or_else(|| Status::internal("a bot that chose nothing"))
    }

    /// The squares of a strong move, in turn.
    pub(crate) async fn hint(
        &self,
        ruleset: &str,
        position: &Position,
    ) -> Result<Vec<String>, Status> {
        let message = HintRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
        };
        let answer = self.0.clone().hint(timed(message)).await;
        let hint = answer.map(|answer| answer.into_inner().r#move.unwrap_or_default().path);
        match hint {
            Ok(path) if !path.is_empty() => Ok(path),
            unanswered => {
                tracing::warn!(?unanswered, "the bots service gave no hint");
                Err(Fault::unavailable(
                    "BOTS_UNAVAILABLE",
                    "nobody can look for a strong move now: it is safe to repeat the call",
                )
                .into())
            }
        }
    }
}

fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(TIMEOUT);
    request
}
