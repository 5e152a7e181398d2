//! `GET /metrics`: what Prometheus asks for.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus::{Registry, TEXT_FORMAT, TextEncoder};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Answers scrapes in the background. Gives the address too: port 0 takes a free one.
pub(crate) async fn serve(
    address: SocketAddr,
    registry: Registry,
) -> anyhow::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("metrics cannot listen at {address}"))?;
    let address = listener.local_addr()?;
    let router = Router::new().route("/metrics", get(move || scrape(registry.clone())));
    let served = tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "metrics are not served any more");
        }
    });
    Ok((address, served))
}

async fn scrape(registry: Registry) -> Response {
    // Writing thousands of lines would hold up the calls on this thread.
    let written = tokio::task::spawn_blocking(move || {
        TextEncoder::new().encode_to_string(&registry.gather())
    });
    match written.await {
        Ok(Ok(text)) => ([(CONTENT_TYPE, TEXT_FORMAT)], text).into_response(),
        failed => {
            tracing::error!(?failed, "the metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
