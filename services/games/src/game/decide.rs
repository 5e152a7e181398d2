//! What a command does to a game, told like a list of rules.

use proto::rules::v1::{Outcome, Position, Reason, Result as GameResult};
use store::Timestamp;

use super::{Cause, Ending, Event, Game, Happening, Move, Side};

/// What is asked of a game.
#[derive(Clone, Debug)]
pub enum Command {
    /// Play a move that the rules service has allowed in the present position.
    Play(Allowed),
    /// Give up for a side.
    Resign(Side),
    /// See whether the game is abandoned.
    Abandon,
}

/// A move with all that the rules service said of it.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The move in full.
    pub text: String,
    /// The position after it.
    pub position: Position,
    /// Whose turn it is then.
    pub to_move: Side,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// What a command did.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game after it.
    pub game: Game,
    /// What happened.
    pub event: Event,
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player sits on neither side, or not on the one that is meant.
    NotYourGame,
    /// The game is over.
    GameOver,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The player has not seen the last move, or counts one that was not played.
    StalePly {
        /// How many moves were played.
        ply: u32,
    },
    /// Nobody has waited long enough yet.
    NotAbandoned,
}

/// What a player who sends a move at a ply may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Play it, if the rules allow.
    Fresh,
    /// The player has already moved at that ply: if the move is the same, it is a repeat.
    Repeat,
}

/// Says whether a player may play a move after `expected_ply` moves.
///
/// # Errors
/// The first reason against it.
pub fn turn(game: &Game, player: &str, expected_ply: u32) -> Result<Turn, Refusal> {
    if game.seats.sides_of(player).next().is_none() {
        return Err(Refusal::NotYourGame);
    }
    let stale = Refusal::StalePly { ply: game.ply() };
    let own_ply = game
        .seats
        .holds(player, game.side_at(expected_ply.saturating_add(1)));
    if expected_ply < game.ply() {
        return if own_ply {
            Ok(Turn::Repeat)
        } else {
            Err(stale)
        };
    }
    if game.ending.is_some() {
        return Err(Refusal::GameOver);
    }
    if expected_ply > game.ply() {
        return Err(stale);
    }
    if game.seats.holds(player, game.to_move) {
        Ok(Turn::Fresh)
    } else {
        Err(Refusal::NotYourTurn)
    }
}

/// Carries out a command at a moment.
///
/// # Errors
/// Why it cannot be: the game stays as it is.
pub fn decide(game: &Game, command: Command, now: Timestamp) -> Result<Change, Refusal> {
    if game.ending.is_some() {
        return Err(Refusal::GameOver);
    }
    // The store's clock may step back between hosts; a game's never does.
    let now = now.max(game.updated_at());
    match command {
        Command::Play(allowed) => Ok(play(game, allowed, now)),
        Command::Resign(side) => Ok(close(
            game,
            Cause::Resignation(side),
            Happening::Resigned(side),
            resignation(side),
            now,
        )),
        Command::Abandon if game.abandoned_at().is_some_and(|due| due <= now) => Ok(close(
            game,
            Cause::Abandonment,
            Happening::Abandoned,
            abandonment(),
            now,
        )),
        Command::Abandon => Err(Refusal::NotAbandoned),
    }
}

fn play(game: &Game, allowed: Allowed, now: Timestamp) -> Change {
    let mut next = game.clone();
    next.moves.push(Move {
        text: allowed.text.clone(),
        at: now,
    });
    next.position = allowed.position;
    next.to_move = allowed.to_move;
    next.ending = allowed.outcome.clone().map(|outcome| Ending {
        outcome,
        cause: Cause::Move,
        at: now,
    });
    let event = Event {
        version: next.version(),
        at: now,
        happening: Happening::Moved {
            ply: next.ply(),
            side: game.to_move,
            text: allowed.text,
            fen: next.position.fen.clone(),
            to_move: next.to_move,
        },
        outcome: allowed.outcome,
    };
    Change { game: next, event }
}

/// Ends a game otherwise than by a move.
fn close(
    game: &Game,
    cause: Cause,
    happening: Happening,
    outcome: Outcome,
    now: Timestamp,
) -> Change {
    let mut next = game.clone();
    next.ending = Some(Ending {
        outcome: outcome.clone(),
        cause,
        at: now,
    });
    let event = Event {
        version: next.version(),
        at: now,
        happening,
        outcome: Some(outcome),
    };
    Change { game: next, event }
}

/// Whoever resigns loses, in giveaway as well (rule book, section 5).
fn resignation(side: Side) -> Outcome {
    let result = match side {
        Side::White => GameResult::BlackWins,
        Side::Black => GameResult::WhiteWins,
    };
    outcome(result, Reason::Resignation)
}

fn abandonment() -> Outcome {
    outcome(GameResult::Aborted, Reason::Abandoned)
}

fn outcome(result: GameResult, reason: Reason) -> Outcome {
    Outcome {
        result: result.into(),
        reason: reason.into(),
        also: Vec::new(),
    }
}
