//! Cases that hold on both databases.

/// Runs each case, which takes the URL of an empty database, on a PostgreSQL server of its own and on
/// a new SQLite file.
macro_rules! on_both {
    ($($case:ident),+ $(,)?) => {
        on_both![@ $($case: super::$case),+];
    };
    ($($module:ident::$case:ident),+ $(,)?) => {
        on_both![@ $($case: super::$module::$case),+];
    };
    (@ $($name:ident: $case:path),+) => {
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let server = crate::postgres_server::PostgresServer::start().await;
                    $case(server.url()).await;
                }
            )+
        }

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let directory = tempfile::tempdir().unwrap();
                    let file = directory.path().join("records.db");
                    $case(format!("sqlite:{}", file.display())).await;
                }
            )+
        }
    };
}
