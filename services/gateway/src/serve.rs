//! Serving until the token is cancelled, and a stop that has an end.

use std::future::IntoFuture as _;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context as _;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::{self, App};
use crate::{Limits, Upstreams};

/// How long requests and sockets have to end once a stop is asked for.
const DRAIN: Duration = Duration::from_secs(6);

/// Serves until the token is cancelled: then nothing new is accepted, sockets are told to go
/// (close code 1001), and what is still open after six seconds is cut off.
///
/// # Errors
/// When the server cannot run.
pub async fn serve(
    listener: TcpListener,
    upstreams: Upstreams,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    serve_within(listener, upstreams, Limits::default(), shutdown).await
}

/// Serves as [`serve`] does, within other limits.
///
/// # Errors
/// When the server cannot run.
pub async fn serve_within(
    listener: TcpListener,
    upstreams: Upstreams,
    limits: Limits,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let sockets = TaskTracker::new();
    let app = App::new(upstreams, limits, sockets.clone(), shutdown.clone())?;
    let listener = listener.tap_io(|connection| {
        // Without it small answers wait for the peer's acknowledgement.
        let _ = connection.set_nodelay(true);
    });
    let server = axum::serve(
        listener,
        app::router(app)?.into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(shutdown.clone().cancelled_owned());
    let mut server = tokio::spawn(server.into_future());

    tokio::select! {
        // A server that ends without being asked has failed: there is nothing to drain.
        ended = &mut server => return ended.context("the server's task")?.context("serving HTTP"),
        () = shutdown.cancelled() => {}
    }
    sockets.close();
    let stopped = async { tokio::join!(&mut server, sockets.wait()) };
    if tokio::time::timeout(DRAIN, stopped).await.is_err() {
        tracing::warn!("connections were still open after {DRAIN:?}: cut off");
        server.abort();
    }
    Ok(())
}
