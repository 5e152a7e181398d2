//! The suite. Each file holds cases that take a store, and `on_all!` makes each a test of a Redis
//! server, of a file and of the store in memory. A cluster takes seconds to start, so one test runs
//! them all on it.

use std::pin::Pin;
use std::sync::Arc;

use store::Store;

use crate::kit::Apart;
use crate::redis_cluster::RedisCluster;

/// A case by name.
type Case = (
    &'static str,
    fn(Store) -> Pin<Box<dyn Future<Output = ()> + Send>>,
);

macro_rules! on_all {
    ($($case:ident),+ $(,)?) => {
        mod redis {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let server = support::RedisServer::start().await;
                    super::$case(crate::kit::connect(&server).await).await;
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

        mod memory {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    super::$case(crate::kit::in_memory()).await;
                }
            )+
        }

        pub(super) const CASES: &[super::Case] =
            &[$((stringify!($case), |store| Box::pin($case(store)))),+];
    };
}

mod bytes;
mod claims;
mod commits;
mod documents;
mod events;
mod guards;
mod indexes;
mod origins;
mod tallies;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cluster() {
    let cluster = RedisCluster::start().await;
    let store = cluster.store().await;
    let files = [
        bytes::CASES,
        claims::CASES,
        commits::CASES,
        documents::CASES,
        events::CASES,
        guards::CASES,
        indexes::CASES,
        origins::CASES,
        tallies::CASES,
    ];
    for (name, case) in files.concat() {
        println!("{name}");
        case(Arc::new(Apart::new(name, store.clone()))).await;
    }
}
