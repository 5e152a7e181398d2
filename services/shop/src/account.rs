//! What a player has, and what may become of it: pure, whatever it is kept in.

use std::collections::BTreeMap;

use crate::catalogue::{Catalogue, Gift};

/// Coins that a wallet holds at most: far below what a double or a JSON number can tell.
pub(crate) const MOST_COINS: i64 = 1_000_000_000_000;

/// Of an item that are bought up to at most. What is given back comes on top.
pub(crate) const MOST_OF_AN_ITEM: i64 = 1_000_000;

/// A player's coins and items. Neither is ever negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) coins: i64,
    /// Of which there are some.
    pub(crate) items: BTreeMap<String, i64>,
    /// How many changes there have been; the number of the last one's row.
    pub(crate) rows: i64,
}

/// Why coins or items change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Gift,
    Grant,
    Purchase,
    Use,
    GivenBack,
}

impl Reason {
    /// All of them.
    const ALL: [Self; 5] = [
        Self::Gift,
        Self::Grant,
        Self::Purchase,
        Self::Use,
        Self::GivenBack,
    ];

    /// Its name in the tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gift => "gift",
            Self::Grant => "grant",
            Self::Purchase => "purchase",
            Self::Use => "use",
            Self::GivenBack => "given_back",
        }
    }

    /// The reason of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// Coins and items that come or go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) reason: Reason,
    pub(crate) coins: i64,
    pub(crate) items: BTreeMap<String, i64>,
    pub(crate) note: String,
}

/// What is asked for under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Purchase {
        offer: String,
        quantity: u32,
        /// What one is to cost.
        price: u64,
    },
    Grant {
        coins: i64,
        note: String,
    },
    Use {
        item: String,
    },
}

/// Why nothing changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    UnknownOffer,
    PriceChanged {
        price: u64,
    },
    NotEnoughCoins {
        coins: i64,
        cost: i64,
    },
    NotInInventory {
        item: String,
    },
    TooManyCoins,
    TooManyItems {
        item: String,
    },
    /// It was given back already.
    GivenBack,
    /// Something else was asked under this name before.
    RequestIdTaken,
}

impl Command {
    /// What is asked, in a text that no other request has.
    pub(crate) fn asked(&self) -> String {
        match self {
            Self::Purchase {
                offer,
                quantity,
                price,
            } => format!("purchase {quantity} {offer} at {price}"),
            Self::Grant { coins, note } => format!("grant {coins} {note}"),
            Self::Use { item } => asked_of_use(item),
        }
    }

    /// What it would change.
    pub(crate) fn change(&self, catalogue: &Catalogue) -> Result<Change, Refusal> {
        match self {
            Self::Purchase {
                offer,
                quantity,
                price,
            } => {
                let offer = catalogue.offer(offer).ok_or(Refusal::UnknownOffer)?;
                if offer.price != *price {
                    return Err(Refusal::PriceChanged { price: offer.price });
                }
                let quantity = i64::from(*quantity);
                let cost = i64::try_from(offer.price).unwrap_or(i64::MAX);
                let items = offer.items.iter();
                let items = items.map(|(item, count)| (item.clone(), i64::from(*count) * quantity));
                Ok(Change {
                    reason: Reason::Purchase,
                    coins: cost.saturating_mul(quantity).saturating_neg(),
                    items: items.collect(),
                    note: offer.id.clone(),
                })
            }
            Self::Grant { coins, note } => Ok(Change {
                reason: Reason::Grant,
                coins: *coins,
                items: BTreeMap::new(),
                note: note.clone(),
            }),
            Self::Use { item } => Ok(Change::of_item(Reason::Use, item, -1)),
        }
    }
}

/// What is asked when an item is used.
pub(crate) fn asked_of_use(item: &str) -> String {
    format!("use {item}")
}

impl Change {
    /// What a newcomer gets.
    pub(crate) fn gift(gift: &Gift) -> Self {
        let items = gift.items.iter();
        Self {
            reason: Reason::Gift,
            coins: i64::try_from(gift.coins).unwrap_or(MOST_COINS),
            items: items
                .map(|(item, count)| (item.clone(), i64::from(*count)))
                .collect(),
            note: String::new(),
        }
    }

    /// What a use took comes back.
    pub(crate) fn back(item: &str) -> Self {
        Self::of_item(Reason::GivenBack, item, 1)
    }

    fn of_item(reason: Reason, item: &str, count: i64) -> Self {
        Self {
            reason,
            coins: 0,
            items: BTreeMap::from([(item.to_owned(), count)]),
            note: String::new(),
        }
    }
}

impl Account {
    /// What a change makes of it.
    pub(crate) fn after(&self, change: &Change) -> Result<Self, Refusal> {
        let coins = self.coins.saturating_add(change.coins);
        if coins < 0 {
            return Err(Refusal::NotEnoughCoins {
                coins: self.coins,
                cost: change.coins.saturating_neg(),
            });
        }
        if coins > MOST_COINS {
            return Err(Refusal::TooManyCoins);
        }
        let mut items = self.items.clone();
        for (item, more) in &change.items {
            let count = self.count(item).saturating_add(*more);
            if count < 0 {
                let item = item.clone();
                return Err(Refusal::NotInInventory { item });
            }
            // What was taken always finds its way back.
            if count > MOST_OF_AN_ITEM && change.reason != Reason::GivenBack {
                let item = item.clone();
                return Err(Refusal::TooManyItems { item });
            }
            if count == 0 {
                items.remove(item);
            } else {
                items.insert(item.clone(), count);
            }
        }
        Ok(Self {
            coins,
            items,
            rows: self.rows + 1,
        })
    }

    /// How many there are of an item.
    pub(crate) fn count(&self, item: &str) -> i64 {
        self.items.get(item).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(coins: i64, rockets: i64) -> Account {
        Account {
            coins,
            items: BTreeMap::from([("rocket".to_owned(), rockets)]),
            rows: 3,
        }
    }

    fn bought(coins: i64, rockets: i64) -> Change {
        Change {
            coins,
            ..Change::of_item(Reason::Purchase, "rocket", rockets)
        }
    }

    #[test]
    fn nothing_goes_below_zero_or_over_its_bound() {
        let rocket = || "rocket".to_owned();
        let after = account(30, 1).after(&bought(-30, 1));
        assert_eq!(
            after,
            Ok(Account {
                rows: 4,
                ..account(0, 2)
            })
        );
        let refused = account(29, 1).after(&bought(-30, 1));
        assert_eq!(
            refused,
            Err(Refusal::NotEnoughCoins {
                coins: 29,
                cost: 30
            })
        );

        let last = account(5, 1).after(&Change::of_item(Reason::Use, "rocket", -1));
        assert_eq!(last.unwrap().items, BTreeMap::new());
        let none = account(5, 1).after(&Change::of_item(Reason::Use, "shield", -1));
        let shield = "shield".to_owned();
        assert_eq!(none, Err(Refusal::NotInInventory { item: shield }));

        let full = account(MOST_COINS - 1, MOST_OF_AN_ITEM);
        assert_eq!(full.after(&bought(1, -1)).unwrap().coins, MOST_COINS);
        assert_eq!(full.after(&bought(2, -1)), Err(Refusal::TooManyCoins));
        assert_eq!(full.after(&bought(i64::MAX, 0)), Err(Refusal::TooManyCoins));
        let refused = full.after(&bought(-1, 1));
        assert_eq!(refused, Err(Refusal::TooManyItems { item: rocket() }));
        let back = full.after(&Change::back("rocket")).unwrap();
        assert_eq!(back.count("rocket"), MOST_OF_AN_ITEM + 1);
    }

    #[test]
    fn what_is_asked_is_told_apart() {
        let purchase = |offer: &str, quantity, price| Command::Purchase {
            offer: offer.to_owned(),
            quantity,
            price,
        };
        let grant = |coins, note: &str| Command::Grant {
            coins,
            note: note.to_owned(),
        };
        let asked: Vec<_> = [
            purchase("rocket", 1, 30),
            purchase("rocket", 2, 30),
            purchase("rocket", 1, 31),
            purchase("shield", 1, 30),
            grant(1, "5 x"),
            grant(15, "x"),
            grant(1, ""),
            Command::Use {
                item: "rocket".to_owned(),
            },
            Command::Use {
                item: "shield".to_owned(),
            },
        ]
        .iter()
        .map(Command::asked)
        .collect();
        let mut apart = asked.clone();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), asked.len(), "{asked:?}");
    }
}
