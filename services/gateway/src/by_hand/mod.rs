//! The routes that are not in the contracts: probes, which have to answer without any service, and a
//! picture.

mod health;
mod qr;

use axum::Router;
use axum::routing::get;

use crate::app::App;

/// The routes.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/v1/invites/{code}/qr.svg", get(qr::draw))
}
