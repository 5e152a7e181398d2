//! What happens in a game, and the messages of the stream that tells it.

use proto::games::v1 as games;
use proto::games::v1::game_event::Happening;
use proto::games::v1::watch_game_response::Update;
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{self, Game, Outcome, PlayedMove};
use super::values::Side;
use crate::fault::Fault;

/// Something that happened in a game: exactly one of `move_played`, `resigned`, `abandoned`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "01k0example", "version": 2, "at_ms": 1_790_000_001_000_i64,
    "move_played": {
        "move": {"ply": 1, "side": "white", "text": "c3-d4", "played_at_ms": 1_790_000_001_000_i64},
        "fen": "B:Wd4:Bf6", "side_to_move": "black",
    },
}))]
pub(crate) struct GameEvent {
    /// The game.
    game_id: String,
    /// The game's version after it.
    version: u64,
    /// When it happened, in Unix milliseconds.
    at_ms: i64,
    /// A move was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_played: Option<MovePlayed>,
    /// A player resigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<Resigned>,
    /// The game was abandoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    abandoned: Option<Abandoned>,
    /// There when it ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// A move was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MovePlayed {
    /// The move.
    #[serde(rename = "move")]
    played: PlayedMove,
    /// The position after it, as PDN FEN.
    fen: String,
    /// Whose turn it is now.
    side_to_move: Side,
}

/// A player resigned.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Resigned {
    /// The side that gave up.
    side: Side,
}

/// Nobody moved for a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Abandoned {}

impl GameEvent {
    fn read(event: games::GameEvent) -> Option<Self> {
        let mut read = Self {
            game_id: event.game_id,
            version: event.version,
            at_ms: game::millis(event.at)?,
            move_played: None,
            resigned: None,
            abandoned: None,
            outcome: game::outcome(event.outcome)?,
        };
        match event.happening? {
            Happening::MovePlayed(played) => {
                read.move_played = Some(MovePlayed {
                    played: PlayedMove::read(played.r#move?)?,
                    fen: played.fen,
                    side_to_move: Side::read(played.side_to_move)?,
                });
            }
            Happening::Resigned(resigned) => {
                let side = Side::read(resigned.side)?;
                read.resigned = Some(Resigned { side });
            }
            Happening::Abandoned(_) => read.abandoned = Some(Abandoned {}),
        }
        Some(read)
    }
}

impl TryFrom<Option<games::GameEvent>> for GameEvent {
    type Error = Fault;

    fn try_from(event: Option<games::GameEvent>) -> Result<Self, Fault> {
        event
            .and_then(Self::read)
            .ok_or_else(|| Fault::bad_answer("an event"))
    }
}

/// A message of a game's stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum WatchMessage {
    /// The game as it stands.
    Snapshot {
        /// The game.
        game: Box<Game>,
    },
    /// What happened next.
    Event {
        /// The event.
        event: Box<GameEvent>,
    },
}

impl TryFrom<games::WatchGameResponse> for WatchMessage {
    type Error = Fault;

    fn try_from(message: games::WatchGameResponse) -> Result<Self, Fault> {
        match message.update {
            Some(Update::Snapshot(game)) => Ok(Self::Snapshot {
                game: Box::new(Some(game).try_into()?),
            }),
            Some(Update::Event(event)) => Ok(Self::Event {
                event: Box::new(Some(event).try_into()?),
            }),
            None => Err(Fault::bad_answer("an empty update")),
        }
    }
}
