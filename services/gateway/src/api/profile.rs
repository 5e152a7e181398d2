//! Who players are.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use proto::players::v1 as players;

use super::ask;
use crate::app::App;
use crate::extract::{Body, Path};
use crate::fault::Fault;
use crate::model::{Account, Done, Player, Rename, SignedIn};
use crate::refusals::{Asking, OfGuest, OfPlayer, Registering, UnknownPlayer, WithBody};

/// Gives a player's profile.
#[utoipa::path(
    get,
    path = "/v1/players/{player}",
    tag = "players",
    params(("player" = String, Path, description = "The player's id")),
    responses(
        (status = 200, description = "The player", body = Player),
        OfPlayer,
        UnknownPlayer,
        Asking,
    )
)]
pub(super) async fn get_player(
    State(app): State<App>,
    Path(player_id): Path<String>,
) -> Result<Json<Player>, Fault> {
    read(&app, player_id).await
}

/// Gives the caller's own profile.
#[utoipa::path(
    get,
    path = "/v1/me",
    tag = "players",
    responses((status = 200, description = "The caller", body = Player), UnknownPlayer, Asking)
)]
pub(super) async fn get_me(State(app): State<App>) -> Result<Json<Player>, Fault> {
    read(&app, String::new()).await
}

async fn read(app: &App, player_id: String) -> Result<Json<Player>, Fault> {
    let request = players::GetPlayerRequest { player_id };
    let answer = ask(
        app,
        &app.players,
        request,
        |mut players, request| async move { players.get_player(request).await },
    );
    Ok(Json(answer.await?.player.try_into()?))
}

/// Changes the caller's display name.
#[utoipa::path(
    patch,
    path = "/v1/me",
    tag = "players",
    request_body = Rename,
    responses(
        (status = 200, description = "The caller under the new name", body = Player),
        WithBody,
        Registering,
        UnknownPlayer,
        Asking,
    )
)]
pub(super) async fn rename(
    State(app): State<App>,
    Body(rename): Body<Rename>,
) -> Result<Json<Player>, Fault> {
    let request = players::RenameRequest { name: rename.name };
    let answer = ask(
        &app,
        &app.players,
        request,
        |mut players, request| async move { players.rename(request).await },
    );
    Ok(Json(answer.await?.player.try_into()?))
}

/// Deletes the caller: the name is free again, all credentials end, games stay and are anonymous,
/// ratings leave the leaderboards. It can be repeated.
#[utoipa::path(
    delete,
    path = "/v1/me",
    tag = "players",
    responses((status = 200, description = "The caller is deleted", body = Done), Asking)
)]
pub(super) async fn delete(State(app): State<App>) -> Result<Json<Done>, Fault> {
    let request = players::DeletePlayerRequest {};
    ask(
        &app,
        &app.players,
        request,
        |mut players, request| async move { players.delete_player(request).await },
    )
    .await?;
    Ok(Json(Done {}))
}

/// Makes the calling guest an account under the same id: games and ratings stay. The guest's
/// refresh token ends; new tokens come.
#[utoipa::path(
    post,
    path = "/v1/upgrade",
    tag = "sign-in",
    request_body = Account,
    responses(
        (status = 200, description = "The account", body = SignedIn),
        WithBody,
        Registering,
        OfGuest,
        Asking,
    )
)]
pub(super) async fn upgrade(
    State(app): State<App>,
    Body(account): Body<Account>,
) -> Result<Json<SignedIn>, Fault> {
    let request = players::UpgradeRequest {
        credentials: Some(account.credentials.try_into()?),
        name: account.name,
    };
    let answer = ask(
        &app,
        &app.players,
        request,
        |mut players, request| async move { players.upgrade(request).await },
    );
    let answer = answer.await?;
    Ok(Json(SignedIn {
        player: answer.player.try_into()?,
        tokens: answer.tokens.try_into()?,
    }))
}

/// Gives the public keys that tokens are signed with, as a JSON Web Key Set (RFC 7517).
#[utoipa::path(
    get,
    path = "/.well-known/jwks.json",
    tag = "service",
    security(()),
    responses((status = 200, description = "The keys", body = Object), Asking)
)]
pub(super) async fn jwks(State(app): State<App>) -> Result<Response, Fault> {
    let request = players::GetJwksRequest {};
    let answer = ask(
        &app,
        &app.players,
        request,
        |mut players, request| async move { players.get_jwks(request).await },
    );
    let headers = [
        (CONTENT_TYPE, "application/json"),
        // No longer than the services themselves wait before they look again.
        (CACHE_CONTROL, "public, max-age=60"),
    ];
    Ok((headers, answer.await?.jwks).into_response())
}
