//! Inviting somebody, or anybody from the lobby.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use axum::response::Response;
use proto::matchmaking::v1::{
    AcceptInviteRequest, CancelInviteRequest, CreateInviteRequest, DeclineInviteRequest,
    GetInviteRequest, ListLobbyRequest, WatchInviteRequest,
};
use serde::Deserialize;

use super::ask;
use super::watch::{Upgrade, follow};
use crate::app::App;
use crate::extract::{Body, Path, Query};
use crate::fault::Fault;
use crate::model::{ByPlayer, CreateInvite, Invite, InviteMessage, Lobby};
use crate::refusals::{Answering, Asking, Inviting, OfInvite, Upgrading, WithBody, WithQuery};

type Created = (StatusCode, [(HeaderName, String); 1], Json<Invite>);

/// Invites somebody by a code, or anybody from the lobby.
#[utoipa::path(
    post,
    path = "/v1/invites",
    tag = "matchmaking",
    request_body = CreateInvite,
    responses(
        (status = 201, description = "The invite", body = Invite,
            headers(("location" = String, description = "Where the invite is"))),
        WithBody,
        Inviting,
        Asking,
    )
)]
pub(super) async fn create_invite(
    State(app): State<App>,
    Body(create): Body<CreateInvite>,
) -> Result<Created, Fault> {
    let request = CreateInviteRequest::from(create);
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.create_invite(request).await },
    );
    let invite = Invite::try_from(answer.await?.invite)?;
    let location = format!("/v1/invites/{}", invite.code);
    Ok((StatusCode::CREATED, [(LOCATION, location)], Json(invite)))
}

/// Gives an invite by its code, in either case of letters.
#[utoipa::path(
    get,
    path = "/v1/invites/{code}",
    tag = "matchmaking",
    params(("code" = String, Path, description = "The invite's code")),
    responses((status = 200, description = "The invite", body = Invite), OfInvite, Asking)
)]
pub(super) async fn get_invite(
    State(app): State<App>,
    Path(code): Path<String>,
) -> Result<Json<Invite>, Fault> {
    let request = GetInviteRequest { code };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.get_invite(request).await },
    );
    Ok(Json(answer.await?.invite.try_into()?))
}

/// Accepts an invite: the first to accept plays. It can be repeated.
#[utoipa::path(
    post,
    path = "/v1/invites/{code}/accept",
    tag = "matchmaking",
    params(("code" = String, Path, description = "The invite's code")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The invite with its match", body = Invite),
        OfInvite,
        WithBody,
        Answering,
        Asking,
    )
)]
pub(super) async fn accept(
    State(app): State<App>,
    Path(code): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<Invite>, Fault> {
    let player_id = by.player;
    let request = AcceptInviteRequest { code, player_id };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.accept_invite(request).await },
    );
    Ok(Json(answer.await?.invite.try_into()?))
}

/// Declines an invite. One in the lobby cannot be declined.
#[utoipa::path(
    post,
    path = "/v1/invites/{code}/decline",
    tag = "matchmaking",
    params(("code" = String, Path, description = "The invite's code")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The invite", body = Invite),
        OfInvite,
        WithBody,
        Answering,
        Asking,
    )
)]
pub(super) async fn decline(
    State(app): State<App>,
    Path(code): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<Invite>, Fault> {
    let player_id = by.player;
    let request = DeclineInviteRequest { code, player_id };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.decline_invite(request).await },
    );
    Ok(Json(answer.await?.invite.try_into()?))
}

/// Takes back one's own invite, unless somebody was faster: see its status.
#[utoipa::path(
    post,
    path = "/v1/invites/{code}/cancel",
    tag = "matchmaking",
    params(("code" = String, Path, description = "The invite's code")),
    request_body = ByPlayer,
    responses(
        (status = 200, description = "The invite", body = Invite),
        OfInvite,
        WithBody,
        Answering,
        Asking,
    )
)]
pub(super) async fn cancel(
    State(app): State<App>,
    Path(code): Path<String>,
    Body(by): Body<ByPlayer>,
) -> Result<Json<Invite>, Fault> {
    let player_id = by.player;
    let request = CancelInviteRequest { code, player_id };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.cancel_invite(request).await },
    );
    Ok(Json(answer.await?.invite.try_into()?))
}

/// Follows an invite over a WebSocket: text messages of JSON, first as it stands, then each change.
/// Nothing needs to be sent; what is sent is not read.
///
/// The close code says how it ended: 1000 the invite is no longer open; 1001 the gateway stops and
/// 1012 a service was lost: connect again; 1008 messages were not taken fast enough; 1009 what was
/// sent was too long; 1011 the service failed.
#[utoipa::path(
    get,
    path = "/v1/invites/{code}/watch",
    tag = "matchmaking",
    params(("code" = String, Path, description = "The invite's code")),
    responses(
        (status = 101, description = "The WebSocket is open; each message is one of these",
            body = InviteMessage),
        OfInvite,
        Upgrading,
        Asking,
    )
)]
pub(super) async fn watch_invite(
    State(app): State<App>,
    Path(code): Path<String>,
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let request = WatchInviteRequest { code };
    let matchmaking = app.matchmaking.clone();
    follow::<InviteMessage, _, _, _>(
        app,
        upgrade,
        matchmaking,
        request,
        |mut invites, request| async move { invites.watch_invite(request).await },
    )
    .await
}

/// Which page of which lobby.
#[derive(Debug, Deserialize)]
pub(super) struct Corner {
    #[serde(default)]
    mode: String,
    #[serde(default)]
    page_size: u32,
    #[serde(default)]
    page_token: String,
}

/// Lists the open invites of the lobby, newest first.
#[utoipa::path(
    get,
    path = "/v1/lobby",
    tag = "matchmaking",
    params(
        ("mode" = Option<String>, Query, description = "The mode; every mode if left out"),
        ("page_size" = Option<u32>, Query,
            description = "How many at most, up to 200; 50 if left out"),
        ("page_token" = Option<String>, Query,
            description = "Where the page before ended: its `next_page_token`"),
    ),
    responses((status = 200, description = "The page", body = Lobby), WithQuery, Asking)
)]
pub(super) async fn list_lobby(
    State(app): State<App>,
    Query(corner): Query<Corner>,
) -> Result<Json<Lobby>, Fault> {
    let request = ListLobbyRequest {
        mode: corner.mode,
        page_size: corner.page_size,
        page_token: corner.page_token,
    };
    let answer = ask(
        &app,
        &app.matchmaking,
        request,
        |mut matchmaking, request| async move { matchmaking.list_lobby(request).await },
    );
    Ok(Json(answer.await?.try_into()?))
}
