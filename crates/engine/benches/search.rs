//! Positions per second of a search from the start.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use draughts::{Game, Ruleset};
use engine::{Limits, analyse};

fn main() {
    divan::main();
}

/// How many positions a search looks at.
const NODES: u64 = 500_000;

#[divan::bench(args = ["russian", "russian-giveaway", "international"], sample_count = 5)]
fn from_the_start(bencher: Bencher<'_, '_>, ruleset: &str) {
    let ruleset = Ruleset::by_id(ruleset).unwrap_or(&draughts::RULESETS[0]);
    let game = Game::start(ruleset);
    bencher.counter(ItemsCount::new(NODES)).bench(|| {
        let limits = Limits::depth(60).with_nodes(NODES);
        analyse(black_box(&game), 1, &limits)
    });
}
