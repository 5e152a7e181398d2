//! The API: its routes and their description.

mod analysis;
mod boosts;
mod docs;
mod games;
mod health;
mod invites;
mod legal_moves;
mod names;
mod offer;
mod play;
mod players;
mod positions;
mod profile;
mod qr;
mod queues;
mod ratings;
mod shop;
mod sign_in;
mod watch;

use std::time::Duration;

use axum::{Extension, Router};
use tonic::{Request, Response, Status};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::bearer;
use crate::fault::Fault;

/// Every route of the API. What is registered here is described, and nothing else is.
pub(crate) fn router() -> Router<App> {
    let (router, description) = OpenApiRouter::with_openapi(docs::preamble())
        .routes(routes!(offer::list_modes))
        .routes(routes!(offer::list_rulesets))
        .routes(routes!(games::create_game))
        .routes(routes!(games::get_game))
        .routes(routes!(legal_moves::legal_moves))
        .routes(routes!(play::play_move))
        .routes(routes!(play::resign))
        .routes(routes!(play::abort))
        .routes(routes!(play::offer_draw))
        .routes(routes!(play::accept_draw))
        .routes(routes!(play::decline_draw))
        .routes(routes!(play::rematch))
        .routes(routes!(boosts::list_boosts, boosts::use_boost))
        .routes(routes!(games::export_game))
        .routes(routes!(watch::watch_game))
        .routes(routes!(players::list_games))
        .routes(routes!(watch::watch_player))
        .routes(routes!(positions::positions))
        .routes(routes!(names::list_names))
        .routes(routes!(ratings::list_pools))
        .routes(routes!(ratings::get_leaderboard))
        .routes(routes!(ratings::list_seasons))
        .routes(routes!(ratings::player_ratings))
        .routes(routes!(ratings::list_changes))
        .routes(routes!(queues::list_queues))
        .routes(routes!(queues::watch_queue))
        .routes(routes!(queues::cancel))
        .routes(routes!(queues::accept_bot))
        .routes(routes!(invites::create_invite))
        .routes(routes!(invites::get_invite))
        .routes(routes!(invites::accept))
        .routes(routes!(invites::decline))
        .routes(routes!(invites::cancel))
        .routes(routes!(invites::watch_invite))
        .routes(routes!(qr::draw))
        .routes(routes!(invites::list_lobby))
        .routes(routes!(shop::get_catalogue))
        .routes(routes!(shop::get_wallet))
        .routes(routes!(shop::purchase))
        .routes(routes!(shop::list_ledger))
        .routes(routes!(analysis::hint))
        .routes(routes!(analysis::analyse))
        .routes(routes!(sign_in::sign_in_as_guest))
        .routes(routes!(sign_in::register))
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(sign_in::refresh))
        .routes(routes!(sign_in::sign_out))
        .routes(routes!(profile::upgrade))
        .routes(routes!(profile::get_player))
        .routes(routes!(profile::get_me, profile::rename, profile::delete))
        .routes(routes!(profile::jwks))
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(docs::openapi))
        .split_for_parts();
    router.layer(Extension(docs::Description::of(&description)))
}

/// Asks a service, with a deadline.
async fn ask<C, M, A, F>(
    app: &App,
    client: &C,
    message: M,
    call: impl FnOnce(C, Request<M>) -> F,
) -> Result<A, Fault>
where
    C: Clone,
    F: Future<Output = Result<Response<A>, Status>>,
{
    ask_within(app.limits.call, client, message, call).await
}

/// Asks as [`ask`] does, with a deadline of its own.
async fn ask_within<C, M, A, F>(
    limit: Duration,
    client: &C,
    message: M,
    call: impl FnOnce(C, Request<M>) -> F,
) -> Result<A, Fault>
where
    C: Clone,
    F: Future<Output = Result<Response<A>, Status>>,
{
    let mut request = bearer::pass_on(Request::new(message));
    request.set_timeout(limit);
    Ok(call(client.clone(), request).await?.into_inner())
}
