//! Waiting in a queue.

use proto::matchmaking::v1 as matchmaking;
use proto::matchmaking::v1::cancel_response::Outcome;
use proto::matchmaking::v1::enqueue_response::Update;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Match;
use crate::fault::{ErrorInfo, Fault};
use crate::model::game::millis;
use crate::model::values::Level;

/// Which of a mode's queues, and for whom it is asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rated": true}))]
pub(crate) struct InQueue {
    /// Whether the game is rated.
    #[serde(default)]
    pub(crate) rated: bool,
    /// The player; the caller if left out.
    #[serde(default)]
    pub(crate) player: String,
}

/// A message of a queue's stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum QueueMessage {
    /// Where the player stands; at once, then whenever it changes and every few seconds.
    Waiting {
        /// The place in the queue, from 1, by time of arrival.
        position: u32,
        /// How many wait.
        length: u32,
        /// How long it will take, from how long others have waited lately, in milliseconds; left
        /// out if unknown.
        #[serde(skip_serializing_if = "Option::is_none")]
        estimated_wait_ms: Option<i64>,
        /// Since when the player waits, in Unix milliseconds.
        since_ms: i64,
        /// How far an opponent's rating may be away by now.
        window: u32,
    },
    /// Nobody has come within the chosen time: a bot would play. Waiting goes on.
    BotOffered {
        /// The strength it would play with.
        level: Level,
    },
    /// An opponent was found. It is the last message.
    Matched {
        /// The match.
        #[serde(rename = "match")]
        made: Match,
    },
    /// The player left the queue elsewhere. It is the last message.
    Cancelled {},
    /// The player cannot wait here. It is the only message.
    Refused {
        /// What is wrong.
        error: ErrorInfo,
    },
}

impl QueueMessage {
    fn read(update: Update) -> Option<Self> {
        Some(match update {
            Update::Waiting(waiting) => Self::Waiting {
                position: waiting.position,
                length: waiting.length,
                estimated_wait_ms: waiting.estimated_wait_ms,
                since_ms: millis(waiting.since)?,
                window: waiting.window.unwrap_or(u32::MAX),
            },
            Update::BotOffered(offer) => Self::BotOffered {
                level: Level::read(offer.level)?,
            },
            Update::Matched(made) => Self::Matched { made: made.into() },
            Update::Cancelled(_) => Self::Cancelled {},
        })
    }
}

impl TryFrom<matchmaking::EnqueueResponse> for QueueMessage {
    type Error = Fault;

    fn try_from(message: matchmaking::EnqueueResponse) -> Result<Self, Fault> {
        let message = message.update.and_then(Self::read);
        message.ok_or_else(|| Fault::bad_answer("an update of a queue"))
    }
}

/// Whether the player has left.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum CancelAnswer {
    /// Left, or never waited: there will be no match.
    Cancelled {},
    /// Too late: this is the match.
    Matched {
        /// The match.
        #[serde(rename = "match")]
        made: Match,
    },
}

impl TryFrom<matchmaking::CancelResponse> for CancelAnswer {
    type Error = Fault;

    fn try_from(answer: matchmaking::CancelResponse) -> Result<Self, Fault> {
        match answer.outcome {
            Some(Outcome::Cancelled(_)) => Ok(Self::Cancelled {}),
            Some(Outcome::Matched(made)) => Ok(Self::Matched { made: made.into() }),
            None => Err(Fault::bad_answer("neither left nor matched")),
        }
    }
}

/// The queues in which somebody waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Queues {
    /// The queues.
    queues: Vec<QueueStatus>,
}

/// How a queue stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QueueStatus {
    /// The mode.
    #[schema(example = "classic")]
    mode: String,
    /// Whether its games are rated.
    rated: bool,
    /// How many wait in it.
    length: u32,
}

impl From<matchmaking::ListQueuesResponse> for Queues {
    fn from(answer: matchmaking::ListQueuesResponse) -> Self {
        let queues = answer.queues.into_iter().map(|status| QueueStatus {
            mode: status.mode,
            rated: status.rated,
            length: status.length,
        });
        Self {
            queues: queues.collect(),
        }
    }
}
