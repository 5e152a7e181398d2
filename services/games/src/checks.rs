//! What callers write, read and checked before anything is done with it.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use platform::Fault;
use platform::identity::{Caller, Scope};
use proto::games::v1 as wire;
use tonic::Request;
use uuid::Uuid;

use crate::document::{clock_rule_from_wire, seat_from_wire};
use crate::game::{ClockRule, Seat, Seats};

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

/// A new game's id; one that follows from the caller and the request's name, if it has one, so that
/// a repeat finds the first game and no player finds another's. Services share their names.
pub(crate) fn game_id(caller: &Caller, request_id: &str) -> Result<String, Fault> {
    if request_id.is_empty() {
        // Written short: it stands in the store five times a game.
        return Ok(BASE64_URL_SAFE_NO_PAD.encode(Uuid::now_v7()));
    }
    name("request_id", request_id)?;
    // No name of a request holds a space, so no two pairs are written alike.
    let whole = match caller {
        Caller::Player { id } => format!("player {id} {request_id}"),
        // Whatever the token is called: a process whose token is renamed goes on where it was.
        Caller::Service { .. } => format!("service {request_id}"),
    };
    Ok(Uuid::new_v5(&REQUESTS, whole.as_bytes())
        .simple()
        .to_string())
}

/// Checks that the caller may seat these: a player itself and bots, a service anybody.
pub(crate) fn may_seat(caller: &Caller, seats: &Seats) -> Result<(), Fault> {
    let Caller::Player { id } = caller else {
        return caller.require(Scope::GamesCreate);
    };
    for seat in [&seats.white, &seats.black] {
        if let Seat::Player(player) = seat
            && player != id
        {
            return Err(Fault::denied(
                "NOT_YOU",
                "you can seat yourself and bots: to meet somebody, invite or queue",
            ));
        }
    }
    Ok(())
}

/// A request with the player that its caller acts for written into it.
pub(crate) fn acting<T>(
    request: Request<T>,
    player_id: impl Fn(&mut T) -> &mut String,
) -> Result<T, Fault> {
    let caller = Caller::of(&request)?;
    let mut request = request.into_inner();
    let named = player_id(&mut request);
    *named = caller.acts_for(named)?.to_owned();
    name("player_id", named)?;
    Ok(request)
}

/// The player who calls; empty for a service, which may call for nobody in particular.
pub(crate) fn player_of(caller: &Caller) -> &str {
    match caller {
        Caller::Player { id } => id,
        Caller::Service { .. } => "",
    }
}

/// A request to watch a game, with the player who watches; a service may watch for nobody in
/// particular.
pub(crate) fn watching(
    request: Request<wire::WatchGameRequest>,
) -> Result<wire::WatchGameRequest, Fault> {
    match &*Caller::of(&request)? {
        Caller::Service { .. } if request.get_ref().player_id.is_empty() => {
            Ok(request.into_inner())
        }
        _ => acting(request, |request| &mut request.player_id),
    }
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
