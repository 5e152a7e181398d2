//! What a new game is to be played by and for, as it was asked for.

use platform::Fault;
use proto::games::v1 as wire;
use proto::games::v1::create_game_request::Rules;

use crate::checks::checked_clock;
use crate::game::{BoostCounts, ClockRule, Seat, Seats};
use crate::modes::{Mode, Modes};

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
    /// How often a player may use each boost, if there are any.
    pub(crate) boosts: Option<BoostCounts>,
    /// Whether its mode is for a person against a bot alone.
    pub(crate) only_with_bots: bool,
}

/// Reads and checks what is asked.
pub(crate) fn terms(
    modes: &Modes,
    request: &wire::CreateGameRequest,
    seats: &Seats,
) -> Result<Terms, Fault> {
    match &request.rules {
        Some(Rules::Mode(_)) if request.clock.is_some() => Err(Fault::malformed(
            "clock",
            "CLOCK_OF_MODE",
            "a mode has its own clock: leave this one out",
        )),
        Some(Rules::Mode(id)) => {
            let mode = modes.by_id(id).ok_or_else(|| {
                Fault::not_found(
                    "UNKNOWN_MODE",
                    format!("there is no mode `{id}`: see ListModes"),
                )
            })?;
            may_sit(mode, seats)?;
            Ok(Terms {
                mode: Some(mode.id.clone()),
                ruleset: mode.ruleset.clone(),
                clock: mode.clock,
                pool: rated_in(mode.pool.as_ref(), request, seats)?,
                boosts: mode.boosts,
                only_with_bots: mode.only_with_bots,
            })
        }
        Some(Rules::Ruleset(ruleset)) => Ok(Terms {
            mode: None,
            ruleset: ruleset.clone(),
            clock: request.clock.as_ref().map(checked_clock).transpose()?,
            pool: rated_in(None, request, seats)?,
            boosts: None,
            only_with_bots: false,
        }),
        None => Err(Fault::malformed(
            "rules",
            "MISSING_FIELD",
            "say what to play: a mode or a ruleset",
        )),
    }
}

/// Checks that a mode can be played by these.
fn may_sit(mode: &Mode, seats: &Seats) -> Result<(), Fault> {
    if !mode.only_with_bots {
        return Ok(());
    }
    let (field, message) = match (&seats.white, &seats.black) {
        (Seat::Player(_), Seat::Bot(_)) => return Ok(()),
        (Seat::Bot(_), _) => ("white", "in this mode a person plays White"),
        (Seat::Player(_), Seat::Player(_)) => ("black", "in this mode a bot plays Black"),
    };
    Err(Fault::malformed(field, "ONLY_WITH_BOTS", message))
}

/// The pool of a game that is asked to be rated, if it can be; none if it is not asked.
fn rated_in(
    pool: Option<&String>,
    request: &wire::CreateGameRequest,
    seats: &Seats,
) -> Result<Option<String>, Fault> {
    if !request.rated {
        return Ok(None);
    }
    let why = match (pool, &seats.white, &seats.black) {
        (None, ..) => "only a game of a mode with a pool can be rated",
        _ if !request.start_fen.is_empty() => "a rated game begins from its ruleset's own start",
        (Some(pool), Seat::Player(white), Seat::Player(black)) if white != black => {
            return Ok(Some(pool.clone()));
        }
        _ => "a rated game is between two players",
    };
    Err(Fault::malformed("rated", "CANNOT_BE_RATED", why))
}
