//! Golden games of the rules: whole games with their ends.

use std::path::Path;

use proto::rules::v1::{Outcome, Reason, Result};
use serde::Deserialize;

/// A game that ends exactly after its last move.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GoldenGame {
    pub(crate) ruleset: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    result: String,
    reason: String,
}

impl GoldenGame {
    /// One of a ruleset's games, by its place in the file.
    pub(crate) fn nth(ruleset: &str, place: usize) -> Self {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/draughts/tests/data");
        let text = std::fs::read_to_string(data.join(format!("games_{ruleset}.jsonl"))).unwrap();
        serde_json::from_str(text.lines().nth(place).unwrap()).unwrap()
    }

    /// Asserts that a game ended as this one did.
    pub(crate) fn assert_end(&self, outcome: &Outcome) {
        let result = match self.result.as_str() {
            "1-0" => Result::WhiteWins,
            "0-1" => Result::BlackWins,
            _ => Result::Draw,
        };
        let reason = format!("REASON_{}", self.reason.to_uppercase());
        assert_eq!(outcome.result(), result);
        assert_eq!(Some(outcome.reason()), Reason::from_str_name(&reason));
    }
}
