//! What happens in a game, and the messages of the stream that tells it.

use proto::games::v1 as games;
use proto::games::v1::game_event::Happening as Told;
use proto::games::v1::watch_game_response::Update;
use serde::Serialize;
use utoipa::ToSchema;

use super::boosts::{BoostCalled, BoostRefused, BoostUsed};
use super::clock::Clock;
use super::game::{self, Game, Outcome, PlayedMove};
use super::rating::RatingChanges;
use super::values::Side;
use crate::fault::Fault;

/// Something that happened in a game: `move_played`, or another one of the kinds below.
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
    /// What happened.
    #[serde(flatten)]
    happening: Happening,
    /// There when it ended the game, or came after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// The clock right after it; left out when the game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Clock>,
}

/// What happened: exactly one of these.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Happening {
    /// A move was played.
    MovePlayed(MovePlayed),
    /// A player resigned: the side that gave up.
    Resigned(OfSide),
    /// A game without a clock saw no move for a day.
    Abandoned(Nothing),
    /// The side to move has little time left. Once a turn.
    ClockWarning(OfSide),
    /// The side to move has missed a turn and gets the same time again.
    TurnMissed(TurnMissed),
    /// The time of the side to move ran out.
    TimeRanOut(OfSide),
    /// Time was given back to the side to move, because the service was away.
    TimeGivenBack(TimeGivenBack),
    /// A draw was offered: the side that offers it.
    DrawOffered(OfSide),
    /// The open draw offer was declined by the side it was made to.
    DrawDeclined(Nothing),
    /// The players agreed on a draw.
    DrawAgreed(Nothing),
    /// A player took the game back: the side that did.
    Aborted(OfSide),
    /// A player calls for a boost, which is being paid for.
    BoostCalled(BoostCalled),
    /// A boost took effect.
    BoostUsed(BoostUsed),
    /// A boost that was called for cannot be had: nothing has happened, nothing is spent.
    BoostRefused(BoostRefused),
    /// The result was rated. Comes after the event that ended the game, and is the last.
    Rated(RatingChanges),
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

/// A side did it, or it happened to it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OfSide {
    /// The side.
    side: Side,
}

impl OfSide {
    fn read(side: i32) -> Option<Self> {
        Side::read(side).map(|side| Self { side })
    }
}

/// There is nothing more to say of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Nothing {}

/// A turn was missed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TurnMissed {
    /// The side that missed it.
    side: Side,
    /// How many it has missed in a row.
    misses: u32,
}

/// Time was given back.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TimeGivenBack {
    /// How much, in milliseconds.
    span_ms: i64,
}

impl Happening {
    fn read(told: Told) -> Option<Self> {
        Some(match told {
            Told::MovePlayed(played) => Self::MovePlayed(MovePlayed {
                played: PlayedMove::read(played.r#move?)?,
                fen: played.fen,
                side_to_move: Side::read(played.side_to_move)?,
            }),
            Told::Resigned(of) => Self::Resigned(OfSide::read(of.side)?),
            Told::Abandoned(_) => Self::Abandoned(Nothing {}),
            Told::ClockWarning(of) => Self::ClockWarning(OfSide::read(of.side)?),
            Told::TurnMissed(missed) => Self::TurnMissed(TurnMissed {
                side: Side::read(missed.side)?,
                misses: missed.misses,
            }),
            Told::TimeRanOut(of) => Self::TimeRanOut(OfSide::read(of.side)?),
            Told::TimeGivenBack(given) => Self::TimeGivenBack(TimeGivenBack {
                span_ms: given.span_ms,
            }),
            Told::DrawOffered(of) => Self::DrawOffered(OfSide::read(of.side)?),
            Told::DrawDeclined(_) => Self::DrawDeclined(Nothing {}),
            Told::DrawAgreed(_) => Self::DrawAgreed(Nothing {}),
            Told::Aborted(of) => Self::Aborted(OfSide::read(of.side)?),
            Told::BoostCalled(call) => Self::BoostCalled(BoostCalled::read(call)?),
            Told::BoostUsed(used) => Self::BoostUsed(BoostUsed::read(used)?),
            Told::BoostRefused(refused) => Self::BoostRefused(BoostRefused::read(refused)?),
            Told::Rated(rated) => Self::Rated(RatingChanges::read(rated.changes?)?),
        })
    }
}

impl GameEvent {
    fn read(event: games::GameEvent) -> Option<Self> {
        Some(Self {
            game_id: event.game_id,
            version: event.version,
            at_ms: game::millis(event.at)?,
            happening: Happening::read(event.happening?)?,
            outcome: game::outcome(event.outcome)?,
            clock: Clock::read_optional(event.clock)?,
        })
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
