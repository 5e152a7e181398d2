//! The golden games of the rules.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A golden game: it ends exactly after its last move.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GoldenGame {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    #[serde(rename = "final")]
    pub(crate) last: String,
    pub(crate) winner: Option<String>,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) draw_reasons: Vec<String>,
}

impl GoldenGame {
    /// All of them.
    pub(crate) fn all() -> Vec<Self> {
        let mut files: Vec<_> = std::fs::read_dir(data())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.file_name()
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .starts_with("games_")
            })
            .collect();
        files.sort();
        assert_eq!(files.len(), 9, "a file for each ruleset");
        files.iter().flat_map(|file| Self::read(file)).collect()
    }

    fn read(file: &Path) -> Vec<Self> {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// The folder of the golden data.
pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/draughts/tests/data")
}
