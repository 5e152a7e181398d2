//! Games and events as messages.

use prost_types::Timestamp as WireTime;
use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening as Told;
use store::Timestamp;

use crate::document::{clock_rule_to_wire, seat_to_wire, side_to_wire};
use crate::game::{Beginning, Clock, Entry, Game, Happening, RatingChange, Side, State};

/// A game as a message, with the times left at `now`. What lies beside the game (its rematch, its
/// spectators) is left out.
pub(crate) fn game(id: &str, game: &Game, now: Timestamp) -> wire::Game {
    let beginning = game.beginning();
    let state = game.state();
    let moves = game
        .moves()
        .map(|(ply, side, text, at)| played(ply, side, text, at))
        .collect();
    wire::Game {
        id: id.to_owned(),
        version: game.version(),
        mode: beginning.mode.clone().unwrap_or_default(),
        ruleset: beginning.ruleset.clone(),
        white: Some(seat_to_wire(&beginning.seats.white)),
        black: Some(seat_to_wire(&beginning.seats.black)),
        start_fen: beginning.start_fen.clone(),
        fen: game.position().fen.clone(),
        side_to_move: side_to_wire(state.to_move).into(),
        ply: state.ply,
        moves,
        outcome: state.outcome.clone(),
        created_at: Some(time(beginning.created_at)),
        updated_at: Some(time(state.updated_at)),
        clock: state.clock.as_ref().map(|state| clock(state, now)),
        draw_offered_by: optional_side(state.draw_offer),
        rematch: None,
        rematch_of: beginning.rematch_of.clone().unwrap_or_default(),
        spectators: 0,
        rated: beginning.pool.is_some(),
        rating_changes: rating_changes(beginning, state),
        ..wire::Game::default()
    }
}

/// An event as a message: what happened, the version and the state it led to, and for a move the
/// position after it.
pub(crate) fn event(
    id: &str,
    beginning: &Beginning,
    version: u64,
    entry: &Entry,
    state: &State,
    fen: &str,
) -> wire::GameEvent {
    let to_move = side_to_wire(state.to_move).into();
    let told = match &entry.happening {
        Happening::Moved { text, .. } => Told::MovePlayed(wire::MovePlayed {
            r#move: Some(played(state.ply, state.to_move.other(), text, entry.at)),
            fen: fen.to_owned(),
            side_to_move: to_move,
        }),
        Happening::Warned => Told::ClockWarning(wire::ClockWarning { side: to_move }),
        Happening::Missed => {
            let misses = state
                .clock
                .as_ref()
                .map_or(0, |clock| clock.misses(state.to_move));
            Told::TurnMissed(wire::TurnMissed {
                side: to_move,
                misses,
            })
        }
        Happening::TimedOut => Told::TimeRanOut(wire::TimeRanOut { side: to_move }),
        Happening::GivenBack(span) => Told::TimeGivenBack(wire::TimeGivenBack {
            span_ms: i64::try_from(span.as_millis()).unwrap_or(i64::MAX),
        }),
        Happening::DrawOffered(side) => Told::DrawOffered(wire::DrawOffered {
            side: side_to_wire(*side).into(),
        }),
        Happening::DrawDeclined => Told::DrawDeclined(wire::DrawDeclined {}),
        Happening::DrawAgreed => Told::DrawAgreed(wire::DrawAgreed {}),
        Happening::Resigned(side) => Told::Resigned(wire::Resigned {
            side: side_to_wire(*side).into(),
        }),
        Happening::Aborted(side) => Told::Aborted(wire::Aborted {
            side: side_to_wire(*side).into(),
        }),
        Happening::Abandoned => Told::Abandoned(wire::Abandoned {}),
        Happening::Rated(_) => Told::Rated(wire::Rated {
            changes: rating_changes(beginning, state),
        }),
    };
    wire::GameEvent {
        game_id: id.to_owned(),
        version,
        at: Some(time(entry.at)),
        happening: Some(told),
        outcome: state.outcome.clone(),
        clock: state.clock.as_ref().map(|state| clock(state, entry.at)),
    }
}

fn rating_changes(beginning: &Beginning, state: &State) -> Option<wire::RatingChanges> {
    let change = |change: RatingChange| wire::RatingChange {
        before: change.before,
        after: change.after,
    };
    let (pool, changes) = beginning.pool.as_ref().zip(state.rating)?;
    Some(wire::RatingChanges {
        pool: pool.clone(),
        white: Some(change(changes.white)),
        black: Some(change(changes.black)),
    })
}

fn played(ply: u32, side: Side, text: &str, at: Timestamp) -> wire::PlayedMove {
    wire::PlayedMove {
        ply,
        side: side_to_wire(side).into(),
        text: text.to_owned(),
        played_at: Some(time(at)),
        sabotaged: false,
    }
}

fn clock(clock: &Clock, now: Timestamp) -> wire::Clock {
    wire::Clock {
        rule: Some(clock_rule_to_wire(clock.rule())),
        now: Some(time(now)),
        white_ms: clock.left(Side::White, now),
        black_ms: clock.left(Side::Black, now),
        white_misses: clock.misses(Side::White),
        black_misses: clock.misses(Side::Black),
        deadline: clock.deadline().map(time),
    }
}

/// A side that may be missing.
pub(crate) fn optional_side(side: Option<Side>) -> i32 {
    side.map_or(proto::rules::v1::Side::Unspecified, side_to_wire)
        .into()
}

/// A time as a message.
pub(crate) fn time(at: Timestamp) -> WireTime {
    let nanos = i32::try_from(at.0.rem_euclid(1000) * 1_000_000).unwrap_or(0);
    WireTime {
        seconds: at.0.div_euclid(1000),
        nanos,
    }
}
