//! Ratings, changes and seasons as messages.

use prost_types::Timestamp;
use proto::ratings::v1 as wire;
use proto::rules::v1 as rules;

use crate::pools::Pool;
use crate::rating::{Outcome, Rule, Standing};
use crate::storage::{Change, Season};

/// A pool as a message.
pub(crate) fn pool(pool: &Pool, season: i64) -> wire::Pool {
    let number = |points: u32| i32::try_from(points).unwrap_or(i32::MAX);
    let rule = match pool.rule {
        Rule::Glicko2 {
            rating,
            deviation,
            volatility,
        } => wire::pool::Rule::Glicko2(wire::Glicko2 {
            rating,
            deviation,
            volatility,
        }),
        Rule::Points { win, loss, draw } => wire::pool::Rule::Points(wire::Points {
            win: number(win),
            loss: number(loss),
            draw: number(draw),
        }),
    };
    wire::Pool {
        id: pool.id.clone(),
        rule: Some(rule),
        season: self::number(season),
    }
}

/// A rating as a message, as of a time.
pub(crate) fn rating(pool: &Pool, player: &str, standing: &Standing, now_ms: i64) -> wire::Rating {
    wire::Rating {
        pool: pool.id.clone(),
        player_id: player.to_owned(),
        value: standing.value,
        deviation: above_zero(pool.rule.deviation_at(standing, now_ms)),
        provisional: pool.rule.is_provisional(standing, now_ms),
        peak: above_zero(standing.peak),
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
        streak: standing.streak,
        best_streak: standing.best_streak,
        rated_at: standing.rated.map(|rated| time(rated.last_ms)),
    }
}

/// A change as a message.
pub(crate) fn change(change: &Change) -> wire::Change {
    let side = if change.is_white {
        rules::Side::White
    } else {
        rules::Side::Black
    };
    wire::Change {
        game_id: change.game.clone(),
        pool: change.pool.clone(),
        player_id: change.player.clone(),
        opponent_id: change.opponent.clone(),
        side: side.into(),
        result: result(change.outcome).into(),
        before: change.before,
        after: change.after,
        deviation: above_zero(change.deviation),
        at: Some(time(change.ended_ms)),
        season: number(change.season),
    }
}

/// A season as a message.
pub(crate) fn season(pool: &str, season: &Season) -> wire::Season {
    wire::Season {
        pool: pool.to_owned(),
        number: number(season.number),
        began_at: Some(time(season.began_ms)),
        closed_at: season.closed_ms.map(time),
    }
}

/// Reads a result that can be rated.
pub(crate) fn outcome(result: rules::Result) -> Option<Outcome> {
    match result {
        rules::Result::WhiteWins => Some(Outcome::WhiteWins),
        rules::Result::BlackWins => Some(Outcome::BlackWins),
        rules::Result::Draw => Some(Outcome::Draw),
        rules::Result::Unspecified | rules::Result::Aborted => None,
    }
}

const fn result(outcome: Outcome) -> rules::Result {
    match outcome {
        Outcome::WhiteWins => rules::Result::WhiteWins,
        Outcome::BlackWins => rules::Result::BlackWins,
        Outcome::Draw => rules::Result::Draw,
    }
}

/// A number that is 0 in the records where there is none: a deviation of points, a peak before the
/// first one.
fn above_zero(value: f64) -> Option<f64> {
    Some(value).filter(|value| *value > 0.0)
}

/// A season's number.
fn number(season: i64) -> u32 {
    u32::try_from(season).unwrap_or(u32::MAX)
}

fn time(ms: i64) -> Timestamp {
    Timestamp {
        seconds: ms.div_euclid(1000),
        nanos: i32::try_from(ms.rem_euclid(1000) * 1_000_000).unwrap_or(0),
    }
}
