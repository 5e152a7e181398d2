//! The file: its name, and another process that has it.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use store::records::{Error, Records, in_time};
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn a_file_of_any_name_is_made() {
    let directory = tempfile::tempdir().unwrap();
    for (number, name) in ["plain.db", "with space.db", "100%41?mode=ro#é&x.db"]
        .iter()
        .enumerate()
    {
        let path = directory.path().join(name);
        let slashes = if number % 2 == 0 { "" } else { "//" };
        let url = format!("sqlite:{slashes}{}", path.display());
        Records::connect(&url)
            .await
            .unwrap()
            .migrate()
            .await
            .unwrap();
        assert!(path.exists(), "{name}");
    }
    let missing = format!(
        "sqlite:{}",
        directory.path().join("no/such/records.db").display()
    );
    let error = Records::connect(&missing).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
}

#[tokio::test]
async fn a_url_that_names_no_database_is_refused() {
    for url in [
        "",
        "records.db",
        "mysql://ann:secret@localhost/records",
        "sqlite:",
        "sqlite://",
        "sqlite::memory:",
        "postgres://ann:secret@localhost:port/records",
        "postgres://ann:secret@localhost/records?sslmode=secret",
    ] {
        let error = Records::connect(url).await.unwrap_err();
        assert!(matches!(error, Error::Address(_)), "{url}: {error:?}");
        assert!(!error.to_string().contains("ann:secret"), "{url}: {error}");
    }
}

#[tokio::test]
async fn another_process_that_writes_for_long_is_an_outage() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("records.db");
    let records = Records::connect(&format!("sqlite:{}", path.display()))
        .await
        .unwrap();
    records.migrate().await.unwrap();
    let write = || {
        in_time(async {
            let mut transaction = records.begin().await?;
            sqlx::query("DELETE FROM game_players")
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await
        })
    };

    let mut other: SqliteConnection = SqliteConnectOptions::new()
        .filename(&path)
        .connect()
        .await
        .unwrap();
    let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let begun = Instant::now();
    let error = write().await.unwrap_err();
    assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
    assert!(begun.elapsed() < Duration::from_secs(6));
    // Reading goes on.
    records.ready().await.unwrap();
    sqlx::query("SELECT id FROM finished_games")
        .fetch_all(records.pool())
        .await
        .unwrap();

    held.rollback().await.unwrap();
    sleep(Duration::from_millis(100)).await;
    write().await.unwrap();
}
