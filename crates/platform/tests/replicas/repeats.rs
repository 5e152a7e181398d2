//! What is said once more, and what is not.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use platform::{Channel, NeverTwice};
use support::ReservedPort;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};
use tonic::Code;

use crate::calls::{Load, call, request};
use crate::name::Name;
use crate::server::{Server, address};

/// A peer that hears each request out and breaks the connection instead of answering.
struct Breaker {
    channel: Channel,
    heard: Arc<AtomicUsize>,
}

impl Breaker {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let channel = Channel::lazy(&format!("http://{}", listener.local_addr().unwrap()));
        let heard = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                hear(&mut connection).await.unwrap();
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self {
            channel: channel.unwrap(),
            heard,
        }
    }

    fn heard(&self) -> usize {
        self.heard.load(Ordering::SeqCst)
    }
}

/// Reads a connection of HTTP/2 to the end of the first request's head.
async fn hear(connection: &mut TcpStream) -> io::Result<()> {
    const HEADERS: u8 = 1;
    connection.read_exact(&mut [0; 24]).await?;
    loop {
        let mut head = [0; 9];
        connection.read_exact(&mut head).await?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut frame = vec![0; usize::try_from(length).unwrap()];
        connection.read_exact(&mut frame).await?;
        if head[3] == HEADERS {
            return Ok(());
        }
    }
}

#[tokio::test]
async fn a_call_whose_connection_breaks_is_made_once_more() {
    let breaker = Breaker::start().await;
    let refused = call(&breaker.channel, request("Who")).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    assert_eq!(breaker.heard(), 2);
}

#[tokio::test]
async fn what_must_not_be_said_twice_is_said_once() {
    let breaker = Breaker::start().await;
    let mut once = request("Who");
    once.extensions_mut().insert(NeverTwice);
    let refused = call(&breaker.channel, once).await.unwrap_err();
    assert_eq!(refused.code(), Code::Unavailable);
    assert_eq!(breaker.heard(), 1);
}

#[tokio::test]
async fn what_nobody_can_have_heard_may_be_said_to_another() {
    let port = ReservedPort::reserve();
    let _only = Server::start(3, &port);
    let name = Name::new(&port, &[2, 3, 4, 5]);
    let channel = name.channel();
    for _ in 0..20 {
        let mut once = request("Who");
        once.extensions_mut().insert(NeverTwice);
        assert_eq!(call(&channel, once).await.unwrap(), 3);
    }
}

#[tokio::test]
async fn what_one_replica_cannot_do_now_another_does() {
    let port = ReservedPort::reserve();
    let _servers = [Server::start(2, &port), Server::start(3, &port)];
    let channel = Name::new(&port, &[2, 3]).channel();
    let load = Load::start(&channel);
    load.served_by(&[2, 3]).await;
    load.end().await;
    for _ in 0..20 {
        assert_eq!(call(&channel, request("Away")).await.unwrap(), 3);
    }
    // Where there is no other, it is what the one says.
    let only = Channel::lazy(&format!("http://{}", address(2, port.number()))).unwrap();
    let refused = call(&only, request("Away")).await.unwrap_err();
    assert_eq!(refused.message(), "the store is away");
}
