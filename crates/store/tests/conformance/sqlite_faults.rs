//! What happens to the process or its file.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use store::sqlite::SqliteStore;
use store::{Error, Order, Range, Store};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::kit::{
    LONG, PATIENCE, add, apply, claim, get, here, names, put, put_until, schedule, tally, version,
};

async fn open(file: &Path) -> Store {
    Arc::new(SqliteStore::open(file).await.unwrap())
}

async fn raw(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_committed_is_there_after_opening_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let mut last = store::Timestamp(0);
    for round in 0..3 {
        let store = open(&file).await;
        assert!(store.now().await.unwrap() >= last);
        let effects = [
            put("game", format!("{round}")),
            add("queue", "ann", round),
            schedule("job", last),
        ];
        apply(
            &store,
            [version("game", u64::try_from(round).unwrap())],
            effects,
        )
        .await
        .unwrap();
        drop(store);

        let store = open(&file).await;
        assert_eq!(get(&store, "game").await.unwrap().body, format!("{round}"));
        let all = Range::all(Order::Ascending, 9);
        assert_eq!(
            store.range(&here(), "queue", all).await.unwrap()[0].score,
            round
        );
        assert_eq!(names(&claim(&store, 1, LONG).await), ["job"]);
        last = store.now().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_commits_are_done_before_the_file_is_closed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let store = open(&file).await;
    for number in 0..100 {
        let key = number.to_string();
        let begun = Box::pin(apply(&store, [], [put(&key, "a")]));
        let _ = futures::poll!(begun);
    }
    drop(store);
    let store = open(&file).await;
    for number in 0..100 {
        assert!(get(&store, &number.to_string()).await.is_some(), "{number}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_opener_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let store = open(&file).await;
    let refused = SqliteStore::open(&file).await.map(|_| ()).unwrap_err();
    assert!(
        refused.to_string().contains("live.db is in use"),
        "{refused}"
    );
    apply(&store, [], [put("game", "a")]).await.unwrap();
}

#[tokio::test]
async fn a_file_of_a_later_release_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    drop(open(&file).await);
    let mut connection = raw(&file).await;
    sqlx::query("PRAGMA user_version = 99")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let refused = SqliteStore::open(&file).await.map(|_| ());
    assert!(
        matches!(&refused, Err(Error::Corrupt(text)) if text.contains("99")),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_place_that_cannot_be_written_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let refused = SqliteStore::open(&directory.path().join("missing/live.db"))
        .await
        .map(|_| ());
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    let refused = SqliteStore::open(directory.path()).await.map(|_| ());
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
}

/// Not only hidden: an invite that nobody asks for again takes no room for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expired_documents_are_swept() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let store = open(&file).await;
    let expires = store.now().await.unwrap() + Duration::from_millis(20);
    apply(
        &store,
        [],
        [put_until("invite", "a", expires), put("game", "a")],
    )
    .await
    .unwrap();
    let mut connection = raw(&file).await;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let count = sqlx::query("SELECT count(*) FROM documents")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if count.get::<i64, _>(0) == 1 {
            break;
        }
        assert!(Instant::now() < deadline, "the invite is still there");
        sleep(Duration::from_millis(100)).await;
    }
    assert!(get(&store, "game").await.is_some());
}

/// Another program may hold the file for a moment, and a commit waits for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_waits_for_another_programs_lock() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let store = open(&file).await;
    let mut connection = raw(&file).await;
    let lock = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let writer = store.clone();
    let writing = tokio::spawn(async move { apply(&writer, [], [put("game", "a")]).await });
    sleep(Duration::from_millis(100)).await;
    assert!(!writing.is_finished());
    lock.rollback().await.unwrap();
    timeout(PATIENCE, writing).await.unwrap().unwrap().unwrap();
}

const CHILD: &str = "sqlite_faults::child_that_writes_until_its_input_ends";
const WRITERS: u64 = 8;

/// Each writer counts in a document of its own, and says a number when it is acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by acknowledged_commits_survive_a_kill, in a directory of its own"]
async fn child_that_writes_until_its_input_ends() {
    let directory = tempfile::tempdir().unwrap();
    let here = Path::new("live.db");
    let named = if here.exists() {
        here.to_owned()
    } else {
        directory.path().join("live.db")
    };
    let store = open(&named).await;
    let writers = (0..WRITERS).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            let key = format!("writer {writer}");
            let start = get(&store, &key)
                .await
                .map_or(0, |document| document.version);
            for number in start.. {
                let effects = [
                    put(&key, format!("{}", number + 1)),
                    add(&key, &format!("{number}"), 0),
                ];
                apply(&store, [version(&key, number)], effects)
                    .await
                    .unwrap();
                println!("acknowledged {writer} {}", number + 1);
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let _ = tokio::task::spawn_blocking(|| std::io::stdin().read(&mut [0])).await;
    for writer in writers {
        writer.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_commits_survive_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    drop(open(&file).await);
    let mut acknowledged: HashMap<u64, u64> = HashMap::new();
    for round in 0..3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", CHILD, "--ignored", "--nocapture"])
            .current_dir(directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut count = 0;
        while let Some(line) = timeout(PATIENCE, lines.next_line())
            .await
            .expect("a line")
            .unwrap()
        {
            if let Some((writer, number)) = line
                .strip_prefix("acknowledged ")
                .and_then(|numbers| numbers.split_once(' '))
            {
                acknowledged.insert(writer.parse().unwrap(), number.parse().unwrap());
                count += 1;
            }
            if count == 300 {
                child.start_kill().unwrap();
            }
        }
        assert!(count >= 300, "the child ended by itself");
        child.wait().await.unwrap();

        let store = open(&file).await;
        for writer in 0..WRITERS {
            let key = format!("writer {writer}");
            let stored = get(&store, &key)
                .await
                .map_or(0, |document| document.version);
            let told = acknowledged.get(&writer).copied().unwrap_or(0);
            assert!(
                stored >= told,
                "round {round}, writer {writer}: {told} acknowledged, {stored} stored"
            );
            let all = Range::all(Order::Ascending, usize::MAX);
            let members = store.range(&here(), &key, all).await.unwrap().len() as u64;
            assert_eq!(members, stored, "a commit was carried out by half");
        }
    }
}

/// What the first release's layout lacks, and how it says which it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_of_the_first_layout_is_brought_up() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("live.db");
    let store = open(&file).await;
    apply(
        &store,
        [],
        [put("game", "a"), schedule("job", store::Timestamp(1))],
    )
    .await
    .unwrap();
    drop(store);
    let earlier =
        "DROP TABLE tallies; ALTER TABLE jobs DROP COLUMN origin; PRAGMA user_version = 1";
    loop {
        // The store closes its file in a moment of its own.
        let mut connection = raw(&file).await;
        if sqlx::raw_sql(earlier)
            .execute(&mut connection)
            .await
            .is_ok()
        {
            connection.close().await.unwrap();
            break;
        }
    }
    let store = open(&file).await;
    assert_eq!(get(&store, "game").await.unwrap().body, "a");
    assert_eq!(names(&claim(&store, 9, LONG).await), ["job"]);
    apply(&store, [], [tally("live", 1)]).await.unwrap();
    assert_eq!(
        store.tallies(&here()).await.unwrap(),
        [("live".to_owned(), 1)]
    );
}
