//! Tools over the rules alone: no service, no store.
//!
//! Each prints for people, or with `--json` answers JSON lines for programs: one line out for each
//! line in, in order, a line that cannot be answered with an error that says why.

mod action;
mod board;
mod boost;
mod lines;
mod moves;
mod replay;

use std::fmt;
use std::io::{self, Write};

use clap::ValueEnum;
use draughts::{FenError, Game, Notation, Position, Ruleset};
use serde::Serialize;

use board::Drawing;

pub(crate) use boost::BoostTool;
pub(crate) use moves::Moves;
pub(crate) use replay::Replay;

/// How squares are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NotationArg {
    /// Files and ranks: c3-d4, c5:e3:g5
    Algebraic,
    /// Numbers: 22-18, 27x16x7
    Numeric,
}

/// How answers are given.
#[derive(Debug, clap::Args)]
struct Form {
    /// How squares are written; left out, as the ruleset has it
    #[arg(long, value_enum)]
    notation: Option<NotationArg>,

    /// Answer JSON lines, from standard input if no file is given
    #[arg(long)]
    json: bool,
}

impl Form {
    /// The notation that was asked for, else the ruleset's own.
    fn notation(&self, ruleset: &Ruleset) -> Notation {
        match self.notation {
            Some(NotationArg::Algebraic) => Notation::Algebraic,
            Some(NotationArg::Numeric) => Notation::Numeric,
            None => ruleset.notation,
        }
    }
}

/// Shows a position to people.
fn show(game: &Game, notation: Notation, out: &mut dyn Write) -> io::Result<()> {
    let (position, ruleset) = (game.position(), game.ruleset());
    writeln!(out, "{}", position.to_fen(ruleset.board, notation))?;
    let side = position.side_to_move();
    writeln!(out, "{}, {side} to move\n", ruleset.id)?;
    writeln!(out, "{}", Drawing(position, ruleset))
}

/// Why a request is not answered.
#[derive(Debug, Serialize)]
pub(crate) struct Refusal {
    /// How many moves there would be with the one that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// The move that was refused, as it was written.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// A word for programs.
    reason: &'static str,
    /// A sentence for people.
    message: String,
}

impl Refusal {
    fn new(reason: &'static str, message: String) -> Self {
        Self {
            ply: None,
            text: None,
            reason,
            message,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        Self::new("malformed_fen", error.to_string())
    }
}

/// The ruleset of that name.
pub(crate) fn ruleset(id: &str) -> Result<&'static Ruleset, Refusal> {
    Ruleset::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = draughts::RULESETS
            .iter()
            .map(|ruleset| ruleset.id)
            .collect();
        let message = format!("there is no ruleset \"{id}\", only {}", known.join(", "));
        Refusal::new("unknown_ruleset", message)
    })
}

/// The position that a request starts from: the ruleset's own if it names none.
fn start(fen: Option<&str>, ruleset: &Ruleset) -> Result<Position, Refusal> {
    match fen {
        None => Ok(Position::start(ruleset)),
        Some(fen) => Ok(Position::from_fen(fen, ruleset)?),
    }
}

/// How a game stands, as JSON has it.
#[derive(Serialize)]
struct End {
    /// The letter of the side that won.
    winner: Option<char>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    result: &'static str,
    /// The rule that ended it.
    reason: Option<&'static str>,
}

impl End {
    /// How a game stands; `None` while it goes on.
    fn of(game: &Game) -> Option<Self> {
        game.outcome().map(|outcome| Self {
            winner: outcome.result.winner().map(draughts::Side::letter),
            result: outcome.result.score(),
            reason: Some(outcome.reason.as_str()),
        })
    }
}
