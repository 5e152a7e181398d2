//! What happens to the server, or between it and us.

use std::time::Duration;

use futures::future::join_all;
use sqlx::Row;
use store::records::{Error, Records, in_time};
use support::{PostgresServer, Progress};
use tokio::net::TcpListener;
use tokio::time::{Instant, timeout};

async fn write(records: &Records, number: i64) -> Result<(), Error> {
    in_time(async {
        let mut transaction = records.begin().await?;
        sqlx::query("INSERT INTO numbers VALUES ($1)")
            .bind(number)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_outlives_the_server() {
    let mut server = PostgresServer::start().await;
    let records = Records::connect(&server.url()).await.unwrap();
    sqlx::query("CREATE TABLE numbers (number BIGINT)")
        .execute(records.pool())
        .await
        .unwrap();
    let mut acknowledged = Vec::new();
    for round in 0..2_i64 {
        // Writers are at it when the server is killed.
        let progress: [Progress; 8] = Default::default();
        let writers = (0..8_i64).zip(&progress).map(|(writer, progress)| {
            let (records, progress) = (records.clone(), progress.clone());
            tokio::spawn(async move {
                let mut mine = Vec::new();
                for step in 0.. {
                    let number = (round * 8 + writer) * 1_000_000 + step;
                    match write(&records, number).await {
                        Ok(()) => {
                            progress.count(1);
                            mine.push(number);
                        }
                        Err(error) => {
                            assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
                            break;
                        }
                    }
                }
                mine
            })
        });
        let writers: Vec<_> = writers.collect();
        join_all(progress.iter().map(|writer| writer.more(5))).await;
        server.kill();
        for mine in join_all(writers).await {
            acknowledged.extend(mine.unwrap());
        }

        let begun = Instant::now();
        let error = records.ready().await.unwrap_err();
        assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
        assert!(
            begun.elapsed() < Duration::from_secs(3),
            "{:?}",
            begun.elapsed()
        );

        server.start_again().await;
        let begun = Instant::now();
        while records.ready().await.is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20));
        }
        let mut stored: Vec<i64> = sqlx::query("SELECT number FROM numbers ORDER BY number")
            .fetch_all(records.pool())
            .await
            .unwrap()
            .iter()
            .map(|row| row.get(0))
            .collect();
        let written = stored.len();
        stored.dedup();
        assert_eq!(stored.len(), written);
        for number in &acknowledged {
            assert!(
                stored.binary_search(number).is_ok(),
                "{number} was acknowledged"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_that_were_given_up_on_do_not_use_the_connections_up() {
    let server = PostgresServer::start().await;
    let records = Records::connect(&server.url()).await.unwrap();
    let sleepers =
        (0..16).map(|_| in_time(sqlx::query("SELECT pg_sleep(600)").execute(records.pool())));
    for given_up in join_all(sleepers).await {
        assert!(
            matches!(given_up, Err(Error::Unavailable(_))),
            "{given_up:?}"
        );
    }
    records.ready().await.unwrap();
}

#[tokio::test]
async fn a_silent_peer_is_an_outage() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let silence = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            held.push(stream);
        }
    });
    let url = format!("postgres://shashki@127.0.0.1:{port}/postgres");
    let refused = timeout(Duration::from_secs(3), Records::connect(&url))
        .await
        .unwrap();
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    silence.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_there_is_no_outage() {
    let server = PostgresServer::start().await;
    let error = Records::connect(&format!("{}_", server.url()))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Failed(_)), "{error:?}");
}
