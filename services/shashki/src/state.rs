//! Opening what state is kept in.

use std::path::Path;

use anyhow::Context as _;
use store::records::Records;
use store::redis::RedisStore;
use store::sqlite::SqliteStore;
use store::{Store, observed};

use crate::cli::{Kept, State};

/// Opens the store of live state.
pub(crate) async fn open_live(state: &State) -> anyhow::Result<Store> {
    if let Some(url) = &state.redis {
        let store = RedisStore::connect(url.expose()).await;
        return Ok(observed(store.context("--redis")?, "redis"));
    }
    let file = data_folder(&state.kept)?.join("live.db");
    let store = SqliteStore::open(&file)
        .await
        .with_context(|| format!("the store in {}", file.display()))?;
    Ok(observed(store, "sqlite"))
}

/// Opens the records, and brings their tables up to this release.
pub(crate) async fn open_records(kept: &Kept) -> anyhow::Result<Records> {
    let records = match &kept.database {
        Some(url) => Records::connect(url.expose()).await.context("--database")?,
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

fn data_folder(kept: &Kept) -> anyhow::Result<&Path> {
    std::fs::create_dir_all(&kept.data)
        .with_context(|| format!("the data folder {}", kept.data.display()))?;
    Ok(&kept.data)
}
