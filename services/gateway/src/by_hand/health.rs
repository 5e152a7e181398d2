//! Whether the process is up, and whether it can be of use.

use axum::Json;
use axum::extract::State;
use futures::future::join_all;
use proto::bots::v1::bots_service_server::SERVICE_NAME as BOTS;
use proto::games::v1::games_service_server::SERVICE_NAME as GAMES;
use proto::matchmaking::v1::matchmaking_service_server::SERVICE_NAME as MATCHMAKING;
use proto::players::v1::players_service_server::SERVICE_NAME as PLAYERS;
use proto::ratings::v1::ratings_service_server::SERVICE_NAME as RATINGS;
use proto::rules::v1::rules_service_server::SERVICE_NAME as RULES;
use proto::shop::v1::shop_service_server::SERVICE_NAME as SHOP;
use serde::Serialize;

use crate::app::App;
use crate::problem::Problem;

/// How the gateway is.
#[derive(Debug, Serialize)]
pub(super) struct Health {
    /// `up` or `ready`.
    status: &'static str,
}

/// Says that the process is up.
pub(super) async fn healthz() -> Json<Health> {
    Json(Health { status: "up" })
}

/// Says whether every service behind the gateway is ready.
pub(super) async fn readyz(State(app): State<App>) -> Result<Json<Health>, Problem> {
    let upstreams = app.upstreams;
    let probes = [
        ("games", upstreams.games, GAMES),
        ("rules", upstreams.rules, RULES),
        ("bots", upstreams.bots, BOTS),
        ("players", upstreams.players, PLAYERS),
        ("ratings", upstreams.ratings, RATINGS),
        ("matchmaking", upstreams.matchmaking, MATCHMAKING),
        ("shop", upstreams.shop, SHOP),
    ];
    let answers = probes.map(|(name, channel, service)| async move {
        platform::ready(channel, service)
            .await
            .err()
            .map(|why| (name, why))
    });
    let missing: Vec<_> = join_all(answers).await.into_iter().flatten().collect();
    if missing.is_empty() {
        Ok(Json(Health { status: "ready" }))
    } else {
        Err(Problem::not_ready(missing))
    }
}
