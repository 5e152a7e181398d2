//! Every golden node count, both ways. A test for each family of rulesets, so that they run side by
//! side.

use draughts::perft;

use crate::data::{GoldenPerft, position, read, ruleset};

fn check(rulesets: &[&str]) {
    for golden in read::<GoldenPerft>("perft.jsonl") {
        if !rulesets.contains(&golden.ruleset.as_str()) {
            continue;
        }
        let ruleset = ruleset(&golden.ruleset);
        let from = position(&golden.fen, ruleset);
        let counted = (
            perft::paths(&from, ruleset, golden.depth),
            perft::distinct(&from, ruleset, golden.depth),
        );
        assert_eq!(counted, (golden.paths, golden.dedup), "{}", golden.id);
    }
}

#[test]
fn perft_russian() {
    check(&["russian"]);
}

#[test]
fn perft_giveaway_and_poddavki() {
    check(&["russian-giveaway", "poddavki"]);
}

#[test]
fn perft_late_promotion() {
    check(&["russian-late-promotion"]);
}

#[test]
fn perft_brazilian() {
    check(&["brazilian"]);
}

#[test]
fn perft_international() {
    check(&["international"]);
}

#[test]
fn perft_international_giveaway() {
    check(&["international-giveaway"]);
}

#[test]
fn perft_english() {
    check(&["english"]);
}

#[test]
fn perft_english_giveaway() {
    check(&["english-giveaway"]);
}
