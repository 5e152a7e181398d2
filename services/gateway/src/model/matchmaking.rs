//! Meeting an opponent: queues, invites, the lobby.

mod invite;
mod queue;

use proto::matchmaking::v1 as matchmaking;
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use invite::{CreateInvite, Invite, InviteMessage, Lobby};
pub(crate) use queue::{CancelAnswer, InQueue, QueueMessage, Queues};

/// Two players that were brought together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"game_id": "01k0example", "white": "ann", "black": "bob"}))]
pub(crate) struct Match {
    /// The game; it is there when this is told.
    game_id: String,
    /// Who plays White; left out for a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    /// Who plays Black; left out for a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
}

impl From<matchmaking::Match> for Match {
    fn from(made: matchmaking::Match) -> Self {
        Self {
            game_id: made.game_id,
            white: made.white,
            black: made.black,
        }
    }
}
