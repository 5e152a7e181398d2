//! Coins, and what they buy.

use proto::shop::v1 as shop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{given, millis};
use super::values::LedgerReason;
use crate::fault::Fault;

/// So many of an item.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"item": "rocket", "count": 2}))]
pub(crate) struct Items {
    /// The item: a boost by its name.
    item: String,
    /// How many.
    count: u32,
}

impl Items {
    fn read_all(items: Vec<shop::Items>) -> Vec<Self> {
        let one = |items: shop::Items| Self {
            item: items.item,
            count: items.count,
        };
        items.into_iter().map(one).collect()
    }
}

/// What the shop sells.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// Grows by one whenever it is changed.
    version: u64,
    /// The offers, in the order in which they are shown.
    offers: Vec<Offer>,
    /// What a player gets the first time the shop sees them; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    gift: Option<Gift>,
}

/// Something that can be bought: one item or a bundle of several.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "id": "starter-pack", "price": 250,
    "items": [{"item": "recon", "count": 3}, {"item": "shield", "count": 2}],
}))]
pub(crate) struct Offer {
    /// Its name.
    id: String,
    /// What it costs, in coins.
    price: u64,
    /// What is in it.
    items: Vec<Items>,
}

/// Coins and items for nothing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"coins": 100, "items": [{"item": "recon", "count": 1}]}))]
pub(crate) struct Gift {
    /// Coins.
    coins: u64,
    /// Items.
    items: Vec<Items>,
}

impl TryFrom<Option<shop::Catalogue>> for Catalogue {
    type Error = Fault;

    fn try_from(catalogue: Option<shop::Catalogue>) -> Result<Self, Fault> {
        let catalogue = catalogue.ok_or_else(|| Fault::bad_answer("no catalogue"))?;
        let offer = |offer: shop::Offer| Offer {
            id: offer.id,
            price: offer.price,
            items: Items::read_all(offer.items),
        };
        let gift = |gift: shop::Gift| Gift {
            coins: gift.coins,
            items: Items::read_all(gift.items),
        };
        Ok(Self {
            version: catalogue.version,
            offers: catalogue.offers.into_iter().map(offer).collect(),
            gift: catalogue.gift.map(gift),
        })
    }
}

/// What a player has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "player": "ann", "coins": 120, "items": [{"item": "recon", "count": 3}],
}))]
pub(crate) struct Wallet {
    /// The player.
    player: String,
    /// Coins.
    coins: u64,
    /// Items, sorted by name; those of which there are none are left out.
    items: Vec<Items>,
}

impl TryFrom<Option<shop::Wallet>> for Wallet {
    type Error = Fault;

    fn try_from(wallet: Option<shop::Wallet>) -> Result<Self, Fault> {
        let wallet = wallet.ok_or_else(|| Fault::bad_answer("no wallet"))?;
        Ok(Self {
            player: wallet.player_id,
            coins: wallet.coins,
            items: Items::read_all(wallet.items),
        })
    }
}

/// A purchase to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"offer": "rocket", "quantity": 2, "price": 80, "request_id": "a1b2"}))]
pub(crate) struct Buy {
    /// The offer.
    offer: String,
    /// How many of it: up to 100; one if left out.
    #[serde(default)]
    quantity: u32,
    /// What the buyer has been told that one costs. Nothing is bought at another price.
    price: u64,
    /// Names this purchase, so that a repeat buys nothing more: 1 to 64 of A-Z a-z 0-9 _ - . :
    request_id: String,
}

impl From<Buy> for shop::PurchaseRequest {
    fn from(buy: Buy) -> Self {
        Self {
            // Whoever calls buys for themselves.
            player_id: String::new(),
            offer_id: buy.offer,
            quantity: buy.quantity,
            expected_price: buy.price,
            request_id: buy.request_id,
        }
    }
}

/// Something was bought.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Purchase {
    /// The row of the ledger. Every repeat gets the same.
    receipt: LedgerRow,
    /// What the player has now.
    wallet: Wallet,
}

impl TryFrom<shop::PurchaseResponse> for Purchase {
    type Error = Fault;

    fn try_from(answer: shop::PurchaseResponse) -> Result<Self, Fault> {
        let receipt = answer.receipt.and_then(LedgerRow::read);
        Ok(Self {
            receipt: receipt.ok_or_else(|| Fault::bad_answer("a receipt"))?,
            wallet: answer.wallet.try_into()?,
        })
    }
}

/// A row of the ledger.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "number": 2, "reason": "purchase", "request_id": "a1b2", "coins": -160,
    "items": [{"item": "rocket", "count": 2}], "coins_after": 40, "note": "rocket",
    "at_ms": 1_790_000_000_000_i64,
}))]
pub(crate) struct LedgerRow {
    /// Its number in the player's ledger, from 1, without gaps.
    number: u64,
    /// Why coins or items changed.
    reason: LedgerReason,
    /// The request that it comes from.
    request_id: String,
    /// Coins that came (positive) or went.
    coins: i64,
    /// Items that came (positive) or went.
    items: Vec<ItemChange>,
    /// The player's coins after it.
    coins_after: u64,
    /// What was bought, or what the giver says of a grant.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// When, in Unix milliseconds.
    at_ms: i64,
}

/// A change of an item's count.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"item": "rocket", "count": -1}))]
pub(crate) struct ItemChange {
    /// The item.
    item: String,
    /// How many came (positive) or went.
    count: i64,
}

impl LedgerRow {
    fn read(row: shop::LedgerRow) -> Option<Self> {
        let change = |change: shop::ItemChange| ItemChange {
            item: change.item,
            count: change.count,
        };
        Some(Self {
            number: row.number,
            reason: LedgerReason::read(row.reason)?,
            request_id: row.request_id,
            coins: row.coins,
            items: row.items.into_iter().map(change).collect(),
            coins_after: row.coins_after,
            note: given(row.note),
            at_ms: millis(row.at)?,
        })
    }
}

/// A page of a ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ledger {
    /// The rows, newest first.
    rows: Vec<LedgerRow>,
    /// Where the next page begins; left out on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl TryFrom<shop::ListLedgerResponse> for Ledger {
    type Error = Fault;

    fn try_from(page: shop::ListLedgerResponse) -> Result<Self, Fault> {
        let rows: Option<_> = page.rows.into_iter().map(LedgerRow::read).collect();
        Ok(Self {
            rows: rows.ok_or_else(|| Fault::bad_answer("a row of a ledger"))?,
            next_page_token: given(page.next_page_token),
        })
    }
}
