//! Games and events as messages.

use prost_types::Timestamp as WireTime;
use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening as WireHappening;
use store::Timestamp;

use crate::document::{seat_to_wire, side_to_wire};
use crate::game::{Event, Game, Happening};

/// A game as a message.
pub(crate) fn game(id: &str, game: &Game) -> wire::Game {
    let moves = (1..)
        .zip(&game.moves)
        .map(|(ply, played)| wire::PlayedMove {
            ply,
            side: side_to_wire(game.side_at(ply)).into(),
            text: played.text.clone(),
            played_at: Some(time(played.at)),
        })
        .collect();
    wire::Game {
        id: id.to_owned(),
        version: game.version(),
        mode: game.mode.clone().unwrap_or_default(),
        ruleset: game.ruleset.clone(),
        white: Some(seat_to_wire(&game.seats.white)),
        black: Some(seat_to_wire(&game.seats.black)),
        start_fen: game.start_fen.clone(),
        fen: game.position.fen.clone(),
        side_to_move: side_to_wire(game.to_move).into(),
        ply: game.ply(),
        moves,
        outcome: game.ending.as_ref().map(|ending| ending.outcome.clone()),
        created_at: Some(time(game.created_at)),
        updated_at: Some(time(game.updated_at())),
    }
}

/// An event as a message.
pub(crate) fn event(id: &str, event: &Event) -> wire::GameEvent {
    let happening = match &event.happening {
        Happening::Moved {
            ply,
            side,
            text,
            fen,
            to_move,
        } => WireHappening::MovePlayed(wire::MovePlayed {
            r#move: Some(wire::PlayedMove {
                ply: *ply,
                side: side_to_wire(*side).into(),
                text: text.clone(),
                played_at: Some(time(event.at)),
            }),
            fen: fen.clone(),
            side_to_move: side_to_wire(*to_move).into(),
        }),
        Happening::Resigned(side) => WireHappening::Resigned(wire::Resigned {
            side: side_to_wire(*side).into(),
        }),
        Happening::Abandoned => WireHappening::Abandoned(wire::Abandoned {}),
    };
    wire::GameEvent {
        game_id: id.to_owned(),
        version: event.version,
        at: Some(time(event.at)),
        happening: Some(happening),
        outcome: event.outcome.clone(),
    }
}

fn time(at: Timestamp) -> WireTime {
    let nanos = i32::try_from(at.0.rem_euclid(1000) * 1_000_000).unwrap_or(0);
    WireTime {
        seconds: at.0.div_euclid(1000),
        nanos,
    }
}
