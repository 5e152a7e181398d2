//! A collector that takes connections and never says a word: games go on, and processes end.

use tokio::net::TcpListener;

use crate::harness::{Kind, Suite, bot, player};

#[tokio::test]
async fn a_collector_that_is_deaf_holds_up_nobody() {
    let deaf = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", deaf.local_addr().unwrap());
    let held = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((connection, _)) = deaf.accept().await {
            held.push(connection);
        }
    });
    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint),
        ("OTEL_METRIC_EXPORT_INTERVAL", "100".to_owned()),
        ("SHASHKI_TRACES_A_SECOND", "0".to_owned()),
        // One thread has nobody to wait in its place.
        ("SHASHKI_THREADS", "1".to_owned()),
    ];
    let mut suite = Suite::start_with(Kind::Split, &settings).await;
    let mut client = suite.client();
    for _ in 0..50 {
        let game = client.create("russian", "", player("ann"), bot()).await;
        client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    }
    let processes = [
        "gateway",
        "matchmaking",
        "games",
        "bots",
        "rules",
        "ratings",
        "shop",
        "players",
    ];
    for name in processes {
        let process = suite.process(name);
        process.signal("TERM");
        let status = process.ended().await;
        assert!(status.success(), "{name}: {status}");
    }
    assert!(!held.is_finished(), "the collector was there to the end");
}
