//! What the bots service plays.

use std::time::Duration;

use platform::{Channel, once_more};
use proto::bots::v1::bots_service_client::BotsServiceClient;
use proto::bots::v1::choose_move_response::Choice;
use proto::bots::v1::{ChooseMoveRequest, Level};
use proto::rules::v1::Position;
use tonic::{Request, Status};

/// How long a bot may think, transport and a second try included.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The bots service.
#[derive(Clone, Debug)]
pub(crate) struct Opponents(BotsServiceClient<Channel>);

impl Opponents {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(BotsServiceClient::new(channel))
    }

    /// The move of a bot in a position.
    pub(crate) async fn choose(
        &self,
        ruleset: &str,
        position: &Position,
        level: Level,
    ) -> Result<String, Status> {
        let message = ChooseMoveRequest {
            ruleset: ruleset.to_owned(),
            position: Some(position.clone()),
            level: level.into(),
            boosts: Vec::new(),
        };
        once_more(|| async {
            let mut request = Request::new(message.clone());
            request.set_timeout(TIMEOUT);
            self.0.clone().choose_move(request).await.map(|answer| {
                match answer.into_inner().choice {
                    Some(Choice::Move(text)) => text,
                    _ => String::new(),
                }
            })
        })
        .await
    }
}
