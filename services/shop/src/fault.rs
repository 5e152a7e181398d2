//! The one place where refusals become errors of the API.

use platform::Fault;
use store::records::Error;

use crate::account::{MOST_COINS, MOST_OF_AN_ITEM, Refusal};
use crate::catalogue::Malformed;

/// The records do not answer, or not well.
pub(crate) fn away(error: Error) -> Fault {
    match error {
        Error::Unavailable(cause) => {
            tracing::warn!(%cause, "the records are away");
            Fault::unavailable(
                "RECORDS_UNAVAILABLE",
                "the shop cannot be reached now; it is safe to repeat the call with the same \
                 request id",
            )
        }
        error => {
            tracing::error!(%error, "the records failed");
            Fault::internal("the shop failed; the fault is logged")
        }
    }
}

pub(crate) fn refused(refusal: Refusal) -> Fault {
    match refusal {
        Refusal::UnknownOffer => Fault::not_found(
            "UNKNOWN_OFFER",
            "the shop does not sell this: see GetCatalogue",
        ),
        Refusal::PriceChanged { price } => Fault::refused(
            "PRICE_CHANGED",
            format!("this costs {price} now: show it, and ask again"),
        )
        .with("price", &price),
        Refusal::NotEnoughCoins { coins, cost } => Fault::refused(
            "NOT_ENOUGH_COINS",
            format!("this costs {cost} coins, and there are {coins}"),
        )
        .with("coins", &coins)
        .with("cost", &cost),
        Refusal::NotInInventory { item } => {
            let message = format!("the player has no {item}: buy one first");
            Fault::refused("NOT_IN_INVENTORY", message).with("item", &item)
        }
        Refusal::TooManyCoins => Fault::refused(
            "WALLET_FULL",
            format!("a wallet holds {MOST_COINS} coins at most"),
        )
        .with("most", &MOST_COINS),
        Refusal::TooManyItems { item } => Fault::refused(
            "INVENTORY_FULL",
            format!("nobody has more than {MOST_OF_AN_ITEM} of {item}"),
        )
        .with("item", &item)
        .with("most", &MOST_OF_AN_ITEM),
        Refusal::GivenBack => Fault::refused(
            "GIVEN_BACK",
            "this was given back: to use another item, choose a new request id",
        ),
        Refusal::RequestIdTaken => Fault::already_exists(
            "REQUEST_ID_TAKEN",
            "something else was asked under this request id: choose a new one",
        ),
    }
}

pub(crate) fn malformed(malformed: Malformed) -> Fault {
    let field = format!("catalogue.{}", malformed.field);
    Fault::malformed(&field, malformed.reason, malformed.message)
}

pub(crate) fn stale_catalogue(version: i64) -> Fault {
    Fault::stale(
        "STALE_CATALOGUE",
        format!("version {version} is in place: read it, and change that one"),
    )
    .with("version", &version)
}
