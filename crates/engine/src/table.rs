//! The transposition table: what the search has found out about positions it met before.

use crate::score::Score;

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    /// Nothing is stored.
    #[default]
    None,
    /// The score is the true one.
    Exact,
    /// The true score is this or more.
    Lower,
    /// The true score is this or less.
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    key: u64,
    score: i16,
    depth: u8,
    bound: Bound,
    /// The place of the best move in the list of effects.
    best: u8,
}

/// One entry stays as long as it is the deepest, the other is always the last that came.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    deepest: Entry,
    latest: Entry,
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    pairs: Vec<Pair>,
}

impl Table {
    /// A table of so many entries or somewhat more; of none, it remembers nothing.
    pub(crate) fn new(entries: usize) -> Self {
        let pairs = if entries == 0 {
            0
        } else {
            entries.div_ceil(2).next_power_of_two()
        };
        Self {
            pairs: vec![Pair::default(); pairs],
        }
    }

    fn place(&self, key: u64) -> Option<usize> {
        // Keys are evenly spread over every bit.
        let mask = self.pairs.len().checked_sub(1)?;
        Some(key as usize & mask)
    }

    /// What is known of a position.
    pub(crate) fn find(&self, key: u64) -> Option<&Entry> {
        let pair = &self.pairs[self.place(key)?];
        [&pair.deepest, &pair.latest]
            .into_iter()
            .find(|entry| entry.key == key && entry.bound != Bound::None)
    }

    /// Keeps what was found out.
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let Some(place) = self.place(key) else {
            return;
        };
        let pair = &mut self.pairs[place];
        if pair.deepest.bound == Bound::None
            || pair.deepest.key == key
            || entry.depth >= pair.deepest.depth
        {
            if pair.deepest.key != key {
                pair.latest = pair.deepest;
            }
            pair.deepest = entry;
        } else {
            pair.latest = entry;
        }
    }
}

impl Entry {
    /// An entry for a position met `ply` plies below the root.
    pub(crate) fn new(
        key: u64,
        ply: usize,
        depth: u32,
        score: Score,
        bound: Bound,
        best: usize,
    ) -> Self {
        Self {
            key,
            score: score.to_table(ply),
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            bound,
            best: u8::try_from(best).unwrap_or(u8::MAX),
        }
    }

    /// The place of the best move in the list of effects.
    pub(crate) fn best(&self) -> usize {
        usize::from(self.best)
    }

    /// The score, if it was searched as deep as is asked and settles the window.
    pub(crate) fn settles(
        &self,
        ply: usize,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let score = Score::from_table(self.score, ply);
        let enough = u32::from(self.depth) >= depth
            && match self.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
        enough.then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: Score = Score::DRAW;

    fn entry(key: u64, depth: u32, centimen: i32) -> Entry {
        Entry::new(key, 0, depth, Score::centimen(centimen), Bound::Exact, 3)
    }

    fn score(table: &Table, key: u64) -> Option<Score> {
        table.find(key)?.settles(0, 0, LOW, LOW.next())
    }

    #[test]
    fn the_deepest_and_the_latest_are_kept() {
        let mut table = Table::new(2);
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.store(key, entry(key, depth, key as i32));
        }
        assert_eq!(score(&table, 1), Some(Score::centimen(1)));
        assert_eq!(score(&table, 2), None);
        assert_eq!(score(&table, 3), Some(Score::centimen(3)));
        assert_eq!(table.find(3).map(Entry::best), Some(3));
        // What is known of a position is replaced by what was found out later.
        table.store(1, entry(1, 2, 7));
        assert_eq!(score(&table, 1), Some(Score::centimen(7)));
    }

    #[test]
    fn a_table_of_no_entries_remembers_nothing() {
        let mut table = Table::new(0);
        table.store(1, entry(1, 1, 1));
        assert!(table.find(1).is_none());
    }

    #[test]
    fn a_bound_settles_only_its_side_of_the_window() {
        let (low, high) = (Score::centimen(-10), Score::centimen(10));
        let of = |bound, centimen| Entry::new(1, 0, 5, Score::centimen(centimen), bound, 0);
        assert!(of(Bound::Lower, 10).settles(0, 5, low, high).is_some());
        assert!(of(Bound::Lower, 9).settles(0, 5, low, high).is_none());
        assert!(of(Bound::Upper, -10).settles(0, 5, low, high).is_some());
        assert!(of(Bound::Upper, -9).settles(0, 5, low, high).is_none());
        assert!(of(Bound::Exact, 0).settles(0, 5, low, high).is_some());
        assert!(of(Bound::Exact, 0).settles(0, 6, low, high).is_none());
    }
}
