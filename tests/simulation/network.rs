//! Connections of the simulated network.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use futures::{Stream, stream};
use hyper_util::client::legacy::connect::{self, Connection};
use platform::Channel;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tonic::transport::server::Connected;
use turmoil::net::{TcpListener, TcpStream};

/// The port on which every host serves.
const PORT: u16 = 80;

/// A connection.
pub(crate) struct Wire(TcpStream);

impl Wire {
    pub(crate) async fn connect(host: &str) -> io::Result<Self> {
        TcpStream::connect((host, PORT)).await.map(Self)
    }
}

/// A channel to one of these hosts; each new connection goes to the next of them.
pub(crate) fn channel(hosts: &'static [&'static str]) -> Channel {
    let turn = AtomicUsize::new(0);
    let connect = move |_| Wire::connect(hosts[turn.fetch_add(1, Ordering::Relaxed) % hosts.len()]);
    Channel::with_connector("http://simulated", connect).unwrap()
}

/// Takes the connections of a host.
pub(crate) struct Listener(TcpListener);

impl Listener {
    pub(crate) async fn bind() -> io::Result<Self> {
        TcpListener::bind(("0.0.0.0", PORT)).await.map(Self)
    }

    pub(crate) fn connections(self) -> impl Stream<Item = io::Result<Wire>> + Send {
        stream::unfold(self, |listener| async move {
            let accepted = listener.0.accept().await;
            Some((accepted.map(|(stream, _)| Wire(stream)), listener))
        })
    }
}

impl axum::serve::Listener for Listener {
    type Io = Wire;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Wire, Self::Addr) {
        let (stream, peer) = self.0.accept().await.unwrap();
        (Wire(stream), peer)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl Connected for Wire {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl Connection for Wire {
    fn connected(&self) -> connect::Connected {
        connect::Connected::new()
    }
}
