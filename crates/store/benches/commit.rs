//! What a typical commit costs, beside the least that its store can do in the same run: a `PING`
//! for Redis, an empty transaction that is synced to the disk for the file. The ratio is the figure
//! to watch; absolute times are the machine's.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use divan::Bencher;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use store::redis::RedisStore;
use store::sqlite::SqliteStore;
use store::{Commit, Effect, Guard, Partitions, Store, Timestamp};
use support::RedisServer;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

/// Commits at a time in the benches of many.
const MANY: u64 = 50;

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    Runtime::new().expect("a runtime")
}

/// One player's move: the game is as the player saw it, the clock has not run out.
fn a_move(game: &str, version: u64) -> Commit {
    Commit {
        guards: vec![
            Guard::Version {
                key: game.to_owned(),
                version,
            },
            Guard::NotAfter(Timestamp(i64::MAX)),
        ],
        effects: vec![
            Effect::Put {
                key: game.to_owned(),
                body: Bytes::from_static(&[7; 700]),
                expires: None,
            },
            Effect::Schedule {
                job: format!("clock/{game}"),
                due: Timestamp(4_000_000_000_000),
            },
            Effect::Publish {
                topic: game.to_owned(),
                message: Bytes::from_static(&[7; 200]),
            },
        ],
    }
}

async fn play(store: &Store, partitions: &Partitions, game: &str, version: u64) {
    store
        .commit(partitions.of(game), a_move(game, version))
        .await
        .expect("a move");
}

/// One game, one move after the other.
fn one(bencher: Bencher<'_, '_>, runtime: &Runtime, store: &Store) {
    let partitions = Partitions::new("g", 64);
    let version = AtomicU64::new(0);
    bencher.bench(|| {
        let version = version.fetch_add(1, Ordering::Relaxed);
        runtime.block_on(play(store, &partitions, "game", version));
    });
}

/// Many games at once, a move in each.
fn many(bencher: Bencher<'_, '_>, runtime: &Runtime, store: &Store) {
    let partitions = Partitions::new("g", 64);
    let version = AtomicU64::new(0);
    bencher
        .counter(divan::counter::ItemsCount::new(MANY))
        .bench(|| {
            let version = version.fetch_add(1, Ordering::Relaxed);
            runtime.block_on(async {
                let mut moves = JoinSet::new();
                for game in 0..MANY {
                    let (store, partitions) = (store.clone(), partitions.clone());
                    moves.spawn(async move {
                        play(&store, &partitions, &game.to_string(), version).await;
                    });
                }
                moves.join_all().await;
            });
        });
}

mod redis {
    use super::{Bencher, connect, many, one, runtime, start};

    #[divan::bench]
    fn ping(bencher: Bencher<'_, '_>) {
        let runtime = runtime();
        let server = start(&runtime);
        let client = redis::Client::open(server.url()).expect("a client");
        let connecting = client.get_multiplexed_async_connection();
        let connection = runtime.block_on(connecting).expect("a connection");
        bencher.bench(|| {
            let mut connection = connection.clone();
            let answer =
                runtime.block_on(redis::cmd("PING").query_async::<String>(&mut connection));
            answer.expect("an answer")
        });
    }

    #[divan::bench]
    fn commit(bencher: Bencher<'_, '_>) {
        let runtime = runtime();
        let server = start(&runtime);
        one(bencher, &runtime, &connect(&runtime, &server));
    }

    #[divan::bench]
    fn commits_at_once(bencher: Bencher<'_, '_>) {
        let runtime = runtime();
        let server = start(&runtime);
        many(bencher, &runtime, &connect(&runtime, &server));
    }
}

mod sqlite {
    use super::{Bencher, many, one, open, runtime, synced};

    #[divan::bench]
    fn empty_transaction(bencher: Bencher<'_, '_>) {
        let (runtime, directory) = (runtime(), tempfile::tempdir().expect("a directory"));
        let connection = runtime.block_on(synced(&directory.path().join("bare.db")));
        let connection = tokio::sync::Mutex::new(connection);
        bencher.bench(|| {
            runtime.block_on(async {
                // The least that makes SQLite write and sync.
                let mut connection = connection.lock().await;
                let done = sqlx::query("UPDATE bare SET n = n + 1")
                    .execute(&mut *connection)
                    .await;
                done.expect("a transaction");
            });
        });
    }

    #[divan::bench]
    fn commit(bencher: Bencher<'_, '_>) {
        let runtime = runtime();
        let (_directory, store) = open(&runtime);
        one(bencher, &runtime, &store);
    }

    #[divan::bench]
    fn commits_at_once(bencher: Bencher<'_, '_>) {
        let runtime = runtime();
        let (_directory, store) = open(&runtime);
        many(bencher, &runtime, &store);
    }
}

fn open(runtime: &Runtime) -> (TempDir, Store) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("live.db");
    let store = runtime.block_on(SqliteStore::open(&file)).expect("a store");
    (directory, Arc::new(store))
}

async fn synced(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let options = options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let mut connection = options.connect().await.expect("a file");
    sqlx::raw_sql("CREATE TABLE bare (n INTEGER); INSERT INTO bare VALUES (0)")
        .execute(&mut connection)
        .await
        .expect("a table");
    connection
}

/// Starts a server with the append-only file that production has.
fn start(runtime: &Runtime) -> RedisServer {
    runtime.block_on(RedisServer::start_with(&["--appendonly", "yes"]))
}

fn connect(runtime: &Runtime, server: &RedisServer) -> Store {
    let store = runtime.block_on(RedisStore::connect(&server.url()));
    Arc::new(store.expect("a store"))
}
