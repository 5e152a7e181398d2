//! What is counted of coins and items. Nothing of it is about a person.

use std::sync::LazyLock;

use telemetry::metrics::{Counter, KeyValue, counter};

use crate::account::{Command, Reason};
use crate::storage::Row;

static COINS_IN: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.shop.coins.in",
        "{coin}",
        "Coins that came into wallets",
    )
});

static COINS_OUT: LazyLock<Counter<u64>> =
    LazyLock::new(|| counter("shashki.shop.coins.out", "{coin}", "Coins spent"));

static PURCHASES: LazyLock<Counter<u64>> =
    LazyLock::new(|| counter("shashki.shop.purchases", "{purchase}", "Purchases"));

static ITEMS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.shop.items",
        "{item}",
        "Items taken for boosts, and given back",
    )
});

/// A row is in the ledger; not called for what repeats one.
pub(crate) fn written(change: &Row) {
    if change.coins > 0 {
        let source = KeyValue::new("shashki.source", change.reason.name());
        COINS_IN.add(change.coins.unsigned_abs(), &[source]);
    }
    let outcome = match change.reason {
        Reason::Use => "used",
        Reason::GivenBack => "given_back",
        Reason::Gift | Reason::Grant | Reason::Purchase => return,
    };
    for (item, number) in &change.items {
        let attributes = [
            KeyValue::new("shashki.boost", item.clone()),
            KeyValue::new("shashki.outcome", outcome),
        ];
        ITEMS.add(number.unsigned_abs(), &attributes);
    }
}

/// The same of what came of a command.
pub(crate) fn carried_out(command: &Command, change: &Row) {
    if let Command::Purchase { offer, .. } = command {
        let offer = [KeyValue::new("shashki.offer", offer.clone())];
        PURCHASES.add(1, &offer);
        COINS_OUT.add(change.coins.unsigned_abs(), &offer);
    }
    written(change);
}
