//! What callers write, read and checked before anything is done with it.

use std::time::Duration;

use platform::Fault;
use proto::matchmaking::v1 as messages;
use store::Entry;

use crate::invites::code;
use crate::queue::Queue;
use crate::wire::span;

/// Names that callers give (players, modes, requests) are at most this long.
const MAX_NAME: usize = 64;

/// A bot is offered after a day at the latest.
const LATEST_OFFER: Duration = Duration::from_secs(24 * 3600);

/// How long an invite is good for if nothing is said, and the bounds of what can be said.
const INVITE_FOR: Duration = Duration::from_secs(24 * 3600);
const SHORTEST_INVITE: Duration = Duration::from_secs(10);
const LONGEST_INVITE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Entries of a page if nothing is said, and at most.
const PAGE: u32 = 50;
const LARGEST_PAGE: u32 = 200;

/// Checks a name that a caller gives.
pub(crate) fn name(field: &str, name: &str) -> Result<(), Fault> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if name.is_empty() {
        return Err(Fault::malformed(
            field,
            "MISSING_FIELD",
            format!("say {field}"),
        ));
    }
    if name.len() <= MAX_NAME && name.bytes().all(fine) {
        return Ok(());
    }
    Err(Fault::malformed(
        field,
        "MALFORMED_NAME",
        format!("{field} takes 1 to {MAX_NAME} of A-Z a-z 0-9 _ - ."),
    ))
}

/// Reads a queue.
pub(crate) fn queue(mode: String, rated: bool) -> Result<Queue, Fault> {
    name("mode", &mode)?;
    Ok(Queue { mode, rated })
}

/// Reads after how long a bot is to be offered, if at all.
pub(crate) fn offer(ms: i64) -> Result<Option<Duration>, Fault> {
    match span(ms) {
        Some(Duration::ZERO) => Ok(None),
        Some(after) if after <= LATEST_OFFER => Ok(Some(after)),
        _ => Err(Fault::malformed(
            "offer_bot_after_ms",
            "OUT_OF_BOUNDS",
            "a bot is offered after 1 ms to 24 hours, or never if 0",
        )),
    }
}

/// Reads how long an invite is good for.
pub(crate) fn expiry(ms: i64) -> Result<Duration, Fault> {
    match span(ms) {
        Some(Duration::ZERO) => Ok(INVITE_FOR),
        Some(expiry) if (SHORTEST_INVITE..=LONGEST_INVITE).contains(&expiry) => Ok(expiry),
        _ => Err(Fault::malformed(
            "expires_after_ms",
            "OUT_OF_BOUNDS",
            "an invite is good for 10 seconds to 30 days: a day if left out",
        )),
    }
}

/// Reads a colour that an inviter wants.
pub(crate) fn colour(colour: i32) -> Result<messages::ColourChoice, Fault> {
    messages::ColourChoice::try_from(colour).map_err(|_| {
        let message = "the colour is white, black, or left out for a lot";
        Fault::malformed("colour", "UNKNOWN_COLOUR", message)
    })
}

/// How many entries a page has: as many as asked for, within bounds.
pub(crate) fn page_size(asked: u32) -> usize {
    match asked {
        0 => PAGE as usize,
        size => size.min(LARGEST_PAGE) as usize,
    }
}

/// Reads where a page of the lobby ended.
pub(crate) fn place(token: &str) -> Result<Entry, Fault> {
    let place = token.split_once('.').and_then(|(score, code)| {
        Some(Entry {
            member: code::read(code).ok()?,
            score: score.parse().ok()?,
        })
    });
    place.ok_or_else(|| {
        let message = "the page token is none that ListLobby gave: begin without one";
        Fault::malformed("page_token", "MALFORMED_PAGE_TOKEN", message)
    })
}
