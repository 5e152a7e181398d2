//! Names and numbers in JSON.

use std::collections::{BTreeMap, BTreeSet};

use prost_reflect::{EnumDescriptor, EnumValueDescriptor, Kind, MessageDescriptor, Value};

use crate::options::{POOL, extension, http_messages, is_required, request_messages};

/// 64-bit integers that are numbers in JSON, and what keeps them below 2^53. Those whose names end in
/// `_ms` are spans of time and bounded too.
const BELOW_2_53: [(&str, &str); 17] = [
    ("bots.v1.AnalyseResponse.nodes", "what ten seconds allow"),
    ("games.v1.Game.version", "counts events"),
    ("games.v1.GameEvent.version", "counts events"),
    ("games.v1.ListLegalMovesResponse.version", "counts events"),
    ("games.v1.WatchGameRequest.after_version", "is a version"),
    ("games.v1.YourTurn.version", "counts events"),
    ("ratings.v1.GetLeaderboardResponse.total", "counts players"),
    ("ratings.v1.Place.rank", "counts players"),
    ("shop.v1.Catalogue.version", "counts changes"),
    ("shop.v1.Gift.coins", "a gift is 10^9 at most"),
    ("shop.v1.ItemChange.count", "a purchase is 10^5 at most"),
    ("shop.v1.LedgerRow.coins", "a wallet holds 10^12 at most"),
    (
        "shop.v1.LedgerRow.coins_after",
        "a wallet holds 10^12 at most",
    ),
    ("shop.v1.LedgerRow.number", "counts changes"),
    ("shop.v1.Offer.price", "a price is 10^9 at most"),
    ("shop.v1.PurchaseRequest.expected_price", "is a price"),
    ("shop.v1.Wallet.coins", "a wallet holds 10^12 at most"),
];

#[test]
fn numbers_that_may_be_large_are_strings() {
    let known: BTreeMap<_, _> = BELOW_2_53.into_iter().collect();
    let mut met = BTreeSet::new();
    for field in http_messages().values().flat_map(MessageDescriptor::fields) {
        let name = field.full_name().trim_start_matches("shashki.");
        let options = field.options();
        let is_string = options.get_extension(&extension("shashki.api.v1.json_string"));
        let is_string = *is_string == Value::Bool(true);
        if !is_64_bit(&field.kind()) {
            assert!(!is_string, "{name} has not 64 bits");
            continue;
        }
        let is_small = known.contains_key(name) || name.ends_with("_ms");
        assert_ne!(is_small, is_string, "{name}: is it below 2^53?");
        met.insert(name.to_owned());
    }
    let unknown: Vec<_> = known.keys().filter(|name| !met.contains(**name)).collect();
    assert!(unknown.is_empty(), "no such fields: {unknown:?}");
}

#[test]
fn values_of_enums_have_short_names() {
    for kind in POOL.all_enums().filter(is_own) {
        let mut names = BTreeSet::new();
        for value in kind.values() {
            let name = json_name(&kind, &value);
            let fine = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
            let is_snake = name.starts_with(|first: char| first.is_ascii_lowercase());
            let is_snake = is_snake && name.chars().all(fine);
            assert!(is_snake, "{}: `{name}`", value.full_name());
            assert!(names.insert(name), "{}: taken", value.full_name());
        }
    }
}

#[test]
fn names_of_values_follow_the_rule() {
    let name = |kind: &str, number| {
        let kind = POOL.get_enum_by_name(kind).expect("an enum");
        json_name(&kind, &kind.get_value(number).expect("a value"))
    };
    assert_eq!(name("shashki.bots.v1.Level", 1), "easy");
    assert_eq!(name("shashki.rules.v1.Promotion", 1), "on_touch");
    assert_eq!(name("shashki.matchmaking.v1.ColourChoice", 1), "white");
    assert_eq!(name("shashki.matchmaking.v1.ColourChoice", 0), "by_lot");
}

#[test]
fn required_fields_are_in_requests() {
    let requests = request_messages();
    for message in POOL.all_messages() {
        let is_in_request = requests.contains_key(message.full_name());
        for field in message.fields().filter(is_required) {
            assert!(is_in_request, "{} is in no request", field.full_name());
        }
    }
}

const fn is_64_bit(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Int64 | Kind::Uint64 | Kind::Sint64 | Kind::Fixed64 | Kind::Sfixed64
    )
}

fn is_own(kind: &EnumDescriptor) -> bool {
    let package = kind.package_name();
    package.starts_with("shashki.") && package != "shashki.api.v1"
}

/// What a value is called: as it says, or by its name without the enum's in lower case.
fn json_name(kind: &EnumDescriptor, value: &EnumValueDescriptor) -> String {
    let mut prefix = String::new();
    for letter in kind.name().chars() {
        if letter.is_ascii_uppercase() && !prefix.is_empty() {
            prefix.push('_');
        }
        prefix.push(letter.to_ascii_uppercase());
    }
    prefix.push('_');
    let rest = value.name().strip_prefix(&prefix);
    let rest = rest.unwrap_or_else(|| panic!("{} begins with {prefix}", value.name()));
    let by_rule = rest.to_ascii_lowercase();
    let options = value.options();
    let said = options.get_extension(&extension("shashki.api.v1.json_name"));
    let said = said.as_str().expect("a name");
    assert_ne!(
        said,
        by_rule,
        "{}: the rule gives this name",
        value.full_name()
    );
    if said.is_empty() {
        by_rule
    } else {
        said.to_owned()
    }
}
