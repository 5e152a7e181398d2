//! The database dies while results come in.

use futures::future::join_all;
use proto::rules::v1::Result as Outcome;
use support::{PostgresServer, Progress};
use tokio::time::Instant;

use crate::kit::{PATIENCE, Suite, reason};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_rated_once_whatever_dies() {
    let mut server = PostgresServer::start().await;
    let suite = Suite::start(&server.url()).await;
    let game = |reporter: usize, number: usize| format!("{reporter}-{number}");
    let players = |reporter: usize, number: usize| {
        [
            format!("p{}", (reporter + number) % 5),
            format!("p{}", (reporter + number) % 5 + 1),
        ]
    };
    let progress = Progress::default();
    let reporters = (0..6_usize).map(|reporter| {
        let (suite, progress) = (suite.clone(), progress.clone());
        tokio::spawn(async move {
            for number in 0.. {
                let [white, black] = players(reporter, number);
                let told = suite
                    .try_report(
                        &game(reporter, number),
                        "classic",
                        [&white, &black],
                        Outcome::WhiteWins,
                    )
                    .await;
                if let Err(status) = told {
                    assert_eq!(reason(&status), "RATINGS_UNAVAILABLE");
                    return number;
                }
                progress.count(1);
            }
            unreachable!("there is no last number");
        })
    });
    let reporters: Vec<_> = reporters.collect();
    progress.more(20).await;
    server.kill();
    let told: Vec<usize> = join_all(reporters)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    server.start_again().await;
    let begun = Instant::now();
    while suite.records.ready().await.is_err() {
        assert!(begun.elapsed() < PATIENCE);
    }
    suite.is_consistent().await;
    // Everything is told again, and what got no answer for the first time, perhaps.
    for (reporter, last) in told.iter().enumerate() {
        for number in 0..=*last {
            let [white, black] = players(reporter, number);
            suite
                .report(
                    &game(reporter, number),
                    "classic",
                    [&white, &black],
                    Outcome::WhiteWins,
                )
                .await;
        }
    }
    let games = told.iter().map(|last| last + 1).sum::<usize>();
    let kept = suite.number("SELECT COUNT(*) FROM rating_changes").await;
    assert_eq!(usize::try_from(kept).unwrap(), 2 * games);
    suite.is_consistent().await;
}
