//! The catalogues that the shop has had. One of a version never changes, so a process keeps the last
//! that it has read; which one is in place it asks each time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::records::sqlx::{self, AnyConnection, AssertSqlSafe, Row as _};
use store::records::{Error, Records};

use super::{dialect, undecodable};
use crate::catalogue::Catalogue;

/// A catalogue with its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edition {
    pub(crate) version: i64,
    pub(crate) catalogue: Catalogue,
}

/// All catalogues. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Catalogues {
    records: Records,
    last_read: Arc<Mutex<Option<Arc<Edition>>>>,
}

impl Catalogues {
    pub(super) fn new(records: Records) -> Self {
        Self {
            records,
            last_read: Arc::default(),
        }
    }

    /// Puts the first catalogue in place, if there is none yet.
    pub(crate) async fn seed(&self, catalogue: &Catalogue) -> Result<(), Error> {
        self.follow(0, catalogue).await.map(drop)
    }

    /// The catalogue in place.
    pub(crate) async fn current(&self) -> Result<Arc<Edition>, Error> {
        self.records
            .run("shop.catalogue", async {
                let mut connection = self.records.pool().acquire().await?;
                self.in_place(&mut connection).await
            })
            .await
    }

    /// Puts a catalogue in place of the one of a version; the new one, or `None` if another has
    /// followed that version. A repeat is answered alike.
    pub(crate) async fn replace(
        &self,
        version: i64,
        catalogue: &Catalogue,
    ) -> Result<Option<Arc<Edition>>, Error> {
        self.follow(version, catalogue).await?;
        let next = self.records.run("shop.set_catalogue", async {
            let mut connection = self.records.pool().acquire().await?;
            self.find(&mut connection, version.saturating_add(1)).await
        });
        // Whoever wrote what follows, it is the same if it says the same.
        Ok(next.await?.filter(|next| next.catalogue == *catalogue))
    }

    /// Writes the catalogue that follows a version, if that is the last one.
    async fn follow(&self, version: i64, catalogue: &Catalogue) -> Result<(), Error> {
        let now = dialect::now(&self.records);
        let query = format!(
            "INSERT INTO shop_catalogues (version, content, since_ms) SELECT $1, $2, {now} \
             WHERE (SELECT COALESCE(MAX(version), 0) FROM shop_catalogues) = $3 \
             ON CONFLICT (version) DO NOTHING"
        );
        self.records
            .run("shop.follow_catalogue", async {
                let content = serde_json::to_string(catalogue)
                    .map_err(|error| sqlx::Error::Encode(error.into()))?;
                let mut writing = self.records.begin().await?;
                sqlx::query(AssertSqlSafe(query))
                    .bind(version.saturating_add(1))
                    .bind(content)
                    .bind(version)
                    .execute(&mut *writing)
                    .await?;
                writing.commit().await
            })
            .await
    }

    /// The catalogue in place, as this connection sees it.
    pub(super) async fn in_place(
        &self,
        connection: &mut AnyConnection,
    ) -> Result<Arc<Edition>, sqlx::Error> {
        let version: i64 = sqlx::query("SELECT MAX(version) AS version FROM shop_catalogues")
            .fetch_one(&mut *connection)
            .await?
            .try_get("version")?;
        self.of_version(connection, version).await
    }

    /// The catalogue of a version that there is.
    pub(super) async fn of_version(
        &self,
        connection: &mut AnyConnection,
        version: i64,
    ) -> Result<Arc<Edition>, sqlx::Error> {
        let found = self.find(connection, version).await?;
        found.ok_or(sqlx::Error::RowNotFound)
    }

    async fn find(
        &self,
        connection: &mut AnyConnection,
        version: i64,
    ) -> Result<Option<Arc<Edition>>, sqlx::Error> {
        let known = self.kept().clone();
        if let Some(known) = known.filter(|known| known.version == version) {
            return Ok(Some(known));
        }
        let row = sqlx::query("SELECT content FROM shop_catalogues WHERE version = $1")
            .bind(version)
            .fetch_optional(connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let content: String = row.try_get("content")?;
        let catalogue = serde_json::from_str(&content).map_err(undecodable)?;
        let read = Arc::new(Edition { version, catalogue });
        *self.kept() = Some(Arc::clone(&read));
        Ok(Some(read))
    }

    fn kept(&self) -> MutexGuard<'_, Option<Arc<Edition>>> {
        self.last_read
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
