//! The order of a leaderboard, written so that texts sort as players rank.

use std::fmt::{self, Write as _};

use super::{Rule, Standing};

/// Digits before the player's id: three numbers of 16.
const DIGITS: usize = 48;

/// A player's place in the order of a leaderboard: the first of two texts stands above. No two
/// players share one, for it ends with the id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(String);

impl Place {
    /// Where a player stands: Glicko-2 by rating, then by lower deviation as of the last game;
    /// points by points, then by more wins; then by whose first game ended first, then by id.
    #[must_use]
    pub fn of(rule: Rule, standing: &Standing, player: &str) -> Self {
        let second = match rule {
            Rule::Glicko2 { .. } => ascending(standing.deviation),
            Rule::Points { .. } => !u64::from(standing.wins),
        };
        let first_ms = standing.rated.map_or(i64::MAX, |rated| rated.first_ms);
        let since = first_ms.cast_unsigned() ^ (1 << 63);
        let mut text = String::with_capacity(DIGITS + player.len());
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "{:016x}{second:016x}{since:016x}{player}",
            !ascending(standing.value)
        );
        Self(text)
    }

    /// Reads a place that was written here.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (numbers, player) = text.split_at_checked(DIGITS)?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (numbers.bytes().all(is_digit) && crate::checks::is_name(player))
            .then(|| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number whose order among such numbers is that of the values.
fn ascending(value: f64) -> u64 {
    // Zero has two spellings; the sum has one.
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 {
        bits | (1 << 63)
    } else {
        !bits
    }
}
