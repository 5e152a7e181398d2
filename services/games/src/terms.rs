//! What a new game is to be played by and for, as it was asked for.

use platform::Fault;
use proto::games::v1 as wire;
use proto::games::v1::create_game_request::Rules;

use crate::checks::checked_clock;
use crate::game::{ClockRule, Seat, Seats};
use crate::modes::Modes;

/// What a game is played by and for.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The mode, if it is one's.
    pub(crate) mode: Option<String>,
    /// The ruleset.
    pub(crate) ruleset: String,
    /// The clock, if it has one.
    pub(crate) clock: Option<ClockRule>,
    /// The pool in which it is rated, if it is.
    pub(crate) pool: Option<String>,
}

/// Reads and checks what is asked.
pub(crate) fn terms(
    modes: &Modes,
    request: &wire::CreateGameRequest,
    seats: &Seats,
) -> Result<Terms, Fault> {
    let (mode, ruleset, clock, pool) = match &request.rules {
        Some(Rules::Mode(_)) if request.clock.is_some() => {
            return Err(Fault::malformed(
                "clock",
                "CLOCK_OF_MODE",
                "a mode has its own clock: leave this one out",
            ));
        }
        Some(Rules::Mode(id)) => {
            let mode = modes.by_id(id).ok_or_else(|| {
                Fault::not_found(
                    "UNKNOWN_MODE",
                    format!("there is no mode `{id}`: see ListModes"),
                )
            })?;
            (Some(id), &mode.ruleset, mode.clock, mode.pool.as_ref())
        }
        Some(Rules::Ruleset(ruleset)) => {
            let clock = request.clock.as_ref().map(checked_clock).transpose()?;
            (None, ruleset, clock, None)
        }
        None => {
            return Err(Fault::malformed(
                "rules",
                "MISSING_FIELD",
                "say what to play: a mode or a ruleset",
            ));
        }
    };
    let pool = if request.rated {
        Some(rated_in(pool, request, seats)?)
    } else {
        None
    };
    Ok(Terms {
        mode: mode.cloned(),
        ruleset: ruleset.clone(),
        clock,
        pool,
    })
}

/// The pool of a game that is asked to be rated, if it can be.
fn rated_in(
    pool: Option<&String>,
    request: &wire::CreateGameRequest,
    seats: &Seats,
) -> Result<String, Fault> {
    let why = match (pool, &seats.white, &seats.black) {
        (None, ..) => "only a game of a mode with a pool can be rated",
        _ if !request.start_fen.is_empty() => "a rated game begins from its ruleset's own start",
        (Some(pool), Seat::Player(white), Seat::Player(black)) if white != black => {
            return Ok(pool.clone());
        }
        _ => "a rated game is between two players",
    };
    Err(Fault::malformed("rated", "CANNOT_BE_RATED", why))
}
