//! The database dies while players buy, are given coins and use items.

use futures::future::join_all;
use proto::shop::v1 as wire;
use support::{PostgresServer, Progress};
use tokio::time::Instant;
use tonic::Status;

use crate::kit::{PATIENCE, Suite, named, purchase, reason};

const PLAYERS: [&str; 3] = ["ann", "bob", "eve"];

/// The n-th thing that somebody does: coins come, a recon is bought for them, used, and every other
/// one given back. Each is the row that it makes, if it makes one.
async fn step(suite: &Suite, who: usize, number: u32) -> Result<Option<wire::LedgerRow>, Status> {
    let player = PLAYERS[who % PLAYERS.len()].to_owned();
    let name = |what: &str| format!("{what}:{who}:{}", number / 4);
    let mut client = suite.client();
    match number % 4 {
        0 => {
            let request = wire::GrantCoinsRequest {
                player_id: player,
                coins: 10,
                note: String::new(),
                request_id: name("grant"),
            };
            let granted = client.grant_coins(named(request)).await?;
            Ok(granted.into_inner().receipt)
        }
        1 => {
            let request = purchase(&player, "recon", 1, 10, &name("buy"));
            Ok(client.purchase(named(request)).await?.into_inner().receipt)
        }
        2 => {
            let request = wire::ConsumeRequest {
                player_id: player,
                item: "recon".to_owned(),
                request_id: name("use"),
            };
            Ok(client.consume(named(request)).await?.into_inner().receipt)
        }
        _ if number % 8 == 3 => {
            let request = wire::GiveBackRequest {
                player_id: player,
                item: "recon".to_owned(),
                request_id: name("use"),
            };
            let given = client.give_back(named(request)).await?.into_inner();
            assert!(given.had_been_taken);
            Ok(None)
        }
        _ => Ok(None),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_once_whatever_dies() {
    let mut server = PostgresServer::start().await;
    let suite = Suite::start(&server.url()).await;
    let progress = Progress::default();
    let people: Vec<_> = (0..6_usize)
        .map(|who| {
            let (suite, progress) = (suite.clone(), progress.clone());
            tokio::spawn(async move {
                let mut rows = Vec::new();
                for number in 0.. {
                    match step(&suite, who, number).await {
                        Ok(row) => {
                            progress.count(row.iter().len());
                            rows.extend(row);
                        }
                        Err(status) => {
                            assert_eq!(reason(&status), "RECORDS_UNAVAILABLE", "{status}");
                            return (number, rows);
                        }
                    }
                }
                unreachable!("there is no last number");
            })
        })
        .collect();
    progress.more(60).await;
    server.kill();
    let told: Vec<(u32, Vec<wire::LedgerRow>)> = join_all(people)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    server.start_again().await;
    let begun = Instant::now();
    while suite.records.ready().await.is_err() {
        assert!(begun.elapsed() < PATIENCE);
    }
    suite.agrees().await;
    for (who, (_, rows)) in told.iter().enumerate() {
        let stored = suite.ledger(PLAYERS[who % PLAYERS.len()]).await;
        for row in rows {
            assert!(stored.contains(row), "{row:?} was acknowledged");
        }
    }
    // Everything is asked again, and what got no answer for the first time, perhaps. Of what was
    // given back the use is not.
    for (who, (last, _)) in told.iter().enumerate() {
        for number in 0..=*last {
            let is_given_back = number % 8 == 2 && number < *last;
            let begun = Instant::now();
            while let Err(status) = step(&suite, who, number).await {
                let reason = reason(&status);
                if is_given_back && reason == "GIVEN_BACK" {
                    break;
                }
                assert_eq!(reason, "RECORDS_UNAVAILABLE", "{status}");
                assert!(begun.elapsed() < PATIENCE);
            }
        }
    }
    suite.agrees().await;
    for player in PLAYERS {
        let rows = suite.ledger(player).await;
        let mut names: Vec<_> = rows
            .iter()
            .map(|row| (row.reason, &row.request_id))
            .collect();
        names.sort_unstable();
        let made = names.len();
        names.dedup();
        assert_eq!(names.len(), made, "{player}: nothing twice");
    }
    let asked: u32 = told
        .iter()
        .map(|(last, _)| (0..=*last).filter(|n| n % 4 != 3 || n % 8 == 3).count() as u32)
        .sum();
    let kept = suite.number("SELECT COUNT(*) FROM shop_ledger").await;
    assert_eq!(u32::try_from(kept).unwrap(), asked + 3, "and the gifts");
}
