//! The API's description, generated from the handlers.

use axum::Extension;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::fault::ErrorBody;
use crate::model::{GamesFilter, InviteMessage, PlayerMessage, QueueMessage, WatchMessage};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Shashki",
        description = "Online draughts. Names are in snake case, enumerations their value's name \
                       in lower case, times Unix milliseconds; what is not there is left out. \
                       Every refusal has the same body: the code of gRPC, a stable reason for \
                       programs, and a message for people."
    ),
    tags(
        (name = "sign-in", description = "Who somebody is"),
        (name = "offer", description = "What can be played"),
        (name = "games", description = "Games"),
        (name = "players", description = "What a player has to do with games"),
        (name = "ratings", description = "What results make of players"),
        (name = "matchmaking", description = "Meeting an opponent"),
        (name = "shop", description = "Coins, and what they buy"),
        (name = "positions", description = "What a position is worth"),
        (name = "service", description = "The gateway itself"),
    ),
    security(("bearer" = [])),
    modifiers(&Bearer),
    components(schemas(
        ErrorBody, GamesFilter, InviteMessage, PlayerMessage, QueueMessage, WatchMessage
    ))
)]
struct Preamble;

/// How requests say who asks.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some(
                "The access token of a sign-in. A browser's WebSocket, which sends no headers, \
                 offers the subprotocols `shashki.v1` and `bearer.TOKEN`.",
            ))
            .build();
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// The description before any route is in it.
pub(super) fn preamble() -> utoipa::openapi::OpenApi {
    Preamble::openapi()
}

/// The finished description, as it is sent.
#[derive(Clone)]
pub(super) struct Description(Bytes);

impl Description {
    pub(super) fn of(description: &utoipa::openapi::OpenApi) -> Self {
        // It is made of strings, lists and maps: there is nothing in it that JSON could not write.
        Self(serde_json::to_vec(description).unwrap_or_default().into())
    }
}

/// Describes this API (OpenAPI 3.1).
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "service",
    security(()),
    responses((status = 200, description = "The description", body = Object,
        content_type = "application/json"))
)]
pub(super) async fn openapi(Extension(description): Extension<Description>) -> Response {
    ([(CONTENT_TYPE, "application/json")], description.0).into_response()
}
