//! What an operator does with access to the records alone.

use anyhow::Context as _;
use store::records::Records;

use crate::catalogue::Catalogue;
use crate::storage::Wallets;

/// The catalogue in place with its version; in a new shop the built-in one is put in place first.
///
/// # Errors
/// When the records cannot be reached.
pub async fn catalogue_in_place(records: Records) -> anyhow::Result<(Catalogue, u64)> {
    let wallets = Wallets::new(records);
    let catalogues = wallets.catalogues();
    catalogues.seed(&Catalogue::built_in()?).await?;
    let current = catalogues.current().await?;
    Ok((current.catalogue.clone(), current.version.unsigned_abs()))
}

/// Puts a catalogue in place of the one of a version, or of whichever is in place; its version.
///
/// # Errors
/// When another is in place, or the records cannot be reached.
pub async fn put_in_place(
    records: Records,
    catalogue: &Catalogue,
    instead_of: Option<u64>,
) -> anyhow::Result<u64> {
    let (_, current) = catalogue_in_place(records.clone()).await?;
    let version = instead_of.unwrap_or(current);
    let replaced = match i64::try_from(version) {
        Ok(version) => {
            let wallets = Wallets::new(records);
            wallets.catalogues().replace(version, catalogue).await?
        }
        Err(_) => None,
    };
    let edition = replaced.with_context(|| {
        format!("it is to replace version {version}, and another is in place: show that one first")
    })?;
    Ok(edition.version.unsigned_abs())
}
