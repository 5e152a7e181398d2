//! A player's games, and the messages of the stream that tells news of them.

use proto::games::v1 as games;
use proto::games::v1::watch_player_response::News;
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{Game, given};
use crate::fault::Fault;

/// A page of a player's games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GamesPage {
    /// The games, newest first.
    games: Vec<Game>,
    /// Where the next page begins; left out on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl TryFrom<games::ListGamesResponse> for GamesPage {
    type Error = Fault;

    fn try_from(page: games::ListGamesResponse) -> Result<Self, Fault> {
        Ok(Self {
            games: read_games(page.games)?,
            next_page_token: given(page.next_page_token),
        })
    }
}

/// A message of a player's stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PlayerMessage {
    /// The live games, first of all.
    LiveGames {
        /// The games, newest first.
        games: Vec<Game>,
    },
    /// A game has started.
    GameStarted {
        /// The game.
        game: Box<Game>,
    },
    /// It is the player's turn in a game.
    YourTurn {
        /// The game.
        game_id: String,
        /// Moves played so far: the `ply` to send with the next one.
        ply: u32,
        /// The game's version.
        version: u64,
    },
    /// The opponent offers a draw.
    DrawOfferReceived {
        /// The game.
        game_id: String,
    },
    /// The opponent offers a rematch.
    RematchOfferReceived {
        /// The finished game.
        game_id: String,
    },
    /// A game is over.
    GameOver {
        /// The game.
        game: Box<Game>,
    },
}

impl TryFrom<games::WatchPlayerResponse> for PlayerMessage {
    type Error = Fault;

    fn try_from(message: games::WatchPlayerResponse) -> Result<Self, Fault> {
        let news = message
            .news
            .ok_or_else(|| Fault::bad_answer("empty news"))?;
        Ok(match news {
            News::LiveGames(live) => Self::LiveGames {
                games: read_games(live.games)?,
            },
            News::GameStarted(game) => Self::GameStarted {
                game: Box::new(Some(game).try_into()?),
            },
            News::YourTurn(turn) => Self::YourTurn {
                game_id: turn.game_id,
                ply: turn.ply,
                version: turn.version,
            },
            News::DrawOfferReceived(offer) => Self::DrawOfferReceived {
                game_id: offer.game_id,
            },
            News::RematchOfferReceived(offer) => Self::RematchOfferReceived {
                game_id: offer.game_id,
            },
            News::GameOver(game) => Self::GameOver {
                game: Box::new(Some(game).try_into()?),
            },
        })
    }
}

fn read_games(games: Vec<games::Game>) -> Result<Vec<Game>, Fault> {
    games
        .into_iter()
        .map(|game| Some(game).try_into())
        .collect()
}
