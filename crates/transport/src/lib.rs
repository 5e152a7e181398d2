//! Connections on which what many tasks have to say goes out in one write. It knows bytes only.
//!
//! A process that plays thousands of moves a second says little things on few connections. Written
//! one by one, each costs a system call and wakes the other side; half of a move's processor time
//! went there. A [`Batched`] connection writes once its tasks have all had their turn: under load
//! one write carries what dozens of them said, at rest the turn comes at once.

mod batched;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::Stream;
use tokio::net::TcpListener;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;

pub use batched::Batched;
pub use tokio::net::TcpStream;

/// How long a connection may take to come about.
const PATIENCE: Duration = Duration::from_secs(1);

/// The connections that come to a listener.
pub fn accept(listener: TcpListener) -> impl Stream<Item = io::Result<Batched<TcpStream>>> {
    TcpListenerStream::new(listener).map(|connection| connection.map(prompt))
}

/// A connection to an address.
///
/// # Errors
/// When nobody answers there in time.
pub async fn connect(address: SocketAddr) -> io::Result<Batched<TcpStream>> {
    let connecting = tokio::time::timeout(PATIENCE, TcpStream::connect(address));
    Ok(prompt(connecting.await??))
}

/// What is written is sent at once: it has waited for others already.
pub fn prompt(stream: TcpStream) -> Batched<TcpStream> {
    // A connection that is lost by now says so when it is used.
    let _ = stream.set_nodelay(true);
    Batched::new(stream)
}
