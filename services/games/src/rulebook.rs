//! What the rules service says.

use std::time::Duration;

use platform::{Channel, Fault};
use proto::rules::v1 as rules;
use proto::rules::v1::rules_service_client::RulesServiceClient;
use tonic::{Code, Request, Status};

use crate::document::{boost_to_wire, side_from_wire};
use crate::game::{Action, Allowed, Boost, Boosted, Deed, Effect, Side};

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Where a game starts.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) position: rules::Position,
    pub(crate) to_move: Side,
    pub(crate) over: bool,
}

/// The rules service.
#[derive(Clone, Debug)]
pub(crate) struct Rulebook(RulesServiceClient<Channel>);

impl Rulebook {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(RulesServiceClient::new(channel))
    }

    /// The start of a game: the ruleset's own, or the position written.
    pub(crate) async fn start(&self, ruleset: &str, fen: &str) -> Result<Start, Status> {
        let request = rules::StartPositionRequest {
            ruleset: ruleset.to_owned(),
            fen: fen.to_owned(),
            notation: rules::Notation::Unspecified.into(),
        };
        let answer = self.0.clone().start_position(timed(request)).await;
        let answer = answer.map_err(pass_on)?.into_inner();
        Ok(Start {
            to_move: side(answer.side_to_move())?,
            position: answer.position.ok_or_else(incomplete)?,
            over: answer.outcome.is_some(),
        })
    }

    /// A move in a position, if it is allowed.
    pub(crate) async fn apply(
        &self,
        ruleset: &str,
        position: &rules::Position,
        text: &str,
    ) -> Result<Allowed, Status> {
        let request = rules::ApplyMoveRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            r#move: text.to_owned(),
            notation: rules::Notation::Unspecified.into(),
        };
        let answer = self.0.clone().apply_move(timed(request)).await;
        let answer = answer.map_err(pass_on)?.into_inner();
        Ok(Allowed {
            text: answer.r#move.ok_or_else(incomplete)?.text,
            position: answer.position.ok_or_else(incomplete)?,
            outcome: answer.outcome,
        })
    }

    /// The legal moves of a position.
    pub(crate) async fn legal_moves(
        &self,
        ruleset: &str,
        position: &rules::Position,
        notation: rules::Notation,
    ) -> Result<Vec<rules::Move>, Status> {
        let request = rules::LegalMovesRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            notation: notation.into(),
        };
        let answer = self.0.clone().legal_moves(timed(request)).await;
        Ok(answer.map_err(pass_on)?.into_inner().moves)
    }

    /// Which boosts the side to move may use, and on what.
    pub(crate) async fn boosts(
        &self,
        ruleset: &str,
        position: &rules::Position,
    ) -> Result<Vec<rules::BoostChoice>, Status> {
        let request = rules::ListBoostsRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            notation: rules::Notation::Unspecified.into(),
        };
        let answer = self.0.clone().list_boosts(timed(request)).await;
        Ok(answer.map_err(pass_on)?.into_inner().boosts)
    }

    /// A boost in a position, if it is allowed.
    pub(crate) async fn apply_boost(
        &self,
        ruleset: &str,
        position: &rules::Position,
        boost: Boost,
        target: &str,
        text: &str,
    ) -> Result<Effect, Status> {
        let request = rules::ApplyBoostRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            boost: boost_to_wire(boost).into(),
            target: target.to_owned(),
            r#move: text.to_owned(),
            notation: rules::Notation::Unspecified.into(),
        };
        let answer = self.0.clone().apply_boost(timed(request)).await;
        let answer = answer.map_err(pass_on)?.into_inner();
        let boosted = Boosted {
            boost,
            target: answer.target,
            text: answer.r#move.map(|played| played.text).unwrap_or_default(),
            hint: Vec::new(),
            shield_burned: answer.shield_burned,
            outcome: answer.outcome,
        };
        Ok(Effect {
            boosted,
            position: answer.position.ok_or_else(incomplete)?,
        })
    }

    /// The position after a boost that was used.
    pub(crate) async fn after_boost(
        &self,
        ruleset: &str,
        fen: String,
        boosted: &Boosted,
        notation: rules::Notation,
    ) -> Result<String, Status> {
        let request = rules::ApplyBoostRequest {
            ruleset: ruleset.to_owned(),
            position: Some(rules::Position { fen, history: None }),
            boost: boost_to_wire(boosted.boost).into(),
            target: boosted.target.clone(),
            r#move: boosted.text.clone(),
            notation: notation.into(),
        };
        let answer = self.0.clone().apply_boost(timed(request)).await;
        let position = answer.map_err(pass_on)?.into_inner().position;
        Ok(position.ok_or_else(incomplete)?.fen)
    }

    /// The plies of a game in full, each with the position after it, and the last position.
    pub(crate) async fn replay(
        &self,
        ruleset: &str,
        start_fen: &str,
        actions: impl Iterator<Item = Action<'_>>,
        notation: rules::Notation,
    ) -> Result<rules::ReplayResponse, Status> {
        let request = rules::ReplayRequest {
            ruleset: ruleset.to_owned(),
            start_fen: start_fen.to_owned(),
            moves: Vec::new(),
            actions: actions.map(action).collect(),
            notation: notation.into(),
        };
        let answer = self.0.clone().replay(timed(request)).await;
        Ok(answer.map_err(pass_on)?.into_inner())
    }

    /// A game as PDN.
    pub(crate) async fn write_pdn(
        &self,
        request: rules::WritePdnRequest,
    ) -> Result<String, Status> {
        let answer = self.0.clone().write_pdn(timed(request)).await;
        Ok(answer.map_err(pass_on)?.into_inner().pdn)
    }
}

fn action(action: Action<'_>) -> rules::Action {
    use rules::action::Action as Deeds;
    let deed = match action.deed {
        Deed::Move(text) => Deeds::Move(text.to_owned()),
        Deed::Boost(boosted) => Deeds::Boost(boost_action(boosted)),
    };
    rules::Action { action: Some(deed) }
}

/// A boost as the rules service takes it.
pub(crate) fn boost_action(boosted: &Boosted) -> rules::BoostAction {
    rules::BoostAction {
        boost: boost_to_wire(boosted.boost).into(),
        target: boosted.target.clone(),
        r#move: boosted.text.clone(),
    }
}

fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(TIMEOUT);
    request
}

/// What the caller did wrong reaches the caller; all else is the rules service being away.
fn pass_on(status: Status) -> Status {
    match status.code() {
        Code::InvalidArgument
        | Code::FailedPrecondition
        | Code::NotFound
        | Code::DeadlineExceeded => status,
        _ => {
            tracing::warn!(%status, "the rules service failed");
            Fault::unavailable(
                "RULES_UNAVAILABLE",
                "moves cannot be checked now; it is safe to repeat the call",
            )
            .into()
        }
    }
}

fn side(side: rules::Side) -> Result<Side, Status> {
    side_from_wire(side).ok_or_else(incomplete)
}

/// The rules service answered less than it should.
pub(crate) fn incomplete() -> Status {
    tracing::error!("the rules service left something out of an answer");
    Fault::internal("the rules service left something out").into()
}
