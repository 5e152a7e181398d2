//! Modes: data that an operator can replace.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;

use crate::game::{BoostCounts, ClockRule};

/// A way of playing that is offered: a ruleset with what goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mode {
    /// Its name.
    pub(crate) id: String,
    /// The ruleset it is played by.
    pub(crate) ruleset: String,
    /// The clock it is played with, if any.
    pub(crate) clock: Option<ClockRule>,
    /// The pool in which its rated games count; without one they cannot be rated.
    pub(crate) pool: Option<String>,
    /// How often a player may use each boost in a game, if there are boosts.
    pub(crate) boosts: Option<BoostCounts>,
    /// Whether it is for a person, who plays White, against a bot alone.
    #[serde(default)]
    pub(crate) only_with_bots: bool,
}

/// The modes on offer, in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Modes {
    mode: Vec<Mode>,
}

impl Modes {
    /// The modes of the rule book (section 5).
    pub(crate) fn built_in() -> anyhow::Result<Self> {
        Self::parse(include_str!("../modes.toml"))
    }

    /// The modes of a file.
    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        Self::parse(&std::fs::read_to_string(file)?)
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let modes: Self = toml::from_str(text).context("not a list of modes")?;
        ensure!(!modes.mode.is_empty(), "there is no mode in it");
        let mut seen = HashSet::new();
        for mode in &modes.mode {
            ensure!(seen.insert(&mode.id), "mode `{}` is there twice", mode.id);
            let named = mode.pool.as_deref() != Some("");
            ensure!(named, "the pool of mode `{}` has no name", mode.id);
            let rated = mode.only_with_bots && mode.pool.is_some();
            ensure!(!rated, "mode `{}` is for bots and has a pool", mode.id);
            if let Some(Err(why)) = mode.clock.map(ClockRule::check) {
                bail!("the clock of mode `{}`: {why}", mode.id);
            }
        }
        Ok(modes)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Mode> {
        self.mode.iter()
    }

    /// The mode of a name.
    pub(crate) fn by_id(&self, id: &str) -> Option<&Mode> {
        self.mode.iter().find(|mode| mode.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_modes_are_sound() {
        let modes = Modes::built_in().unwrap();
        assert_eq!(
            modes.by_id("classic").unwrap().ruleset,
            "russian-late-promotion"
        );
        let warning = ClockRule::Warning {
            move_ms: 120_000,
            warning_ms: 30_000,
        };
        assert_eq!(modes.by_id("classic").unwrap().clock, Some(warning));
        assert_eq!(modes.iter().count(), 11);
        let boosts = BoostCounts {
            recon: 3,
            rocket: 1,
            shield: 2,
            sabotage: 1,
        };
        let [combat, alone] = ["combat", "combat-ai"].map(|id| modes.by_id(id).unwrap());
        assert_eq!((combat.boosts, alone.boosts), (Some(boosts), Some(boosts)));
        assert_eq!((combat.clock, alone.clock), (Some(warning), None));
        assert_eq!((combat.only_with_bots, alone.only_with_bots), (false, true));
        assert_eq!(combat.pool.as_deref(), Some("combat"));
    }

    #[test]
    fn faulty_files_are_refused_in_words() {
        for (text, why) in [
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\nboosts = { bomb = 1 }",
                "not a list of modes",
            ),
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\npool = \"p\"\nonly_with_bots = true",
                "is for bots and has a pool",
            ),
            ("", "not a list of modes"),
            ("mode = []", "there is no mode"),
            ("[[mode]]\nid = \"a\"", "not a list of modes"),
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\nspeed = 1",
                "not a list of modes",
            ),
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\n[[mode]]\nid = \"a\"\nruleset = \"r\"",
                "`a` is there twice",
            ),
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\nclock = { kind = \"sundial\" }",
                "not a list of modes",
            ),
            (
                "[[mode]]\nid = \"a\"\nruleset = \"r\"\nclock = { kind = \"warning\", move_ms = 5, warning_ms = 5 }",
                "a warning comes before",
            ),
        ] {
            let error = Modes::parse(text).unwrap_err();
            assert!(error.to_string().contains(why), "{text}: {error}");
        }
    }
}
