//! Catalogues, wallets and rows as messages.

use std::collections::BTreeMap;

use prost_types::Timestamp;
use proto::shop::v1 as wire;

use crate::account::{Account, Reason};
use crate::catalogue::{Catalogue, Gift, Items, Malformed, Offer, twice};
use crate::storage::{Edition, Row};

/// A catalogue as a message.
pub(crate) fn catalogue(edition: &Edition) -> wire::Catalogue {
    let Edition { version, catalogue } = edition;
    let offers = catalogue.offers.iter().map(|offer| wire::Offer {
        id: offer.id.clone(),
        price: offer.price,
        items: items(&offer.items),
    });
    wire::Catalogue {
        version: version.unsigned_abs(),
        offers: offers.collect(),
        gift: Some(wire::Gift {
            coins: catalogue.gift.coins,
            items: items(&catalogue.gift.items),
        }),
    }
}

/// Reads a catalogue; whether it can be used is not looked at.
pub(crate) fn read_catalogue(message: wire::Catalogue) -> Result<Catalogue, Malformed> {
    let gift = message.gift.unwrap_or_default();
    let gift = Gift {
        coins: gift.coins,
        items: read_items("gift.items", gift.items)?,
    };
    let offers = message.offers.into_iter().enumerate();
    let offers = offers.map(|(number, offer)| {
        Ok(Offer {
            items: read_items(&format!("offers[{number}].items"), offer.items)?,
            id: offer.id,
            price: offer.price,
        })
    });
    Ok(Catalogue {
        gift,
        offers: offers.collect::<Result<_, _>>()?,
    })
}

/// A wallet as a message.
pub(crate) fn wallet(player: String, account: &Account) -> wire::Wallet {
    let items = account.items.iter().map(|(item, count)| wire::Items {
        item: item.clone(),
        count: u32::try_from(*count).unwrap_or(u32::MAX),
    });
    wire::Wallet {
        player_id: player,
        coins: account.coins.unsigned_abs(),
        items: items.collect(),
    }
}

/// A row of the ledger as a message.
pub(crate) fn row(row: Row) -> wire::LedgerRow {
    let items = row.items.into_iter();
    wire::LedgerRow {
        number: row.number.unsigned_abs(),
        reason: reason(row.reason).into(),
        request_id: row.request_id,
        coins: row.coins,
        items: items
            .map(|(item, count)| wire::ItemChange { item, count })
            .collect(),
        coins_after: row.coins_after.unsigned_abs(),
        note: row.note,
        at: Some(time(row.at_ms)),
    }
}

const fn reason(reason: Reason) -> wire::Reason {
    match reason {
        Reason::Gift => wire::Reason::Gift,
        Reason::Grant => wire::Reason::Grant,
        Reason::Purchase => wire::Reason::Purchase,
        Reason::Use => wire::Reason::Use,
        Reason::GivenBack => wire::Reason::GivenBack,
    }
}

fn items(items: &Items) -> Vec<wire::Items> {
    let items = items.iter().map(|(item, count)| wire::Items {
        item: item.clone(),
        count: *count,
    });
    items.collect()
}

fn read_items(field: &str, messages: Vec<wire::Items>) -> Result<Items, Malformed> {
    let mut items = BTreeMap::new();
    for wire::Items { item, count } in messages {
        if items.contains_key(&item) {
            let message = format!("`{item}` is there twice");
            return Err(twice(field.to_owned(), message));
        }
        items.insert(item, count);
    }
    Ok(items)
}

fn time(ms: i64) -> Timestamp {
    Timestamp {
        seconds: ms.div_euclid(1000),
        nanos: i32::try_from(ms.rem_euclid(1000) * 1_000_000).unwrap_or(0),
    }
}
