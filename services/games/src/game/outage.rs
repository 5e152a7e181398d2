//! Downtime is not charged: what a running clock gets back for the times in which the service was
//! away.

use std::time::Duration;

use store::Timestamp;

use super::Game;

/// A time in which no process of the service could reach the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Its start.
    pub from: Timestamp,
    /// Its end.
    pub to: Timestamp,
}

/// The outages of late, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outages(pub Vec<Outage>);

impl Outages {
    /// What the side to move of a game has to get back. Whatever happened in a game settles the
    /// outages that ended before.
    #[must_use]
    pub fn owed(&self, game: &Game) -> Duration {
        let state = game.state();
        let Some(since) = state.clock.as_ref().and_then(super::Clock::since) else {
            return Duration::ZERO;
        };
        self.0
            .iter()
            .filter(|outage| outage.to > state.updated_at)
            .map(|outage| outage.to.since(outage.from.max(since)))
            .sum()
    }
}
