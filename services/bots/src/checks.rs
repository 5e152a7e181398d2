//! What callers bring, checked.

use draughts::{Game, History, Position, Ruleset};
use engine::Boosts;
use platform::Fault;
use proto::bots::v1 as bots;
use proto::rules::v1 as rules;
use std::time::Duration;

use crate::levels::Level;

/// The most lines that an analysis follows.
const MOST_LINES: u32 = 10;
/// The longest that an analysis takes, and how long where nothing is said, in milliseconds.
const MOST_TIME_MS: u32 = 10_000;
const USUAL_TIME_MS: u32 = 1_000;
/// The deepest that an analysis looks, in plies.
const MOST_DEPTH: u32 = 60;

/// The game that a caller brings.
pub(crate) fn game(ruleset: &str, position: Option<rules::Position>) -> Result<Game, Fault> {
    let ruleset = Ruleset::by_id(ruleset).ok_or_else(|| {
        Fault::not_found(
            "UNKNOWN_RULESET",
            format!("there is no ruleset `{ruleset}`"),
        )
    })?;
    let position = position.ok_or_else(|| {
        Fault::malformed(
            "position",
            "MISSING_FIELD",
            "say which position: at least its FEN is needed",
        )
    })?;
    let board = Position::from_fen(&position.fen, ruleset)
        .map_err(|error| Fault::malformed("position.fen", "MALFORMED_FEN", error.to_string()))?;
    let history = position.history.map(|history| History {
        seen: history.seen,
        king_plies: history.king_plies,
        ending_plies: history.ending_plies,
    });
    Game::resume(ruleset, board, history.unwrap_or_default()).map_err(|error| {
        Fault::malformed("position.history", "HISTORY_MISMATCH", error.to_string())
    })
}

/// The game over is told where there is no move to choose.
pub(crate) fn game_over() -> Fault {
    Fault::refused("GAME_OVER", "the game is over: there is no move")
}

/// How strong to play.
pub(crate) fn level(level: i32) -> Result<Level, Fault> {
    match bots::Level::try_from(level) {
        Ok(bots::Level::Easy) => Ok(Level::Easy),
        Ok(bots::Level::Medium) => Ok(Level::Medium),
        Ok(bots::Level::Hard) => Ok(Level::Hard),
        Ok(bots::Level::Unspecified) | Err(_) => Err(Fault::malformed(
            "level",
            "UNKNOWN_LEVEL",
            "say how strong to play: easy, medium or hard",
        )),
    }
}

/// The boosts that a bot may use. Recon and shield may be named; no bot uses them.
pub(crate) fn boosts(named: &[i32]) -> Result<Boosts, Fault> {
    let mut boosts = Boosts::default();
    for boost in named {
        match rules::Boost::try_from(*boost) {
            Ok(rules::Boost::Rocket) => boosts.rocket = true,
            Ok(rules::Boost::Sabotage) => boosts.sabotage = true,
            Ok(rules::Boost::Recon | rules::Boost::Shield) => {}
            Ok(rules::Boost::Unspecified) | Err(_) => {
                return Err(Fault::malformed(
                    "boosts",
                    "UNKNOWN_BOOST",
                    "name boosts of the rule book: recon, rocket, shield, sabotage",
                ));
            }
        }
    }
    Ok(boosts)
}

/// What an analysis is to find, and how long it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) lines: usize,
    pub(crate) time: Duration,
    pub(crate) depth: u32,
}

/// What an analysis is to find; what is left out is what the contract says.
pub(crate) fn scope(request: &bots::AnalyseRequest) -> Result<Scope, Fault> {
    let within = |field: &str, value: u32, most: u32, usual: u32| match value {
        0 => Ok(usual),
        value if value <= most => Ok(value),
        _ => Err(Fault::malformed(
            field,
            "OUT_OF_BOUNDS",
            format!("`{field}` goes up to {most}"),
        )),
    };
    let lines = within("lines", request.lines, MOST_LINES, 1)?;
    let time = within("time_ms", request.time_ms, MOST_TIME_MS, USUAL_TIME_MS)?;
    Ok(Scope {
        lines: lines as usize,
        time: Duration::from_millis(time.into()),
        depth: within("depth", request.depth, MOST_DEPTH, MOST_DEPTH)?,
    })
}
