//! Cases that hold on both databases.

use tempfile::TempDir;

/// A new SQLite file in a directory of its own.
#[derive(Debug)]
pub struct SqliteFile {
    directory: TempDir,
}

impl SqliteFile {
    /// Makes the directory; the file comes with the first connection.
    pub fn create() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { directory }
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        let file = self.directory.path().join("records.db");
        format!("sqlite:{}", file.display())
    }
}

/// Runs each case, which takes the URL of an empty database, on a PostgreSQL server of its own and on
/// a new SQLite file.
#[macro_export]
macro_rules! on_both {
    ($($case:ident),+ $(,)?) => {
        $crate::on_both![@ $($case: super::$case),+];
    };
    ($($module:ident::$case:ident),+ $(,)?) => {
        $crate::on_both![@ $($case: super::$module::$case),+];
    };
    (@ $($name:ident: $case:path),+) => {
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let server = $crate::PostgresServer::start().await;
                    $case(server.url()).await;
                }
            )+
        }

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let file = $crate::SqliteFile::create();
                    $case(file.url()).await;
                }
            )+
        }
    };
}
