//! What the shop sells: data that can be changed while it is open.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::checks;

/// So many of each item.
pub(crate) type Items = BTreeMap<String, u32>;

/// Offers of a catalogue at most.
const MOST_OFFERS: usize = 200;

/// Kinds of items in an offer or a gift at most.
const MOST_ITEMS: usize = 20;

/// Of an item in an offer or a gift at most.
const MOST_OF_AN_ITEM: u32 = 1_000;

/// The highest price, in coins.
const HIGHEST_PRICE: u64 = 1_000_000_000;

/// The largest gift, in coins.
const LARGEST_GIFT: u64 = 1_000_000_000;

/// What the shop sells, and what a newcomer gets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// What a player gets the first time the shop sees them.
    #[serde(default)]
    pub(crate) gift: Gift,
    /// The offers, in the order in which they are shown.
    #[serde(default, rename = "offer")]
    pub(crate) offers: Vec<Offer>,
}

/// Something that can be bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offer {
    pub(crate) id: String,
    /// In coins.
    pub(crate) price: u64,
    pub(crate) items: Items,
}

/// Coins and items for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gift {
    #[serde(default)]
    pub(crate) coins: u64,
    #[serde(default)]
    pub(crate) items: Items,
}

/// What is wrong with a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// Where, such as `offers[2].price`.
    pub(crate) field: String,
    /// A word for programs.
    pub(crate) reason: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for Malformed {}

/// A catalogue in a file, with the version that it was read as, if the file says it.
#[derive(Clone, Debug, Deserialize)]
struct Written {
    version: Option<u64>,
    #[serde(flatten)]
    catalogue: toml::Table,
}

impl Catalogue {
    /// The catalogue that comes with the shop.
    pub(crate) fn built_in() -> anyhow::Result<Self> {
        Ok(Self::parse(include_str!("../catalogue.toml"))?.0)
    }

    /// The catalogue of a file in the form of `services/shop/catalogue.toml`, and the version that
    /// it is to replace, if the file says so.
    ///
    /// # Errors
    /// When the file cannot be read or is no catalogue.
    pub fn read(file: &Path) -> anyhow::Result<(Self, Option<u64>)> {
        let text = std::fs::read_to_string(file);
        text.map_err(Into::into)
            .and_then(|text| Self::parse(&text))
            .with_context(|| format!("the catalogue in {}", file.display()))
    }

    fn parse(text: &str) -> anyhow::Result<(Self, Option<u64>)> {
        let Written { version, catalogue } = toml::from_str(text).context("not a catalogue")?;
        let catalogue: Self = catalogue.try_into().context("not a catalogue")?;
        catalogue.check()?;
        Ok((catalogue, version))
    }

    /// The catalogue as a file, with its version.
    #[must_use]
    pub fn to_toml(&self, version: u64) -> String {
        let mut text = format!(
            "version = {version}\n\n[gift]\ncoins = {}\n",
            self.gift.coins
        );
        // Writing to a String cannot fail, and names hold nothing that would have to be quoted.
        let _ = writeln!(text, "items = {}", inline(&self.gift.items));
        for offer in &self.offers {
            let _ = write!(
                text,
                "\n[[offer]]\nid = \"{}\"\nprice = {}\nitems = {}\n",
                offer.id,
                offer.price,
                inline(&offer.items)
            );
        }
        text
    }

    /// Checks names and bounds.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        if self.gift.coins > LARGEST_GIFT {
            let message = format!("a gift has {LARGEST_GIFT} coins at most");
            return Err(out_of_bounds("gift.coins", message));
        }
        check_items("gift.items", &self.gift.items)?;
        if self.offers.len() > MOST_OFFERS {
            let message = format!("a catalogue has {MOST_OFFERS} offers at most");
            return Err(out_of_bounds("offers", message));
        }
        let mut seen = HashSet::new();
        for (number, offer) in self.offers.iter().enumerate() {
            let field = |name: &str| format!("offers[{number}].{name}");
            check_name(field("id"), &offer.id)?;
            if !seen.insert(&offer.id) {
                let message = format!("offer `{}` is there twice", offer.id);
                return Err(twice(field("id"), message));
            }
            if !(1..=HIGHEST_PRICE).contains(&offer.price) {
                let message = format!("a price is 1 to {HIGHEST_PRICE} coins");
                return Err(out_of_bounds(&field("price"), message));
            }
            if offer.items.is_empty() {
                return Err(Malformed {
                    field: field("items"),
                    reason: "MISSING_FIELD",
                    message: "say what is in the offer".to_owned(),
                });
            }
            check_items(&field("items"), &offer.items)?;
        }
        Ok(())
    }

    /// The offer of a name.
    pub(crate) fn offer(&self, id: &str) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }
}

impl Gift {
    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.coins == 0 && self.items.is_empty()
    }
}

/// Somebody named the same thing twice.
pub(crate) fn twice(field: String, message: String) -> Malformed {
    let reason = "NAMED_TWICE";
    Malformed {
        field,
        reason,
        message,
    }
}

fn out_of_bounds(field: &str, message: String) -> Malformed {
    Malformed {
        field: field.to_owned(),
        reason: "OUT_OF_BOUNDS",
        message,
    }
}

fn check_name(field: String, name: &str) -> Result<(), Malformed> {
    if checks::is_label(name) {
        return Ok(());
    }
    Err(Malformed {
        field,
        reason: "MALFORMED_NAME",
        message: format!("a name takes {}", checks::LABELS),
    })
}

fn check_items(field: &str, items: &Items) -> Result<(), Malformed> {
    if items.len() > MOST_ITEMS {
        let message = format!("at most {MOST_ITEMS} kinds of items go together");
        return Err(out_of_bounds(field, message));
    }
    for (item, count) in items {
        check_name(field.to_owned(), item)?;
        if !(1..=MOST_OF_AN_ITEM).contains(count) {
            let message = format!("there are 1 to {MOST_OF_AN_ITEM} of an item, not {count}");
            return Err(out_of_bounds(field, message));
        }
    }
    Ok(())
}

fn inline(items: &Items) -> String {
    if items.is_empty() {
        return "{}".to_owned();
    }
    let items: Vec<_> = items
        .iter()
        .map(|(item, count)| format!("{item} = {count}"))
        .collect();
    format!("{{ {} }}", items.join(", "))
}

#[cfg(test)]
mod tests;
