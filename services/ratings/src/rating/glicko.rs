//! Glicko-2. Each game is a rating period of its own, so ratings follow at once; beside that a
//! deviation grows while nothing is played, by one period's worth for each [`PERIOD_MS`].

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::{Score, Standing};

/// A rating with a larger deviation is provisional.
pub(super) const SETTLED: f64 = 110.0;

/// The least deviation that a new season begins with: a few games settle it again.
pub(super) const WIDENED: f64 = 120.0;

/// How long it takes an idle player's deviation to grow as by one rating period: five days. At the
/// usual volatility a deviation of 60 then passes 110 after 13 months.
pub(super) const PERIOD_MS: i64 = 5 * 24 * 60 * 60 * 1000;

/// Glicko-2's scale: what one of its units is in points.
const SCALE: f64 = 173.7178;

/// What a player brings to a game at a time: the deviation has grown since the last one, but not
/// beyond what everybody begins with.
pub(super) fn grown(standing: &Standing, now_ms: i64, most: f64) -> Glicko2Rating {
    let idle_ms = now_ms.saturating_sub(standing.as_of_ms).max(0);
    let periods = idle_ms as f64 / PERIOD_MS as f64;
    let deviation = standing
        .deviation
        .hypot(growth(standing) * periods.sqrt())
        .min(most.max(standing.deviation));
    Glicko2Rating {
        rating: standing.value,
        deviation,
        volatility: standing.volatility,
    }
}

/// What a game makes of both. The sums overflow for ratings that lie ten thousand points apart,
/// which nobody can reach: such a game would change nothing.
pub(super) fn rate(
    one: Glicko2Rating,
    other: Glicko2Rating,
    score: Score,
    most: f64,
) -> (Glicko2Rating, Glicko2Rating) {
    let outcome = match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    };
    let (new_one, new_other) = glicko2(&one, &other, &outcome, &Glicko2Config::default());
    let or_before = |new: Glicko2Rating, before: Glicko2Rating| {
        let sound = new.rating.is_finite() && new.deviation > 0.0 && new.volatility > 0.0;
        let kept = if sound { new } else { before };
        Glicko2Rating {
            deviation: kept.deviation.min(most.max(before.deviation)),
            ..kept
        }
    };
    (or_before(new_one, one), or_before(new_other, other))
}

/// The last moment at which an idle player's rating is settled.
pub(super) fn settled_until(standing: &Standing, most: f64) -> i64 {
    if standing.deviation > SETTLED {
        return i64::MIN;
    }
    if most <= SETTLED {
        return i64::MAX;
    }
    let room = SETTLED.mul_add(SETTLED, -standing.deviation * standing.deviation);
    let periods = room / growth(standing).powi(2);
    // Conversions from floating point stop at the largest number there is.
    let ms = (periods * PERIOD_MS as f64) as i64;
    standing.as_of_ms.saturating_add(ms)
}

/// What one period without a game adds, as the side of a right angle.
fn growth(standing: &Standing) -> f64 {
    standing.volatility * SCALE
}
