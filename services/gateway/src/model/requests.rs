//! What requests bring.

use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::rules::v1 as rules;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Seat;
use super::clock::ClockRule;
use super::values::Side;
use crate::fault::Fault;

/// A new game: either a mode or a ruleset, and who plays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "mode": "classic", "white": {"player": "ann"}, "black": {"bot": "easy"}, "request_id": "a1b2",
}))]
pub(crate) struct CreateGame {
    /// A mode.
    mode: Option<String>,
    /// A ruleset, with nothing around it.
    ruleset: Option<String>,
    /// Who plays White.
    white: Seat,
    /// Who plays Black.
    black: Seat,
    /// A position to start from instead of the ruleset's own, as PDN FEN.
    start_fen: Option<String>,
    /// Names this request, so that a repeat makes no second game: 1 to 64 of A-Z a-z 0-9 _ - .
    request_id: Option<String>,
    /// The clock of a game by ruleset; none if left out. A mode has its own.
    clock: Option<ClockRule>,
}

impl TryFrom<CreateGame> for games::CreateGameRequest {
    type Error = Fault;

    fn try_from(create: CreateGame) -> Result<Self, Fault> {
        let rules = match (create.mode, create.ruleset) {
            (Some(mode), None) => Rules::Mode(mode),
            (None, Some(ruleset)) => Rules::Ruleset(ruleset),
            _ => {
                let message = "give either a mode or a ruleset";
                return Err(Fault::malformed_field("mode", "MODE_OR_RULESET", message));
            }
        };
        Ok(Self {
            rules: Some(rules),
            white: Some(create.white.into()),
            black: Some(create.black.into()),
            start_fen: create.start_fen.unwrap_or_default(),
            request_id: create.request_id.unwrap_or_default(),
            clock: create.clock.map(Into::into),
            rated: false,
        })
    }
}

/// A move to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ply": 0, "move": "c3-d4"}))]
pub(crate) struct PlayMove {
    /// Who plays it; the caller if left out.
    #[serde(default)]
    player: String,
    /// How many moves the player has seen: the game's `ply`.
    ply: u32,
    /// The move in any accepted form: c3-d4, c5:e3:g5, c5xg5, 22-18, 27x16x7.
    #[serde(rename = "move")]
    text: String,
}

impl PlayMove {
    pub(crate) fn of_game(self, game_id: String) -> games::PlayMoveRequest {
        games::PlayMoveRequest {
            game_id,
            player_id: self.player,
            expected_ply: self.ply,
            r#move: self.text,
        }
    }
}

/// A player gives up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(crate) struct Resign {
    /// Who resigns; the caller if left out.
    #[serde(default)]
    player: String,
    /// The side that gives up, for a player who sits on both; otherwise the player's own.
    side: Option<Side>,
}

impl Resign {
    pub(crate) fn of_game(self, game_id: String) -> games::ResignRequest {
        let side = self.side.map_or(rules::Side::Unspecified, Into::into);
        games::ResignRequest {
            game_id,
            player_id: self.player,
            side: side.into(),
        }
    }
}

/// Who asks for it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(crate) struct ByPlayer {
    /// The player; the caller if left out.
    #[serde(default)]
    pub(crate) player: String,
}

/// Which games of a player.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GamesFilter {
    /// Those that go on.
    Live,
    /// Those that are over.
    Finished,
}

impl From<GamesFilter> for games::GamesFilter {
    fn from(filter: GamesFilter) -> Self {
        match filter {
            GamesFilter::Live => Self::Live,
            GamesFilter::Finished => Self::Finished,
        }
    }
}
