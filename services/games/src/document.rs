//! A game at rest: to and from the bytes in the store.

use prost::Message as _;
use proto::bots::v1::Level;
use proto::games::storage::v1 as storage;
use proto::games::v1 as wire;
use proto::games::v1::seat::Occupant;
use proto::rules::v1 as rules;
use store::Timestamp;

use crate::game::{Cause, Ending, Game, Move, Seat, Seats, Side};

/// Writes a game.
pub(crate) fn encode(game: &Game) -> Vec<u8> {
    let mut last = game.created_at;
    let mut since = |at: Timestamp| {
        let span = at.0 - last.0;
        last = at;
        span
    };
    let moves = game
        .moves
        .iter()
        .map(|played| storage::MoveRecord {
            text: played.text.clone(),
            after_ms: since(played.at),
        })
        .collect();
    let ending = game.ending.as_ref().map(|ending| storage::Ending {
        outcome: Some(ending.outcome.clone()),
        resigned: match ending.cause {
            Cause::Resignation(side) => side_to_wire(side).into(),
            Cause::Move | Cause::Abandonment => rules::Side::Unspecified.into(),
        },
        after_ms: since(ending.at),
    });
    storage::GameDocument {
        mode: game.mode.clone().unwrap_or_default(),
        ruleset: game.ruleset.clone(),
        white: Some(seat_to_wire(&game.seats.white)),
        black: Some(seat_to_wire(&game.seats.black)),
        start_fen: game.start_fen.clone(),
        position: Some(game.position.clone()),
        side_to_move: side_to_wire(game.to_move).into(),
        first_side: side_to_wire(game.first).into(),
        moves,
        ending,
        created_ms: game.created_at.0,
    }
    .encode_to_vec()
}

/// Reads a game; `None` if the bytes are not one.
pub(crate) fn decode(body: &[u8]) -> Option<Game> {
    let document = storage::GameDocument::decode(body).ok()?;
    let side_to_move = side_from_wire(document.side_to_move())?;
    let first = side_from_wire(document.first_side())?;
    let created_at = Timestamp(document.created_ms);
    let mut at = created_at;
    let mut after = |span: i64| {
        at = Timestamp(at.0.saturating_add(span));
        at
    };
    let moves = document
        .moves
        .into_iter()
        .map(|record| Move {
            text: record.text,
            at: after(record.after_ms),
        })
        .collect();
    let ending = match document.ending {
        None => None,
        Some(ending) => {
            let resigned = side_from_wire(ending.resigned());
            let outcome = ending.outcome?;
            let cause = match (resigned, outcome.reason()) {
                (Some(side), _) => Cause::Resignation(side),
                (None, rules::Reason::Abandoned) => Cause::Abandonment,
                (None, _) => Cause::Move,
            };
            Some(Ending {
                outcome,
                cause,
                at: after(ending.after_ms),
            })
        }
    };
    Some(Game {
        mode: Some(document.mode).filter(|mode| !mode.is_empty()),
        ruleset: document.ruleset,
        seats: Seats {
            white: seat_from_wire(document.white?)?,
            black: seat_from_wire(document.black?)?,
        },
        start_fen: document.start_fen,
        first,
        position: document.position?,
        to_move: side_to_move,
        moves,
        ending,
        created_at,
    })
}

/// A side in messages.
pub(crate) fn side_to_wire(side: Side) -> rules::Side {
    match side {
        Side::White => rules::Side::White,
        Side::Black => rules::Side::Black,
    }
}

/// A side out of messages.
pub(crate) fn side_from_wire(side: rules::Side) -> Option<Side> {
    match side {
        rules::Side::White => Some(Side::White),
        rules::Side::Black => Some(Side::Black),
        rules::Side::Unspecified => None,
    }
}

/// A seat in messages.
pub(crate) fn seat_to_wire(seat: &Seat) -> wire::Seat {
    let occupant = match seat {
        Seat::Player(id) => Occupant::PlayerId(id.clone()),
        Seat::Bot(level) => Occupant::Bot((*level).into()),
    };
    wire::Seat {
        occupant: Some(occupant),
    }
}

/// A seat out of messages; `None` if nobody, or a bot of no known level, sits on it.
pub(crate) fn seat_from_wire(seat: wire::Seat) -> Option<Seat> {
    match seat.occupant? {
        Occupant::PlayerId(id) => Some(Seat::Player(id)),
        Occupant::Bot(level) => match Level::try_from(level).ok()? {
            Level::Unspecified => None,
            level => Some(Seat::Bot(level)),
        },
    }
}
