//! SIGTERM and SIGINT: streams end with a reason and the process ends in time, whoever hangs on.

use std::time::{Duration, Instant};

use futures::StreamExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tonic::Code;

use crate::harness::{Kind, Suite, close_code, fault_of, message, player};

#[tokio::test]
async fn it_stops_within_ten_seconds_with_streams_open() {
    for signal in ["TERM", "INT"] {
        // The collector that traces should go to is away: that must not hold it up either.
        let collector = [(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "http://127.0.0.1:9".to_owned(),
        )];
        let mut suite = Suite::start_with(Kind::Embedded, &collector).await;
        let mut client = suite.client();
        let game = client
            .create("russian", "", player("ann"), player("bob"))
            .await;
        let mut streams = Vec::new();
        for _ in 0..200 {
            let mut updates = client.watch(&game.id, 0).await;
            updates.next().await.unwrap().unwrap();
            streams.push(updates);
        }
        let path = format!("/v1/games/{}/watch", game.id);
        let mut page = suite.open(&path).await.unwrap();
        message(&mut page).await;
        // Two peers that connect and never say a word.
        let _silent = TcpStream::connect(("127.0.0.1", suite.grpc_port()))
            .await
            .unwrap();
        let http = suite.url("").trim_start_matches("http://").to_owned();
        let _silent_too = TcpStream::connect(http).await.unwrap();

        let asked = Instant::now();
        suite.process("all").signal(signal);
        for updates in &mut streams {
            let refused = updates.next().await.unwrap().unwrap_err();
            assert_eq!(
                fault_of(&refused),
                (Code::Unavailable, "SHUTTING_DOWN".to_owned())
            );
        }
        assert_eq!(close_code(&mut page).await, CloseCode::Away);
        let status = suite.process("all").ended().await;
        assert!(status.success(), "{status}");
        assert!(
            asked.elapsed() < Duration::from_secs(10),
            "{:?}",
            asked.elapsed()
        );
    }
}
