//! Opening what state is kept in.

use std::path::Path;

use anyhow::Context as _;
use platform::identity::Secret;
use store::records::Records;
use store::redis::RedisStore;
use store::sqlite::SqliteStore;
use store::{Store, observed};

use crate::cli::{Kept, State};

/// Opens the store of live state.
pub(crate) async fn open_live(state: &State) -> anyhow::Result<Store> {
    if let Some(url) = url(state.redis.as_ref(), state.redis_file.as_deref())? {
        let store = RedisStore::connect(url.expose()).await;
        return Ok(observed(store.context("the store in Redis")?, "redis"));
    }
    let file = data_folder(&state.kept)?.join("live.db");
    let store = SqliteStore::open(&file)
        .await
        .with_context(|| format!("the store in {}", file.display()))?;
    Ok(observed(store, "sqlite"))
}

/// Opens the records, and brings their tables up to this release.
pub(crate) async fn open_records(kept: &Kept) -> anyhow::Result<Records> {
    let records = match url(kept.database.as_ref(), kept.database_file.as_deref())? {
        Some(url) => Records::connect(url.expose())
            .await
            .context("the records in the database")?,
        None => {
            let file = data_folder(kept)?.join("records.db");
            let url = format!("sqlite:{}", file.display());
            Records::connect(&url)
                .await
                .with_context(|| format!("the records in {}", file.display()))?
        }
    };
    records
        .migrate()
        .await
        .context("the tables of the records")?;
    Ok(records)
}

/// The URL that a setting gives, or the file that another one names.
fn url(given: Option<&Secret>, file: Option<&Path>) -> anyhow::Result<Option<Secret>> {
    let Some(file) = file else {
        return Ok(given.cloned());
    };
    let url =
        std::fs::read_to_string(file).with_context(|| format!("the URL in {}", file.display()))?;
    Ok(Some(Secret::from(url.trim().to_owned())))
}

fn data_folder(kept: &Kept) -> anyhow::Result<&Path> {
    std::fs::create_dir_all(&kept.data)
        .with_context(|| format!("the data folder {}", kept.data.display()))?;
    Ok(&kept.data)
}
