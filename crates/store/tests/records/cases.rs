//! What holds on both databases. Each case takes the URL of an empty one.

use std::time::Duration;

use futures::future::try_join_all;
use sqlx::Row;
use store::records::{Error, Records, in_time};
use tokio::time::timeout;

support::on_both![
    steps_are_done_once,
    eight_start_at_once,
    a_database_of_a_later_release_is_refused,
    a_database_of_another_program_is_refused,
    values_come_back_as_they_were,
    nothing_is_left_of_what_is_not_committed,
    many_write_at_once,
    a_writer_that_is_given_up_on_lets_the_next_one_in,
];

async fn count(records: &Records, query: &'static str) -> i64 {
    let row = sqlx::query(query).fetch_one(records.pool()).await.unwrap();
    row.get(0)
}

async fn execute(records: &Records, statement: &'static str) {
    sqlx::query(statement)
        .execute(records.pool())
        .await
        .unwrap();
}

async fn steps_are_done_once(url: String) {
    let records = Records::connect(&url).await.unwrap();
    records.ready().await.unwrap();
    records.migrate().await.unwrap();
    let steps = count(&records, "SELECT COUNT(*) FROM _sqlx_migrations").await;
    records.migrate().await.unwrap();
    Records::connect(&url)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    assert_eq!(
        count(&records, "SELECT COUNT(*) FROM _sqlx_migrations").await,
        steps
    );
    assert_eq!(
        count(&records, "SELECT COUNT(*) FROM finished_games").await,
        0
    );
}

async fn eight_start_at_once(url: String) {
    let starts = (0..8).map(|_| {
        let url = url.clone();
        tokio::spawn(async move {
            let records = Records::connect(&url).await.unwrap();
            records.migrate().await.unwrap();
            count(&records, "SELECT COUNT(*) FROM finished_games").await
        })
    });
    assert_eq!(try_join_all(starts).await.unwrap(), [0; 8]);
}

async fn a_database_of_a_later_release_is_refused(url: String) {
    let records = Records::connect(&url).await.unwrap();
    records.migrate().await.unwrap();
    execute(
        &records,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 99, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await;
    let refused = records.migrate().await.unwrap_err();
    assert!(
        matches!(refused, Error::Newer { found: 99, .. }),
        "{refused:?}"
    );
    let text = refused.to_string();
    assert!(
        text.contains("at step 99") && text.contains("a later one"),
        "{text}"
    );
    // It keeps no other release out.
    execute(&records, "DELETE FROM _sqlx_migrations WHERE version = 99").await;
    timeout(Duration::from_secs(5), records.migrate())
        .await
        .unwrap()
        .unwrap();
}

async fn a_database_of_another_program_is_refused(url: String) {
    let records = Records::connect(&url).await.unwrap();
    records.migrate().await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET checksum = $1 WHERE version = 1")
        .bind(vec![1_u8])
        .execute(records.pool())
        .await
        .unwrap();
    let refused = records.migrate().await.unwrap_err();
    assert!(matches!(refused, Error::Altered(1)), "{refused:?}");
}

async fn values_come_back_as_they_were(url: String) {
    let records = Records::connect(&url).await.unwrap();
    let kind = if records.system() == "sqlite" {
        "BLOB"
    } else {
        "BYTEA"
    };
    let table = format!(
        "CREATE TABLE kinds (place BIGINT, number BIGINT, text TEXT, real DOUBLE PRECISION, bytes {kind})"
    );
    sqlx::query(sqlx::AssertSqlSafe(table))
        .execute(records.pool())
        .await
        .unwrap();
    let all_bytes: Vec<u8> = (0..=255).collect();
    let rows = [
        (
            Some(i64::MIN),
            Some("Лев \"q\" '; -- \u{1f3c1}"),
            Some(f64::MIN_POSITIVE),
            Some(all_bytes),
        ),
        (Some(i64::MAX), Some(""), Some(-1500.25), Some(Vec::new())),
        (None, None, None, None),
    ];
    for (place, (number, text, real, bytes)) in rows.iter().enumerate() {
        sqlx::query("INSERT INTO kinds VALUES ($1, $2, $3, $4, $5)")
            .bind(i64::try_from(place).unwrap())
            .bind(*number)
            .bind(*text)
            .bind(*real)
            .bind(bytes.clone())
            .execute(records.pool())
            .await
            .unwrap();
    }
    let found = sqlx::query("SELECT number, text, real, bytes FROM kinds ORDER BY place")
        .fetch_all(records.pool())
        .await
        .unwrap();
    for (row, (number, text, real, bytes)) in found.iter().zip(&rows) {
        assert_eq!(row.get::<Option<i64>, _>("number"), *number);
        assert_eq!(row.get::<Option<String>, _>("text").as_deref(), *text);
        assert_eq!(row.get::<Option<f64>, _>("real"), *real);
        assert_eq!(row.get::<Option<Vec<u8>>, _>("bytes"), *bytes);
    }
    assert_eq!(found.len(), rows.len());
}

async fn nothing_is_left_of_what_is_not_committed(url: String) {
    let records = Records::connect(&url).await.unwrap();
    execute(&records, "CREATE TABLE notes (note TEXT PRIMARY KEY)").await;
    let write = async |note: &'static str| {
        let mut transaction = records.begin().await.unwrap();
        sqlx::query("INSERT INTO notes VALUES ($1)")
            .bind(note)
            .execute(&mut *transaction)
            .await
            .unwrap();
        transaction
    };
    drop(write("dropped").await);
    write("kept").await.commit().await.unwrap();
    let mut failing = write("refused").await;
    let refused = sqlx::query("INSERT INTO notes VALUES ('kept')")
        .execute(&mut *failing)
        .await;
    let refused = Error::from(refused.unwrap_err());
    assert!(matches!(refused, Error::Failed(_)), "{refused:?}");
    drop(failing);
    assert_eq!(count(&records, "SELECT COUNT(*) FROM notes").await, 1);
}

/// Two handles stand for two processes: what one of them does is no secret of its own.
async fn many_write_at_once(url: String) {
    let handles = [
        Records::connect(&url).await.unwrap(),
        Records::connect(&url).await.unwrap(),
    ];
    execute(&handles[0], "CREATE TABLE counter (number BIGINT)").await;
    execute(&handles[0], "INSERT INTO counter VALUES (0)").await;
    let writers = (0..40).map(|writer: usize| {
        let records = handles[writer % 2].clone();
        tokio::spawn(async move {
            for _ in 0..10 {
                in_time(async {
                    let mut transaction = records.begin().await?;
                    sqlx::query("SELECT number FROM counter")
                        .fetch_one(&mut *transaction)
                        .await?;
                    sqlx::query("UPDATE counter SET number = number + $1")
                        .bind(1_i64)
                        .execute(&mut *transaction)
                        .await?;
                    transaction.commit().await
                })
                .await
                .unwrap();
            }
        })
    });
    try_join_all(writers).await.unwrap();
    assert_eq!(count(&handles[1], "SELECT number FROM counter").await, 400);
}

async fn a_writer_that_is_given_up_on_lets_the_next_one_in(url: String) {
    let records = Records::connect(&url).await.unwrap();
    execute(&records, "CREATE TABLE counter (number BIGINT)").await;
    execute(&records, "INSERT INTO counter VALUES (0)").await;
    for patience in 0..50 {
        let write = async {
            let mut transaction = records.begin().await?;
            sqlx::query("UPDATE counter SET number = number + 1")
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await
        };
        let _ = timeout(Duration::from_micros(patience * 20), write).await;
    }
    let before = count(&records, "SELECT number FROM counter").await;
    in_time(async {
        let mut transaction = records.begin().await?;
        sqlx::query("UPDATE counter SET number = number + 1")
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    })
    .await
    .unwrap();
    let after = count(&records, "SELECT number FROM counter").await;
    assert!(after > before, "{before}, then {after}");
}
