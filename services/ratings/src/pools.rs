//! Pools: data that an operator can replace.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use crate::checks;
use crate::rating::Rule;

/// What results of a kind of game count for: each player has one rating in it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pool {
    /// Its name.
    pub(crate) id: String,
    /// How results count.
    pub(crate) rule: Rule,
}

/// The pools, in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pools {
    pool: Vec<Pool>,
}

impl Pools {
    /// The pools of the rule book (section 5).
    pub(crate) fn built_in() -> anyhow::Result<Self> {
        Self::parse(include_str!("../pools.toml"))
    }

    /// The pools of a file.
    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        Self::parse(&std::fs::read_to_string(file)?)
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let pools: Self = toml::from_str(text).context("not a list of pools")?;
        ensure!(!pools.pool.is_empty(), "there is no pool in it");
        let mut seen = HashSet::new();
        for pool in &pools.pool {
            let id = &pool.id;
            ensure!(
                checks::is_name(id),
                "`{id}` cannot be a pool's name: it takes {}",
                checks::NAMES
            );
            ensure!(seen.insert(id), "pool `{id}` is there twice");
            pool.rule
                .check()
                .map_err(|why| anyhow::anyhow!("the rule of pool `{id}`: {why}"))?;
        }
        Ok(pools)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pool> {
        self.pool.iter()
    }

    /// The pool of a name.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Pool> {
        self.pool.iter().find(|pool| pool.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_pools_are_the_rule_books() {
        let pools = Pools::built_in().unwrap();
        let glicko = Rule::Glicko2 {
            rating: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        };
        let points = |win, loss| Rule::Points { win, loss, draw: 0 };
        let (classic, combat) = (points(25, 15), points(20, 10));
        let found: Vec<(&str, Rule)> = pools.iter().map(|pool| (&*pool.id, pool.rule)).collect();
        let expected = [
            ("russian", glicko),
            ("russian-giveaway", glicko),
            ("poddavki", glicko),
            ("international", glicko),
            ("international-giveaway", glicko),
            ("english", glicko),
            ("english-giveaway", glicko),
            ("brazilian", glicko),
            ("classic", classic),
            ("combat", combat),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn faulty_files_are_refused_in_words() {
        let pool = |id: &str, rule: &str| format!("[[pool]]\nid = \"{id}\"\nrule = {{ {rule} }}\n");
        let points = "kind = \"points\", win = 1, loss = 1, draw = 0";
        for (text, why) in [
            (String::new(), "not a list of pools"),
            ("pool = []".to_owned(), "there is no pool"),
            (pool("a", "kind = \"elo\""), "not a list of pools"),
            (
                pool("a", &format!("{points}, bonus = 1")),
                "not a list of pools",
            ),
            (
                pool("a", "kind = \"points\", win = -1, loss = 1, draw = 0"),
                "not a list of pools",
            ),
            (pool("a b", points), "cannot be a pool's name"),
            (pool("a", points).repeat(2), "`a` is there twice"),
            (
                pool(
                    "a",
                    "kind = \"glicko2\", rating = 1500.0, deviation = 0.0, volatility = 0.06",
                ),
                "a deviation is",
            ),
            (
                pool(
                    "a",
                    "kind = \"glicko2\", rating = nan, deviation = 350.0, volatility = 0.06",
                ),
                "a rating is",
            ),
            (
                pool(
                    "a",
                    "kind = \"glicko2\", rating = 1500.0, deviation = 350.0, volatility = 6.0",
                ),
                "a volatility is",
            ),
        ] {
            let error = Pools::parse(&text).unwrap_err();
            assert!(error.to_string().contains(why), "{text}: {error}");
        }
    }
}
