//! What callers write, read and checked before anything is done with it.

use platform::Fault;
use platform::identity::Caller;
use prost_types::Timestamp;

/// Names of players, games and pools are at most this long.
const MAX_NAME: usize = 64;

/// What names take, in words.
pub(crate) const NAMES: &str = "1 to 64 of A-Z a-z 0-9 _ - .";

/// Entries on a page, unless another number is asked for.
const DEFAULT_PAGE: u32 = 50;

/// Entries on a page at most.
const LARGEST_PAGE: u32 = 200;

/// The last second that times are read up to: the end of the year 9999, as protobuf has it.
const LAST_SECOND: i64 = 253_402_300_799;

/// Whether a text can be a name.
pub(crate) fn is_name(text: &str) -> bool {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(fine)
}

/// Checks a name that a caller gives.
pub(crate) fn name(field: &str, text: &str) -> Result<(), Fault> {
    if is_name(text) {
        return Ok(());
    }
    let message = format!("{field} takes {NAMES}");
    Err(Fault::malformed(field, "MALFORMED_NAME", message))
}

/// Whom a request is about: the caller, if it names nobody.
pub(crate) fn player<'a>(caller: &'a Caller, named: &'a str) -> Result<&'a str, Fault> {
    let player = match caller {
        Caller::Player { id } if named.is_empty() => id,
        Caller::Service { .. } if named.is_empty() => {
            let message = "say which player";
            return Err(Fault::malformed("player_id", "MISSING_FIELD", message));
        }
        _ => named,
    };
    name("player_id", player)?;
    Ok(player)
}

/// How many entries a page has: as many as asked for, within bounds.
pub(crate) fn page_size(asked: u32) -> usize {
    match asked {
        0 => DEFAULT_PAGE as usize,
        size => size.min(LARGEST_PAGE) as usize,
    }
}

/// Reads a time as Unix milliseconds.
pub(crate) fn time(field: &str, time: Option<Timestamp>) -> Result<i64, Fault> {
    let Some(time) = time else {
        return Err(Fault::malformed(
            field,
            "MISSING_FIELD",
            "say when the game ended",
        ));
    };
    if !(0..=LAST_SECOND).contains(&time.seconds) || !(0..1_000_000_000).contains(&time.nanos) {
        return Err(Fault::malformed(
            field,
            "MALFORMED_TIME",
            "this is no time since 1970",
        ));
    }
    Ok(time.seconds * 1000 + i64::from(time.nanos) / 1_000_000)
}

/// What callers are told of a token that no page has ended with.
pub(crate) fn malformed_token() -> Fault {
    Fault::malformed(
        "page_token",
        "MALFORMED_PAGE_TOKEN",
        "this is no page token for what is asked: give the `next_page_token` of the page before \
         as it is, or none for the first page",
    )
}
