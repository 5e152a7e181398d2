//! Ratings in the records. Every result is one transaction: the game, both players' ratings, both
//! changes, and the leaderboard's numbers.
//!
//! Whoever writes takes locks in one order: the pool ([`dialect::share`]), the players by id, the
//! game, the blocks by place. So nobody waits in a circle.

mod board;
mod changes;
mod counts;
mod dialect;
mod holders;
mod report;
mod row;
mod seasons;
mod upkeep;

use store::records::Records;

pub(crate) use self::board::Start;
pub(crate) use self::changes::Change;
pub(crate) use self::report::Report;
pub(crate) use self::seasons::{NotClosed, Season};

/// All ratings, changes and seasons.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    records: Records,
}

impl Ledger {
    pub(crate) const fn new(records: Records) -> Self {
        Self { records }
    }
}

/// `$n, $n + 1, …`: so many parameters from the one of that number.
fn parameters(from: usize, count: usize) -> String {
    let numbers: Vec<String> = (from..from + count)
        .map(|number| format!("${number}"))
        .collect();
    numbers.join(", ")
}
