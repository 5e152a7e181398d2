//! Reading the golden data. Each line is an object; fields that a test has no use for are left out.

use std::path::Path;

use draughts::{Position, Ruleset};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A position with its legal moves.
#[derive(Deserialize)]
pub(crate) struct GoldenPosition {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) fen: String,
    pub(crate) fen_numeric: String,
    pub(crate) side: String,
    pub(crate) moves: Vec<String>,
    pub(crate) after: Vec<String>,
    #[serde(default)]
    pub(crate) illegal: Vec<String>,
    pub(crate) paths: u64,
    pub(crate) dedup: u64,
    pub(crate) outcome: Option<GoldenEnd>,
}

/// The end of a game.
#[derive(Deserialize)]
pub(crate) struct GoldenEnd {
    pub(crate) winner: Option<String>,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) draw_reasons: Vec<String>,
}

/// A whole game.
#[derive(Deserialize)]
pub(crate) struct GoldenGame {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) r#final: String,
    #[serde(flatten)]
    pub(crate) end: GoldenEnd,
}

/// A node count.
#[derive(Deserialize)]
pub(crate) struct GoldenPerft {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) paths: u64,
    pub(crate) dedup: u64,
}

/// Every line of a file of golden data.
pub(crate) fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<T> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty(), "{name} is empty");
    lines
}

/// The ruleset of that name.
pub(crate) fn ruleset(id: &str) -> &'static Ruleset {
    Ruleset::by_id(id).unwrap_or_else(|| panic!("no ruleset {id}"))
}

/// The position that a FEN means.
pub(crate) fn position(fen: &str, ruleset: &Ruleset) -> Position {
    Position::from_fen(fen, ruleset).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
