//! What games make of ratings.

use proto::games::v1 as games;
use serde::Serialize;
use utoipa::ToSchema;

/// What a rated game made of both ratings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "pool": "russian", "white": {"before": 1500.0, "after": 1512.5},
    "black": {"before": 1500.0, "after": 1487.5},
}))]
pub(crate) struct RatingChanges {
    /// The pool.
    pool: String,
    /// White's.
    white: RatingChange,
    /// Black's.
    black: RatingChange,
}

/// What a rated game made of one rating.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RatingChange {
    /// The rating or the points before it.
    before: f64,
    /// The same after it.
    after: f64,
}

impl RatingChanges {
    pub(super) fn read(changes: games::RatingChanges) -> Option<Self> {
        Some(Self {
            pool: changes.pool,
            white: RatingChange::read(changes.white?),
            black: RatingChange::read(changes.black?),
        })
    }
}

impl RatingChange {
    fn read(change: games::RatingChange) -> Self {
        Self {
            before: change.before,
            after: change.after,
        }
    }
}
