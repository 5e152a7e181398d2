//! What callers write, read and checked before anything is done with it.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use platform::Fault;
use proto::games::v1 as wire;
use uuid::Uuid;

use crate::document::{clock_rule_from_wire, seat_from_wire};
use crate::game::{ClockRule, Seat};

/// Names that callers give (players, requests) are at most this long.
const MAX_NAME: usize = 64;

/// Names of requests become names of games in this namespace.
const REQUESTS: Uuid = Uuid::from_u128(0x5d1b_7c5e_93a4_4a0e_8f0e_2f4c_6a91_d3b7);

/// Reads a clock's rule that can be played by.
pub(crate) fn checked_clock(rule: &wire::ClockRule) -> Result<ClockRule, Fault> {
    let rule = clock_rule_from_wire(rule).ok_or_else(|| {
        Fault::malformed("clock", "MISSING_FIELD", "say which rule the clock has")
    })?;
    rule.check()
        .map_err(|why| Fault::malformed("clock", "MALFORMED_CLOCK", why))?;
    Ok(rule)
}

/// A new game's id; one that follows from the request's name, if it has one, so that a repeat
/// finds the first game.
pub(crate) fn game_id(request_id: &str) -> Result<String, Fault> {
    if request_id.is_empty() {
        // Written short: it stands in the store five times a game.
        return Ok(BASE64_URL_SAFE_NO_PAD.encode(Uuid::now_v7()));
    }
    name("request_id", request_id)?;
    Ok(Uuid::new_v5(&REQUESTS, request_id.as_bytes())
        .simple()
        .to_string())
}

/// Reads who plays a side.
pub(crate) fn seat(field: &str, seat: Option<wire::Seat>) -> Result<Seat, Fault> {
    let seat = seat.and_then(seat_from_wire).ok_or_else(|| {
        Fault::malformed(
            field,
            "MISSING_FIELD",
            "say who plays this side: a player id or a bot level",
        )
    })?;
    if let Seat::Player(id) = &seat {
        name(field, id)?;
    }
    Ok(seat)
}

/// Checks a name that a caller gives.
pub(crate) fn name(field: &str, name: &str) -> Result<(), Fault> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(fine) {
        return Ok(());
    }
    Err(Fault::malformed(
        field,
        "MALFORMED_NAME",
        format!("{field} takes 1 to {MAX_NAME} of A-Z a-z 0-9 _ - ."),
    ))
}
