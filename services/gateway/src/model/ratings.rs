//! What results make of players, and who stands where.

use proto::ratings::v1 as ratings;
use proto::ratings::v1::pool::Rule as WireRule;
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{given, millis};
use super::names::Names;
use super::values::{GameResult, Side};
use crate::fault::Fault;

/// The pools, in the order in which they are offered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Pools {
    /// The pools.
    pools: Vec<Pool>,
}

/// A pool of ratings: who plays in it is rated by one rule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Pool {
    /// Its name.
    #[schema(example = "russian")]
    id: String,
    /// How results count.
    rule: Rule,
    /// The number of the season that is going on, from 1.
    season: u32,
}

/// How results count, told by its `kind`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(example = json!({"kind": "points", "win": 25, "loss": 15, "draw": 0}))]
pub(crate) enum Rule {
    /// Glicko-2, each game a rating period of its own.
    Glicko2 {
        /// The rating everybody begins with.
        rating: f64,
        /// The deviation everybody begins with.
        deviation: f64,
        /// The volatility everybody begins with.
        volatility: f64,
    },
    /// Points that are won and lost, never below 0.
    Points {
        /// What a win adds.
        win: i32,
        /// What a loss takes.
        loss: i32,
        /// What a draw adds.
        draw: i32,
    },
}

impl Pool {
    fn read(pool: ratings::Pool) -> Option<Self> {
        let rule = match pool.rule? {
            WireRule::Glicko2(rule) => Rule::Glicko2 {
                rating: rule.rating,
                deviation: rule.deviation,
                volatility: rule.volatility,
            },
            WireRule::Points(rule) => Rule::Points {
                win: rule.win,
                loss: rule.loss,
                draw: rule.draw,
            },
        };
        Some(Self {
            id: pool.id,
            rule,
            season: pool.season,
        })
    }
}

impl TryFrom<ratings::ListPoolsResponse> for Pools {
    type Error = Fault;

    fn try_from(answer: ratings::ListPoolsResponse) -> Result<Self, Fault> {
        let pools: Option<_> = answer.pools.into_iter().map(Pool::read).collect();
        let pools = pools.ok_or_else(|| Fault::bad_answer("a pool"))?;
        Ok(Self { pools })
    }
}

/// What a player has in a pool.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "pool": "russian", "player": "ann", "value": 1622.4, "deviation": 71.3, "provisional": false,
    "peak": 1640.0, "wins": 20, "draws": 3, "losses": 9, "streak": 2, "best_streak": 6,
    "rated_at_ms": 1_790_000_000_000_i64,
}))]
pub(crate) struct Rating {
    /// The pool.
    pool: String,
    /// The player.
    player: String,
    /// The rating or the points.
    value: f64,
    /// The deviation as of now, which has grown with idle time; 0 for points.
    deviation: f64,
    /// Whether it is too uncertain for the leaderboard.
    provisional: bool,
    /// The highest value so far, provisional ones left out.
    peak: f64,
    /// Games won.
    wins: u32,
    /// Games drawn.
    draws: u32,
    /// Games lost.
    losses: u32,
    /// Wins in a row if positive, losses in a row if negative.
    streak: i32,
    /// The longest row of wins.
    best_streak: u32,
    /// When the last rated game ended, in Unix milliseconds; left out before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    rated_at_ms: Option<i64>,
}

impl From<ratings::Rating> for Rating {
    fn from(rating: ratings::Rating) -> Self {
        Self {
            pool: rating.pool,
            player: rating.player_id,
            value: rating.value,
            deviation: rating.deviation.unwrap_or_default(),
            provisional: rating.provisional,
            peak: rating.peak.unwrap_or_default(),
            wins: rating.wins,
            draws: rating.draws,
            losses: rating.losses,
            streak: rating.streak,
            best_streak: rating.best_streak,
            rated_at_ms: millis(rating.rated_at),
        }
    }
}

/// What a player has in every pool the player has been rated in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRatings {
    /// One for each pool, in the pools' order.
    ratings: Vec<Rating>,
}

impl From<ratings::GetPlayerRatingsResponse> for PlayerRatings {
    fn from(answer: ratings::GetPlayerRatingsResponse) -> Self {
        Self {
            ratings: answer.ratings.into_iter().map(Into::into).collect(),
        }
    }
}

/// What a game made of a player's rating.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "01k0example", "pool": "russian", "player": "ann", "opponent": "bob",
    "opponent_name": "Bob", "side": "white", "result": "white_wins", "before": 1500.0,
    "after": 1512.5, "deviation": 120.2, "at_ms": 1_790_000_000_000_i64, "season": 1,
}))]
pub(crate) struct Change {
    /// The game.
    game_id: String,
    /// The pool.
    pool: String,
    /// The player.
    player: String,
    /// The opponent.
    opponent: String,
    /// What the opponent is called; left out once deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_name: Option<String>,
    /// The side the player had.
    side: Side,
    /// How the game ended.
    result: GameResult,
    /// The value before it.
    before: f64,
    /// The value after it.
    after: f64,
    /// The deviation after it; 0 for points.
    deviation: f64,
    /// When the game ended, in Unix milliseconds.
    at_ms: i64,
    /// The season it counted in.
    season: u32,
}

/// A page of a player's changes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Changes {
    /// The changes, newest first.
    changes: Vec<Change>,
    /// Where the next page begins; left out on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl Change {
    fn read(change: ratings::Change, names: &Names) -> Option<Self> {
        Some(Self {
            side: Side::read(change.side)?,
            result: GameResult::read(change.result)?,
            at_ms: millis(change.at)?,
            opponent_name: names.of(&change.opponent_id),
            game_id: change.game_id,
            pool: change.pool,
            player: change.player_id,
            opponent: change.opponent_id,
            before: change.before,
            after: change.after,
            deviation: change.deviation.unwrap_or_default(),
            season: change.season,
        })
    }
}

impl Changes {
    pub(crate) fn read(page: ratings::ListChangesResponse, names: &Names) -> Result<Self, Fault> {
        let changes = page.changes.into_iter();
        let changes: Option<_> = changes.map(|change| Change::read(change, names)).collect();
        Ok(Self {
            changes: changes.ok_or_else(|| Fault::bad_answer("a change of a rating"))?,
            next_page_token: given(page.next_page_token),
        })
    }
}

/// A place on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Place {
    /// From 1; no two players share one.
    rank: u64,
    /// What the player is called; left out once deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// What the player has.
    rating: Rating,
}

/// A page of a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Leaderboard {
    /// The places.
    places: Vec<Place>,
    /// Where the next page begins; left out on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
    /// How many are on the leaderboard.
    total: u64,
}

impl Leaderboard {
    pub(crate) fn read(
        page: ratings::GetLeaderboardResponse,
        names: &Names,
    ) -> Result<Self, Fault> {
        let places = page.places.into_iter().map(|place| {
            let rating = place.rating?;
            Some(Place {
                rank: place.rank,
                name: names.of(&rating.player_id),
                rating: rating.into(),
            })
        });
        let places: Option<_> = places.collect();
        Ok(Self {
            places: places.ok_or_else(|| Fault::bad_answer("a place"))?,
            next_page_token: given(page.next_page_token),
            total: page.total,
        })
    }
}

/// A season of a pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Season {
    /// Its number, from 1.
    number: u32,
    /// When it began, in Unix milliseconds.
    began_at_ms: i64,
    /// When it was closed, in Unix milliseconds; left out while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_at_ms: Option<i64>,
}

/// The seasons of a pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seasons {
    /// Newest first.
    seasons: Vec<Season>,
}

impl TryFrom<ratings::ListSeasonsResponse> for Seasons {
    type Error = Fault;

    fn try_from(answer: ratings::ListSeasonsResponse) -> Result<Self, Fault> {
        let seasons = answer.seasons.into_iter().map(|season| {
            Some(Season {
                number: season.number,
                began_at_ms: millis(season.began_at)?,
                closed_at_ms: millis(season.closed_at),
            })
        });
        let seasons: Option<_> = seasons.collect();
        let seasons = seasons.ok_or_else(|| Fault::bad_answer("a season"))?;
        Ok(Self { seasons })
    }
}
