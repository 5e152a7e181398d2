//! Ratings and leaderboards.

use axum::Json;
use axum::extract::State;
use proto::ratings::v1::get_leaderboard_request::From;
use proto::ratings::v1::{
    GetLeaderboardRequest, GetPlayerRatingsRequest, ListChangesRequest, ListPoolsRequest,
    ListSeasonsRequest,
};
use serde::Deserialize;

use super::{ask, names};
use crate::app::App;
use crate::extract::{Path, Query};
use crate::fault::Fault;
use crate::model::{Changes, Leaderboard, PlayerRatings, Pools, Seasons};
use crate::refusals::{Asking, OfPlayer, OfPool};

/// Lists the pools of ratings.
#[utoipa::path(
    get,
    path = "/v1/ratings/pools",
    tag = "ratings",
    responses((status = 200, description = "The pools", body = Pools), Asking)
)]
pub(super) async fn list_pools(State(app): State<App>) -> Result<Json<Pools>, Fault> {
    let request = ListPoolsRequest {};
    let answer = ask(
        &app,
        &app.ratings,
        request,
        |mut ratings, request| async move { ratings.list_pools(request).await },
    );
    Ok(Json(answer.await?.try_into()?))
}

/// Which page of which leaderboard.
#[derive(Debug, Deserialize)]
pub(super) struct Stand {
    #[serde(default)]
    season: u32,
    #[serde(default)]
    page_size: u32,
    page_token: Option<String>,
    around: Option<String>,
}

impl Stand {
    fn from(&self) -> Result<Option<From>, Fault> {
        match (self.page_token.clone(), self.around.clone()) {
            (Some(_), Some(_)) => {
                let message = "give either a page token or whom to begin around";
                Err(Fault::malformed_field("around", "TOKEN_OR_AROUND", message))
            }
            (token, around) => Ok(token
                .map(From::PageToken)
                .or(around.map(From::AroundPlayerId))),
        }
    }
}

/// Gives a page of a pool's leaderboard: from the top, behind a page, or around a player. Nobody is
/// on it whose rating is provisional.
#[utoipa::path(
    get,
    path = "/v1/ratings/{pool}/leaderboard",
    tag = "ratings",
    params(
        ("pool" = String, Path, description = "The pool"),
        ("season" = Option<u32>, Query,
            description = "A season that is closed; left out, the one going on"),
        ("page_size" = Option<u32>, Query,
            description = "How many at most, up to 200; 50 if left out"),
        ("page_token" = Option<String>, Query,
            description = "Where the page before ended: its `next_page_token`"),
        ("around" = Option<String>, Query,
            description = "A player in the middle of the page; nobody is on it if this one is not"),
    ),
    responses((status = 200, description = "The page", body = Leaderboard), OfPool, Asking)
)]
pub(super) async fn get_leaderboard(
    State(app): State<App>,
    Path(pool): Path<String>,
    Query(stand): Query<Stand>,
) -> Result<Json<Leaderboard>, Fault> {
    let request = GetLeaderboardRequest {
        pool,
        from: stand.from()?,
        season: stand.season,
        page_size: stand.page_size,
    };
    let answer = ask(
        &app,
        &app.ratings,
        request,
        |mut ratings, request| async move { ratings.get_leaderboard(request).await },
    );
    let page = answer.await?;
    let players = page.places.iter().filter_map(|place| place.rating.as_ref());
    let names = names::look_up(&app, players.map(|rating| rating.player_id.as_str())).await?;
    Ok(Json(Leaderboard::read(page, &names)?))
}

/// Lists the seasons of a pool, newest first.
#[utoipa::path(
    get,
    path = "/v1/ratings/{pool}/seasons",
    tag = "ratings",
    params(("pool" = String, Path, description = "The pool")),
    responses((status = 200, description = "The seasons", body = Seasons), OfPool, Asking)
)]
pub(super) async fn list_seasons(
    State(app): State<App>,
    Path(pool): Path<String>,
) -> Result<Json<Seasons>, Fault> {
    let request = ListSeasonsRequest { pool };
    let answer = ask(
        &app,
        &app.ratings,
        request,
        |mut ratings, request| async move { ratings.list_seasons(request).await },
    );
    Ok(Json(answer.await?.try_into()?))
}

/// Gives what a player has in every pool the player has been rated in.
#[utoipa::path(
    get,
    path = "/v1/players/{player}/ratings",
    tag = "ratings",
    params(("player" = String, Path, description = "The player's id")),
    responses((status = 200, description = "The ratings", body = PlayerRatings), OfPlayer, Asking)
)]
pub(super) async fn player_ratings(
    State(app): State<App>,
    Path(player): Path<String>,
) -> Result<Json<PlayerRatings>, Fault> {
    let request = GetPlayerRatingsRequest { player_id: player };
    let answer = ask(
        &app,
        &app.ratings,
        request,
        |mut ratings, request| async move { ratings.get_player_ratings(request).await },
    );
    Ok(Json(answer.await?.into()))
}

/// Which page of whose changes.
#[derive(Debug, Deserialize)]
pub(super) struct History {
    #[serde(default)]
    pool: String,
    #[serde(default)]
    page_size: u32,
    #[serde(default)]
    page_token: String,
}

/// Lists what games made of a player's ratings, newest first.
#[utoipa::path(
    get,
    path = "/v1/players/{player}/rating-changes",
    tag = "ratings",
    params(
        ("player" = String, Path, description = "The player's id"),
        ("pool" = Option<String>, Query, description = "The pool; every pool if left out"),
        ("page_size" = Option<u32>, Query,
            description = "How many at most, up to 200; 50 if left out"),
        ("page_token" = Option<String>, Query,
            description = "Where the page before ended: its `next_page_token`"),
    ),
    responses((status = 200, description = "The page", body = Changes), OfPlayer, OfPool, Asking)
)]
pub(super) async fn list_changes(
    State(app): State<App>,
    Path(player): Path<String>,
    Query(history): Query<History>,
) -> Result<Json<Changes>, Fault> {
    let request = ListChangesRequest {
        player_id: player,
        pool: history.pool,
        page_size: history.page_size,
        page_token: history.page_token,
    };
    let answer = ask(
        &app,
        &app.ratings,
        request,
        |mut ratings, request| async move { ratings.list_changes(request).await },
    );
    let page = answer.await?;
    let opponents = page
        .changes
        .iter()
        .map(|change| change.opponent_id.as_str());
    let names = names::look_up(&app, opponents).await?;
    Ok(Json(Changes::read(page, &names)?))
}
