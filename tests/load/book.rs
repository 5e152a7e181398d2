//! Ready-made games to play: the golden games that begin where their ruleset does.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, ensure};
use serde::Deserialize;

/// A game that ends with its last move.
#[derive(Debug, Deserialize)]
pub(crate) struct Line {
    pub(crate) ruleset: String,
    pub(crate) moves: Vec<String>,
    from_initial: bool,
}

/// All games, handed out one after the other and then from the start again.
#[derive(Debug)]
pub(crate) struct Book {
    lines: Vec<Arc<Line>>,
    next: AtomicUsize,
}

impl Book {
    /// Reads the golden games of all rulesets, mixed.
    pub(crate) fn open() -> anyhow::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/draughts/tests/data");
        let mut shelves = Vec::new();
        for file in std::fs::read_dir(&folder).context("the golden games")? {
            let file = file?.path();
            let name = file.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| name.starts_with("games_")) {
                shelves.push(read(&file)?);
            }
        }
        ensure!(
            !shelves.is_empty(),
            "no golden games in {}",
            folder.display()
        );
        let longest = shelves.iter().map(Vec::len).max().unwrap_or(0);
        let mixed =
            (0..longest).flat_map(|place| shelves.iter().filter_map(move |shelf| shelf.get(place)));
        Ok(Self {
            lines: mixed.cloned().collect(),
            next: AtomicUsize::new(0),
        })
    }

    /// The next game.
    pub(crate) fn next(&self) -> Arc<Line> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        Arc::clone(&self.lines[place % self.lines.len()])
    }
}

fn read(file: &Path) -> anyhow::Result<Vec<Arc<Line>>> {
    let text = std::fs::read_to_string(file)?;
    let mut lines = Vec::new();
    for line in text.lines() {
        let line: Line = serde_json::from_str(line).with_context(|| file.display().to_string())?;
        if line.from_initial {
            lines.push(Arc::new(line));
        }
    }
    Ok(lines)
}
