//! Stopping.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::fixture::Gateway;

const BOUND: Duration = Duration::from_secs(8);

#[tokio::test]
async fn watchers_are_told_to_go_and_it_stops_at_once() {
    let gateway = Gateway::start().await;
    let mut leaving = Vec::new();
    // Many, for what ends a call under way must never be taken for a loss of the service.
    for _ in 0..20 {
        let mut watcher = gateway.watch("quiet/watch").await.unwrap();
        watcher.json().await;
        leaving.push(tokio::spawn(async move { watcher.close_code().await }));
    }
    let begun = Instant::now();
    gateway.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(2));
    for left in leaving {
        assert_eq!(left.await.unwrap(), 1001);
    }
}

#[tokio::test]
async fn peers_that_say_nothing_do_not_hold_it_up() {
    let gateway = Gateway::start().await;
    // One watches and reads nothing, one is flooded, one has sent half a request, one nothing.
    let _watcher = gateway.watch("quiet/watch").await.unwrap();
    let _flooded = gateway.watch("floods/watch").await.unwrap();
    let mut half = TcpStream::connect(gateway.address).await.unwrap();
    half.write_all(b"GET /v1/modes HTTP/1.1\r\nHost:")
        .await
        .unwrap();
    let _idle = TcpStream::connect(gateway.address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    gateway.stop().await;
    assert!(begun.elapsed() < BOUND, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn nothing_new_is_taken_in_once_it_stops() {
    let gateway = Gateway::start().await;
    let address = gateway.address;
    gateway.stop().await;
    assert!(TcpStream::connect(address).await.is_err());
}
