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
    let (terms, pool) = match &request.rules {
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
            let terms = Terms {
                mode: Some(id.clone()),
                ruleset: mode.ruleset.clone(),
                clock: mode.clock,
                pool: None,
            };
            (terms, mode.pool.as_ref())
        }
        Some(Rules::Ruleset(ruleset)) => {
            let terms = Terms {
                mode: None,
                ruleset: ruleset.clone(),
                clock: request.clock.as_ref().map(checked_clock).transpose()?,
                pool: None,
            };
            (terms, None)
        }
        None => {
            return Err(Fault::malformed(
                "rules",
                "MISSING_FIELD",
                "say what to play: a mode or a ruleset",
            ));
        }
    };
    if !request.rated {
        return Ok(terms);
    }
    let why = match (pool, seats) {
        (None, _) => "only a game of a mode with a pool can be rated",
        _ if !request.start_fen.is_empty() => "a rated game begins from its ruleset's own start",
        (
            Some(pool),
            Seats {
                white: Seat::Player(white),
                black: Seat::Player(black),
            },
        ) if white != black => {
            let pool = Some(pool.clone());
            return Ok(Terms { pool, ..terms });
        }
        _ => "a rated game is between two players",
    };
    Err(Fault::malformed("rated", "CANNOT_BE_RATED", why))
}
