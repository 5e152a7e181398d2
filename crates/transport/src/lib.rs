//! Connections on which what many tasks have to say goes out in one write. It knows bytes only.
//!
//! A process that plays thousands of moves a second says little things on few connections. Written
//! one by one, each costs a system call and wakes the other side; half of a move's processor time
//! went there. A [`Batched`] connection writes once its tasks have all had their turn: under load
//! one write carries what dozens of them said, at rest the turn comes at once.

mod batched;

use std::io;
use std::time::Duration;

use futures::Stream;
use http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use tokio::net::TcpListener;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;
use tower::ServiceExt as _;

pub use batched::Batched;
pub use tokio::net::TcpStream;

/// How long to try all addresses of a name together. Each gets its share, so that one that is deaf
/// leaves time for the others.
const PATIENCE: Duration = Duration::from_secs(1);

/// The connections that come to a listener.
pub fn accept(listener: TcpListener) -> impl Stream<Item = io::Result<Batched<TcpStream>>> {
    TcpListenerStream::new(listener).map(|connection| connection.map(prompt))
}

/// A connection to an address such as `http://127.0.0.1:50051`.
///
/// # Errors
/// When nobody answers there in time.
pub async fn connect(address: Uri) -> io::Result<Batched<TcpStream>> {
    let mut connector = HttpConnector::new();
    connector.set_connect_timeout(Some(PATIENCE));
    let connection = connector.oneshot(address).await;
    Ok(prompt(connection.map_err(io::Error::other)?.into_inner()))
}

/// What is written is sent at once: it has waited for others already.
pub fn prompt(stream: TcpStream) -> Batched<TcpStream> {
    // A connection that is lost by now says so when it is used.
    let _ = stream.set_nodelay(true);
    Batched::new(stream)
}
