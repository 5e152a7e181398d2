//! A game.

use prost_types::Timestamp;
use proto::bots::v1::Level as WireLevel;
use proto::games::v1 as games;
use proto::games::v1::seat::Occupant;
use proto::rules::v1 as rules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::boosts::{BoostCalled, BoostLimits, UsedBoost};
use super::clock::Clock;
use super::rating::RatingChanges;
use super::values::{GameResult, Level, Reason, Side};
use crate::fault::Fault;

/// Who plays a side: a person by player id, or a bot by its strength. One player may sit on both
/// sides: two people on one board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(example = json!({"player": "ann"}))]
pub(crate) enum Seat {
    /// A person.
    Player(String),
    /// A bot.
    Bot(Level),
}

impl Seat {
    fn read(seat: Option<games::Seat>) -> Option<Self> {
        match seat?.occupant? {
            Occupant::PlayerId(id) => Some(Self::Player(id)),
            Occupant::Bot(level) => Level::read(level).map(Self::Bot),
        }
    }
}

impl From<Seat> for games::Seat {
    fn from(seat: Seat) -> Self {
        let occupant = match seat {
            Seat::Player(id) => Occupant::PlayerId(id),
            Seat::Bot(level) => Occupant::Bot(WireLevel::from(level).into()),
        };
        Self {
            occupant: Some(occupant),
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedMove {
    /// Its number in the game, from 1.
    #[schema(example = 1)]
    ply: u32,
    /// The side that played it.
    side: Side,
    /// The move in full, in the ruleset's own notation.
    #[schema(example = "c3-d4")]
    text: String,
    /// When it was played, in Unix milliseconds.
    #[schema(example = 1_790_000_000_000_i64)]
    played_at_ms: i64,
    /// There, and true, when the opponent made it by sabotage.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    sabotaged: bool,
}

impl PlayedMove {
    pub(super) fn read(played: games::PlayedMove) -> Option<Self> {
        Some(Self {
            ply: played.ply,
            side: Side::read(played.side)?,
            text: played.text,
            played_at_ms: millis(played.played_at)?,
            sabotaged: played.sabotaged,
        })
    }
}

/// The end of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"result": "white_wins", "reason": "no_pieces", "also": []}))]
pub(crate) struct Outcome {
    /// Who won, if anybody did.
    result: GameResult,
    /// The rule that ended the game.
    reason: Reason,
    /// Other draw rules that hold in the same position.
    also: Vec<Reason>,
}

impl Outcome {
    pub(super) fn read(outcome: rules::Outcome) -> Option<Self> {
        Some(Self {
            result: GameResult::read(outcome.result)?,
            reason: Reason::read(outcome.reason)?,
            also: outcome
                .also
                .into_iter()
                .map(Reason::read)
                .collect::<Option<_>>()?,
        })
    }
}

/// Another game between the same players with the colours swapped.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"offered_by": "white"}))]
pub(crate) struct Rematch {
    /// The side that offered it.
    offered_by: Side,
    /// The game, once both want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_id: Option<String>,
}

impl Rematch {
    fn read(rematch: games::Rematch) -> Option<Self> {
        Some(Self {
            offered_by: Side::read(rematch.offered_by)?,
            game_id: given(rematch.game_id),
        })
    }
}

impl TryFrom<Option<games::Rematch>> for Rematch {
    type Error = Fault;

    fn try_from(rematch: Option<games::Rematch>) -> Result<Self, Fault> {
        rematch
            .and_then(Self::read)
            .ok_or_else(|| Fault::bad_answer("a rematch"))
    }
}

/// A game as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "01k0example", "version": 2, "mode": "classic", "ruleset": "russian-late-promotion",
    "white": {"player": "ann"}, "black": {"bot": "easy"},
    "start_fen": "W:Wc3:Bf6", "fen": "B:Wd4:Bf6", "side_to_move": "black", "ply": 1,
    "moves": [{"ply": 1, "side": "white", "text": "c3-d4", "played_at_ms": 1_790_000_001_000_i64}],
    "created_at_ms": 1_790_000_000_000_i64, "updated_at_ms": 1_790_000_001_000_i64,
    "spectators": 0, "rated": false, "actions": 1, "boosts": [],
}))]
pub(crate) struct Game {
    /// The game's id.
    pub(crate) id: String,
    /// Grows by one with every change.
    version: u64,
    /// The mode; left out when the game was created by ruleset alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<String>,
    /// The ruleset.
    ruleset: String,
    /// Who plays White.
    white: Seat,
    /// Who plays Black.
    black: Seat,
    /// The position the game started from, as PDN FEN.
    start_fen: String,
    /// The position now, as PDN FEN.
    fen: String,
    /// Whose turn it is.
    side_to_move: Side,
    /// Moves played so far: the `ply` to send with the next one.
    ply: u32,
    /// The moves played.
    moves: Vec<PlayedMove>,
    /// There when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// When the game was created, in Unix milliseconds.
    created_at_ms: i64,
    /// When it last changed, in Unix milliseconds.
    updated_at_ms: i64,
    /// Both players' times; left out when the game has no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Clock>,
    /// The side whose draw offer is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    draw_offered_by: Option<Side>,
    /// Where a rematch stands, once the game is over and one is wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch: Option<Rematch>,
    /// The game that this one is the rematch of.
    #[serde(skip_serializing_if = "Option::is_none")]
    rematch_of: Option<String>,
    /// How many watch it without playing it.
    spectators: u32,
    /// Whether it counts for the ratings.
    rated: bool,
    /// What it made of the players' ratings, once it is over and rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating_changes: Option<RatingChanges>,
    /// How many actions it has seen, moves and boosts: the `action` to send with the next boost.
    actions: u32,
    /// The boosts used so far, in order.
    boosts: Vec<UsedBoost>,
    /// How often a player may use each boost; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    boost_limits: Option<BoostLimits>,
    /// The boost that is being paid for. Until that is settled nobody moves and no time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    boost_in_flight: Option<BoostCalled>,
}

impl Game {
    fn read(game: games::Game) -> Option<Self> {
        Some(Self {
            id: game.id,
            version: game.version,
            mode: game.mode,
            ruleset: game.ruleset,
            white: Seat::read(game.white)?,
            black: Seat::read(game.black)?,
            start_fen: game.start_fen,
            fen: game.fen,
            side_to_move: Side::read(game.side_to_move)?,
            ply: game.ply,
            moves: game
                .moves
                .into_iter()
                .map(PlayedMove::read)
                .collect::<Option<_>>()?,
            outcome: outcome(game.outcome)?,
            created_at_ms: millis(game.created_at)?,
            updated_at_ms: millis(game.updated_at)?,
            clock: Clock::read_optional(game.clock)?,
            draw_offered_by: game.draw_offered_by.and_then(Side::read),
            rematch: match game.rematch {
                None => None,
                Some(rematch) => Some(Rematch::read(rematch)?),
            },
            rematch_of: game.rematch_of,
            spectators: game.spectators,
            rated: game.rated,
            rating_changes: match game.rating_changes {
                None => None,
                Some(changes) => Some(RatingChanges::read(changes)?),
            },
            actions: game.actions,
            boosts: game
                .boosts
                .into_iter()
                .map(UsedBoost::read)
                .collect::<Option<_>>()?,
            boost_limits: game.boost_limits.map(Into::into),
            boost_in_flight: match game.boost_in_flight {
                None => None,
                Some(call) => Some(BoostCalled::read(call)?),
            },
        })
    }
}

impl TryFrom<Option<games::Game>> for Game {
    type Error = Fault;

    fn try_from(game: Option<games::Game>) -> Result<Self, Fault> {
        game.and_then(Self::read)
            .ok_or_else(|| Fault::bad_answer("a game"))
    }
}

/// Reads an outcome that may be missing; `None` when it is there and cannot be read.
#[expect(
    clippy::option_option,
    reason = "the outer one says whether it could be read, the inner one whether it is there"
)]
pub(super) fn outcome(outcome: Option<rules::Outcome>) -> Option<Option<Outcome>> {
    match outcome {
        None => Some(None),
        Some(outcome) => Outcome::read(outcome).map(Some),
    }
}

/// A text that is left out when it is empty.
pub(super) fn given(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// A time in Unix milliseconds.
pub(super) fn millis(time: Option<Timestamp>) -> Option<i64> {
    let time = time?;
    time.seconds
        .checked_mul(1000)?
        .checked_add(i64::from(time.nanos) / 1_000_000)
}
