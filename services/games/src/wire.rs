//! Games and events as messages.

use prost_types::Timestamp as WireTime;
use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening as Told;
use store::Timestamp;

use crate::document::{
    boost_counts_to_wire, boost_to_wire, clock_rule_to_wire, seat_to_wire, side_to_wire,
};
use crate::game::{
    Beginning, Boost, Boosted, Clock, Deed, Entry, Game, Happening, Ply, RatingChange, Side, State,
};
use crate::refusals::lacking;
use crate::sealed::Sealed;

/// A game as a message, with the times left at `now`. What lies beside the game (its rematch, its
/// spectators) is left out.
pub(crate) fn game(id: &str, game: &Game, now: Timestamp) -> Sealed<wire::Game> {
    let beginning = game.beginning();
    let state = game.state();
    let boosts = game.actions().filter_map(|action| match action.deed {
        Deed::Boost(boosted) => Some(used(
            action.number,
            action.plies_before,
            action.side,
            boosted,
            action.at,
        )),
        Deed::Move(_) => None,
    });
    let in_flight = game.in_flight();
    Sealed::new(wire::Game {
        id: id.to_owned(),
        version: game.version(),
        mode: beginning.mode.clone(),
        ruleset: beginning.ruleset.clone(),
        white: Some(seat_to_wire(&beginning.seats.white)),
        black: Some(seat_to_wire(&beginning.seats.black)),
        start_fen: beginning.start_fen.clone(),
        fen: game.position().fen.clone(),
        side_to_move: side_to_wire(state.to_move).into(),
        ply: state.ply,
        moves: game.moves().map(|ply| played(&ply)).collect(),
        outcome: state.outcome.clone(),
        created_at: Some(time(beginning.created_at)),
        updated_at: Some(time(state.updated_at)),
        clock: state.clock.as_ref().map(|state| clock(state, now)),
        draw_offered_by: state.draw_offer.map(|side| side_to_wire(side).into()),
        rematch: None,
        rematch_of: beginning.rematch_of.clone(),
        spectators: 0,
        rated: beginning.pool.is_some(),
        rating_changes: rating_changes(beginning, state),
        actions: state.actions,
        boosts: boosts.collect(),
        boost_limits: beginning.boosts.map(boost_counts_to_wire),
        boost_in_flight: in_flight.map(|(_, boosted)| called(state, boosted.boost)),
    })
}

/// An event as a message: what happened, the version and the state it led to, and for a move or a boost
/// the position after it.
pub(crate) fn event(
    id: &str,
    beginning: &Beginning,
    version: u64,
    entry: &Entry,
    state: &State,
    fen: &str,
) -> Sealed<wire::GameEvent> {
    let to_move = side_to_wire(state.to_move).into();
    let told = match &entry.happening {
        Happening::Moved { text, .. } => Told::MovePlayed(wire::MovePlayed {
            r#move: Some(played(&Ply {
                number: state.ply,
                side: state.to_move.other(),
                text,
                at: entry.at,
                sabotaged: false,
            })),
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
        Happening::BoostCalled(boosted) => Told::BoostCalled(called(state, boosted.boost)),
        Happening::BoostUsed(boosted) => Told::BoostUsed(boost_used(state, boosted, entry.at, fen)),
        Happening::BoostRefused { boost, lack } => Told::BoostRefused(wire::BoostRefused {
            call: Some(called(state, *boost)),
            reason: lacking(*lack).reason().to_owned(),
        }),
    };
    Sealed::new(wire::GameEvent {
        game_id: id.to_owned(),
        version,
        at: Some(time(entry.at)),
        happening: Some(told),
        outcome: state.outcome.clone(),
        clock: state.clock.as_ref().map(|state| clock(state, entry.at)),
    })
}

/// A boost that is called for, or was and cannot be had: the turn is its user's still.
fn called(state: &State, boost: Boost) -> wire::BoostCalled {
    wire::BoostCalled {
        action: state.actions + 1,
        side: side_to_wire(state.to_move).into(),
        boost: boost_to_wire(boost).into(),
    }
}

/// A boost that has just been used.
fn boost_used(state: &State, boosted: &Boosted, at: Timestamp, fen: &str) -> wire::BoostUsed {
    let side = state.to_move;
    let sabotage = (boosted.boost == Boost::Sabotage).then(|| Ply {
        number: state.ply,
        side: side.other(),
        text: &boosted.text,
        at,
        sabotaged: true,
    });
    let plies_before = state.ply - u32::from(sabotage.is_some());
    wire::BoostUsed {
        boost: Some(used(state.actions, plies_before, side, boosted, at)),
        fen: fen.to_owned(),
        side_to_move: side_to_wire(side).into(),
        r#move: sabotage.as_ref().map(played),
    }
}

fn used(
    action: u32,
    plies_before: u32,
    side: Side,
    boosted: &Boosted,
    at: Timestamp,
) -> wire::UsedBoost {
    wire::UsedBoost {
        action,
        ply: plies_before,
        side: side_to_wire(side).into(),
        boost: boost_to_wire(boosted.boost).into(),
        target: boosted.target.clone(),
        shield_burned: boosted.shield_burned,
        r#move: boosted.text.clone(),
        hint: boosted.hint.clone(),
        used_at: Some(time(at)),
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

fn played(ply: &Ply<'_>) -> wire::PlayedMove {
    wire::PlayedMove {
        ply: ply.number,
        side: side_to_wire(ply.side).into(),
        text: ply.text.to_owned(),
        played_at: Some(time(ply.at)),
        sabotaged: ply.sabotaged,
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

/// A time as a message.
pub(crate) fn time(at: Timestamp) -> WireTime {
    let nanos = i32::try_from(at.0.rem_euclid(1000) * 1_000_000).unwrap_or(0);
    WireTime {
        seconds: at.0.div_euclid(1000),
        nanos,
    }
}
