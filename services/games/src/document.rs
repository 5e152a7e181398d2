//! A game at rest: to and from the bytes in the store.

use std::time::Duration;

use prost::Message as _;
use proto::bots::v1::Level;
use proto::games::storage::v1 as storage;
use proto::games::storage::v1::Plain;
use proto::games::storage::v1::entry::Happening as Stored;
use proto::games::v1 as wire;
use proto::games::v1::clock_rule::Rule;
use proto::games::v1::seat::Occupant;
use proto::rules::v1 as rules;
use store::Timestamp;

use crate::game::{
    Beginning, Boost, BoostCounts, Boosted, ClockRule, Entry, Game, Happening, Lack, Outage,
    Outages, RatingChange, RatingChanges, Seat, Seats, Side,
};
use crate::starts;

/// Writes a game.
pub(crate) fn encode(game: &Game) -> Vec<u8> {
    let beginning = game.beginning();
    let mut last = beginning.created_at;
    let mut move_outcome = None;
    let mut called = false;
    let mut stored = |entry: &Entry| {
        let after_ms = entry.at.0 - last.0;
        last = entry.at;
        let happening = match &entry.happening {
            Happening::Moved { text, outcome } => {
                move_outcome.clone_from(outcome);
                Stored::Move(text.clone())
            }
            Happening::Resigned(side) => Stored::Resigned(side_to_wire(*side).into()),
            Happening::GivenBack(span) => {
                Stored::GivenBackMs(i64::try_from(span.as_millis()).unwrap_or(i64::MAX))
            }
            Happening::DrawOffered(side) => Stored::DrawOffered(side_to_wire(*side).into()),
            Happening::Aborted(side) => Stored::Aborted(side_to_wire(*side).into()),
            Happening::Abandoned => Stored::Plain(Plain::Abandoned.into()),
            Happening::Warned => Stored::Plain(Plain::Warned.into()),
            Happening::Missed => Stored::Plain(Plain::Missed.into()),
            Happening::TimedOut => Stored::Plain(Plain::TimedOut.into()),
            Happening::DrawDeclined => Stored::Plain(Plain::DrawDeclined.into()),
            Happening::DrawAgreed => Stored::Plain(Plain::DrawAgreed.into()),
            Happening::Rated(changes) => Stored::Rated(storage::Rated {
                white_before: changes.white.before,
                white_after: changes.white.after,
                black_before: changes.black.before,
                black_after: changes.black.after,
            }),
            Happening::BoostCalled(boosted) => Stored::BoostCalled(boosted_to_stored(boosted)),
            // What was called for stands in the call.
            Happening::BoostUsed(_) if called => Stored::Plain(Plain::BoostPaid.into()),
            Happening::BoostUsed(boosted) => Stored::BoostUsed(boosted_to_stored(boosted)),
            Happening::BoostRefused { lack, .. } => Stored::Plain(
                match lack {
                    Lack::NotInInventory => Plain::BoostNotHeld,
                    Lack::ShopUnavailable => Plain::BoostGivenUp,
                }
                .into(),
            ),
        };
        called = matches!(happening, Stored::BoostCalled(_));
        storage::Entry {
            after_ms,
            happening: Some(happening),
        }
    };
    let entries = game.entries().iter().map(&mut stored).collect();
    storage::GameDocument {
        mode: beginning.mode.clone().unwrap_or_default(),
        ruleset: beginning.ruleset.clone(),
        white: Some(seat_to_wire(&beginning.seats.white)),
        black: Some(seat_to_wire(&beginning.seats.black)),
        start_fen: starts::short(&beginning.start_fen).to_owned(),
        position: Some(game.position().clone()),
        first_side: side_to_wire(beginning.first).into(),
        entries,
        move_outcome,
        created_ms: beginning.created_at.0,
        clock: beginning.clock.map(clock_rule_to_wire),
        rematch_of: beginning.rematch_of.clone().unwrap_or_default(),
        pool: beginning.pool.clone().unwrap_or_default(),
        boosts: beginning.boosts.map(boost_counts_to_wire),
        only_with_bots: beginning.only_with_bots,
        pending: game.pending().cloned(),
    }
    .encode_to_vec()
}

/// Reads a game; `None` if the bytes are not one.
pub(crate) fn decode(body: &[u8]) -> Option<Game> {
    let document = storage::GameDocument::decode(body).ok()?;
    let first = side_from_wire(document.first_side())?;
    let created_at = Timestamp(document.created_ms);
    let last_move = document
        .entries
        .iter()
        .rposition(|entry| matches!(entry.happening, Some(Stored::Move(_))));
    let mut at = created_at;
    let mut entries = Vec::<Entry>::with_capacity(document.entries.len());
    for (place, entry) in document.entries.into_iter().enumerate() {
        let called = || match &entries.last()?.happening {
            Happening::BoostCalled(boosted) => Some(boosted.clone()),
            _ => None,
        };
        at = Timestamp(at.0.saturating_add(entry.after_ms));
        let happening = match entry.happening? {
            Stored::Move(text) => {
                let outcome = document
                    .move_outcome
                    .clone()
                    .filter(|_| Some(place) == last_move);
                Happening::Moved { text, outcome }
            }
            Stored::Resigned(side) => Happening::Resigned(stored_side(side)?),
            Stored::GivenBackMs(span) => {
                Happening::GivenBack(Duration::from_millis(u64::try_from(span).ok()?))
            }
            Stored::DrawOffered(side) => Happening::DrawOffered(stored_side(side)?),
            Stored::Aborted(side) => Happening::Aborted(stored_side(side)?),
            Stored::Rated(rated) => Happening::Rated(RatingChanges {
                white: stored_change(rated.white_before, rated.white_after)?,
                black: stored_change(rated.black_before, rated.black_after)?,
            }),
            Stored::BoostCalled(boosted) => {
                Happening::BoostCalled(boosted_from_stored(boosted)?.into())
            }
            Stored::BoostUsed(boosted) if called().is_none() => {
                Happening::BoostUsed(boosted_from_stored(boosted)?.into())
            }
            Stored::BoostUsed(_) => return None,
            Stored::Plain(plain) => match Plain::try_from(plain).ok()? {
                Plain::Unspecified => return None,
                Plain::Abandoned => Happening::Abandoned,
                Plain::Warned => Happening::Warned,
                Plain::Missed => Happening::Missed,
                Plain::TimedOut => Happening::TimedOut,
                Plain::DrawDeclined => Happening::DrawDeclined,
                Plain::DrawAgreed => Happening::DrawAgreed,
                Plain::BoostPaid => Happening::BoostUsed(called()?),
                Plain::BoostNotHeld => Happening::BoostRefused {
                    boost: called()?.boost,
                    lack: Lack::NotInInventory,
                },
                Plain::BoostGivenUp => Happening::BoostRefused {
                    boost: called()?.boost,
                    lack: Lack::ShopUnavailable,
                },
            },
        };
        entries.push(Entry { at, happening });
    }
    let clock = match document.clock {
        Some(rule) => Some(clock_rule_from_wire(&rule)?),
        None => None,
    };
    let beginning = Beginning {
        mode: Some(document.mode).filter(|mode| !mode.is_empty()),
        ruleset: document.ruleset,
        clock,
        seats: Seats {
            white: seat_from_wire(document.white?)?,
            black: seat_from_wire(document.black?)?,
        },
        start_fen: starts::in_full(&document.start_fen).to_owned(),
        first,
        pool: Some(document.pool).filter(|pool| !pool.is_empty()),
        boosts: document.boosts.map(boost_counts_from_wire),
        only_with_bots: document.only_with_bots,
        rematch_of: Some(document.rematch_of).filter(|game| !game.is_empty()),
        created_at,
    };
    let (position, pending) = (document.position?, document.pending);
    let is_in_flight = matches!(
        entries.last().map(|entry| &entry.happening),
        Some(Happening::BoostCalled(_))
    );
    if pending.is_some() != is_in_flight {
        return None;
    }
    Some(Game::from_entries(beginning, position, pending, entries))
}

fn boosted_to_stored(boosted: &Boosted) -> storage::Boosted {
    storage::Boosted {
        boost: boost_to_wire(boosted.boost).into(),
        target: boosted.target.clone(),
        r#move: boosted.text.clone(),
        hint: boosted.hint.clone(),
        shield_burned: boosted.shield_burned,
        outcome: boosted.outcome.clone(),
    }
}

fn boosted_from_stored(boosted: storage::Boosted) -> Option<Boosted> {
    Some(Boosted {
        boost: boost_from_wire(boosted.boost())?,
        target: boosted.target,
        text: boosted.r#move,
        hint: boosted.hint,
        shield_burned: boosted.shield_burned,
        outcome: boosted.outcome,
    })
}

/// Writes when the service was last known to run, and when it was away.
pub(crate) fn encode_pulse(beat: Timestamp, outages: &Outages) -> Vec<u8> {
    let outages = outages.0.iter();
    let outages = outages.map(|outage| storage::Outage {
        from_ms: outage.from.0,
        to_ms: outage.to.0,
    });
    storage::Pulse {
        beat_ms: beat.0,
        outages: outages.collect(),
    }
    .encode_to_vec()
}

/// Reads it back; `None` if the bytes are no pulse.
pub(crate) fn decode_pulse(body: &[u8]) -> Option<(Timestamp, Outages)> {
    let pulse = storage::Pulse::decode(body).ok()?;
    let outage = |outage: storage::Outage| Outage {
        from: Timestamp(outage.from_ms),
        to: Timestamp(outage.to_ms),
    };
    Some((
        Timestamp(pulse.beat_ms),
        Outages(pulse.outages.into_iter().map(outage).collect()),
    ))
}

/// A clock's rule in messages.
pub(crate) fn clock_rule_to_wire(rule: ClockRule) -> wire::ClockRule {
    let rule = match rule {
        ClockRule::Misses { move_ms, misses } => Rule::Misses(wire::MissesRule { move_ms, misses }),
        ClockRule::Warning {
            move_ms,
            warning_ms,
        } => Rule::Warning(wire::WarningRule {
            move_ms,
            warning_ms,
        }),
        ClockRule::Fischer {
            initial_ms,
            increment_ms,
        } => Rule::Fischer(wire::FischerRule {
            initial_ms,
            increment_ms,
        }),
    };
    wire::ClockRule { rule: Some(rule) }
}

/// A clock's rule out of messages; `None` if there is none in it.
pub(crate) fn clock_rule_from_wire(rule: &wire::ClockRule) -> Option<ClockRule> {
    Some(match rule.rule.as_ref()? {
        Rule::Misses(rule) => ClockRule::Misses {
            move_ms: rule.move_ms,
            misses: rule.misses,
        },
        Rule::Warning(rule) => ClockRule::Warning {
            move_ms: rule.move_ms,
            warning_ms: rule.warning_ms,
        },
        Rule::Fischer(rule) => ClockRule::Fischer {
            initial_ms: rule.initial_ms,
            increment_ms: rule.increment_ms,
        },
    })
}

/// A boost in messages.
pub(crate) fn boost_to_wire(boost: Boost) -> rules::Boost {
    match boost {
        Boost::Recon => rules::Boost::Recon,
        Boost::Rocket => rules::Boost::Rocket,
        Boost::Shield => rules::Boost::Shield,
        Boost::Sabotage => rules::Boost::Sabotage,
    }
}

/// A boost out of messages.
pub(crate) fn boost_from_wire(boost: rules::Boost) -> Option<Boost> {
    let boosts = Boost::ALL.into_iter();
    let mut same = boosts.filter(|known| boost_to_wire(*known) == boost);
    same.next()
}

/// How often each boost may be used, in messages.
pub(crate) fn boost_counts_to_wire(counts: BoostCounts) -> wire::BoostLimits {
    wire::BoostLimits {
        recon: counts.recon,
        rocket: counts.rocket,
        shield: counts.shield,
        sabotage: counts.sabotage,
    }
}

fn boost_counts_from_wire(limits: wire::BoostLimits) -> BoostCounts {
    BoostCounts {
        recon: limits.recon,
        rocket: limits.rocket,
        shield: limits.shield,
        sabotage: limits.sabotage,
    }
}

/// A change of a rating; `None` if a value is no number.
fn stored_change(before: f64, after: f64) -> Option<RatingChange> {
    (before.is_finite() && after.is_finite()).then_some(RatingChange { before, after })
}

fn stored_side(side: i32) -> Option<Side> {
    side_from_wire(rules::Side::try_from(side).ok()?)
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
