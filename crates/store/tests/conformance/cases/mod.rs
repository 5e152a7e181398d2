//! The suite. Each file holds cases that take a store, and `on_both!` makes each a test of either.

macro_rules! on_both {
    ($($case:ident),+ $(,)?) => {
        mod redis {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let server = crate::redis_server::RedisServer::start().await;
                    super::$case(server.store().await).await;
                }
            )+
        }

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let directory = tempfile::tempdir().unwrap();
                    let file = directory.path().join("live.db");
                    let store = store::sqlite::SqliteStore::open(&file).await.unwrap();
                    super::$case(std::sync::Arc::new(store)).await;
                }
            )+
        }
    };
}

mod bytes;
mod claims;
mod commits;
mod documents;
mod events;
mod guards;
mod indexes;
