//! Metrics over OTLP and at `/metrics`: both tell the same.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::sleep;

use super::collector::Collector;
use crate::harness::{Kind, Suite, player};

#[tokio::test]
async fn metrics_go_to_the_collector_and_are_scraped() {
    let (collector, mut settings) = Collector::start().await;
    settings.push(("SHASHKI_METRICS", "127.0.0.1:0".to_owned()));
    let mut suite = Suite::start_with(Kind::Split, &settings).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let expected = [
        ("games", "shashki.games.moves", "shashki_games_moves_total{"),
        (
            "games",
            "shashki.games.live",
            r#"shashki_games_live{shashki_mode="none"} 1"#,
        ),
        (
            "games",
            "db.client.operation.duration",
            "db_client_operation_duration_seconds_bucket{",
        ),
        (
            "rules",
            "rpc.server.call.duration",
            r#"rpc_server_call_duration_seconds_count{rpc_method="shashki.rules.v1.RulesService/ApplyMove",rpc_response_status_code="OK",rpc_system_name="grpc"} 1"#,
        ),
        (
            "rules",
            "process.memory.usage",
            "process_memory_usage_bytes ",
        ),
        (
            "rules",
            "shashki.ready",
            r#"shashki_ready{shashki_service="shashki.rules.v1.RulesService"} 1"#,
        ),
    ];
    let mut addresses = HashMap::new();
    for process in ["games", "rules"] {
        let address = suite.process(process).line("metrics: ").await;
        addresses.insert(process, address);
    }
    for (process, name, line) in expected {
        let address = &addresses[process];
        let told = (process.to_owned(), name.to_owned());
        let mut scraped = String::new();
        for tries in 0.. {
            scraped = reqwest::get(address).await.unwrap().text().await.unwrap();
            if scraped.lines().any(|found| found.starts_with(line))
                && collector.metrics().contains(&told)
            {
                break;
            }
            assert!(
                tries < 300,
                "no {line} or no {told:?} in {:?}:\n{scraped}",
                collector.metrics()
            );
            sleep(Duration::from_millis(100)).await;
        }
        assert!(!scraped.contains("otel_scope"), "nothing superfluous");
    }
}
