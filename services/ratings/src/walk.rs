//! Walking through a leaderboard page by page while results come in.
//!
//! A page begins behind the last place of the page before, so places between two pages are never
//! skipped nor read twice. But a player who is shown and then falls behind that place would be met
//! again. So a walk remembers the moment when it began: of those who have changed since, a page
//! leaves out whoever has since held a place that the walk had already passed, for that player may
//! have been shown there.
//!
//! "Since" is no matter of clocks: a transaction may be numbered or timed before the walk began and
//! become visible after it. A [`Moment`] says exactly which transactions a reader has seen.

use std::fmt;
use std::str::FromStr;

use crate::checks;
use crate::rating::Place;

/// Transactions begin and end within seconds. What was changed so long before a walk began, it has
/// seen, even if transactions have been numbered anew because the database was moved.
const LONG_AGO_MS: i64 = 60 * 60 * 1000;

/// The most transactions that a token may call open.
const MOST_OPEN: usize = 2000;

/// Which transactions a reader has seen: all below `open_from`, and those below `next` that were
/// not open. PostgreSQL's snapshots are written so: `open_from:next:open,open`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    open_from: u64,
    next: u64,
    open: Vec<u64>,
}

impl Moment {
    /// Whether the reader has seen what a transaction did.
    pub(crate) fn saw(&self, transaction: u64) -> bool {
        transaction < self.open_from
            || (transaction < self.next && !self.open.contains(&transaction))
    }

    /// Every transaction below this one was seen.
    pub(crate) const fn open_from(&self) -> u64 {
        self.open_from
    }
}

/// A text that is none of those that are written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text was not written by this service")
    }
}

impl std::error::Error for Malformed {}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.open_from, self.next)?;
        for (number, open) in self.open.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}{open}")?;
        }
        Ok(())
    }
}

impl FromStr for Moment {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let number = |text: &str| text.parse().map_err(|_| Malformed);
        let mut parts = text.splitn(3, ':');
        let mut part = || parts.next().ok_or(Malformed);
        let (open_from, next, open) = (part()?, part()?, part()?);
        let open = match open {
            "" => Vec::new(),
            open => open.split(',').map(number).collect::<Result<_, _>>()?,
        };
        let moment = Self {
            open_from: number(open_from)?,
            next: number(next)?,
            open,
        };
        if moment.open.len() > MOST_OPEN || moment.to_string() != text {
            return Err(Malformed);
        }
        Ok(moment)
    }
}

/// How far a walk through a leaderboard has come: what a page token says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) pool: String,
    pub(crate) season: i64,
    /// What its first page had seen.
    pub(crate) began: Moment,
    /// When that was.
    pub(crate) began_ms: i64,
    /// The last place that it has passed.
    pub(crate) passed: Place,
}

impl Walk {
    /// Whether a player who was changed so may have stood elsewhere when the walk began.
    pub(crate) fn may_have_missed(&self, transaction: u64, changed_ms: i64) -> bool {
        !self.began.saw(transaction) && changed_ms > self.began_ms.saturating_sub(LONG_AGO_MS)
    }
}

/// Between the parts of a token: no name has it, and it means nothing in a URL.
const SEPARATOR: char = '~';

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let began = self.began.to_string().replace([':', ','], ".");
        let Self {
            pool,
            season,
            began_ms,
            passed,
            ..
        } = self;
        write!(f, "{pool}~{season}~{began}~{began_ms}~{passed}")
    }
}

impl FromStr for Walk {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut parts = text.splitn(5, SEPARATOR);
        let mut part = || parts.next().ok_or(Malformed);
        let (pool, season, began, began_ms, passed) = (part()?, part()?, part()?, part()?, part()?);
        let began = began
            .replacen('.', ":", 2)
            .replace('.', ",")
            .parse::<Moment>()?;
        let walk = Self {
            pool: pool.to_owned(),
            season: season.parse().map_err(|_| Malformed)?,
            began,
            began_ms: began_ms.parse().map_err(|_| Malformed)?,
            passed: Place::parse(passed).ok_or(Malformed)?,
        };
        let written_here = checks::is_name(pool) && walk.season > 0 && walk.to_string() == text;
        written_here.then_some(walk).ok_or(Malformed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_moment_knows_what_it_saw() {
        let moment: Moment = "10:20:10,15".parse().unwrap();
        for (transaction, seen) in [
            (0, true),
            (9, true),
            (10, false),
            (11, true),
            (15, false),
            (19, true),
            (20, false),
            (u64::MAX, false),
        ] {
            assert_eq!(moment.saw(transaction), seen, "{transaction}");
        }
    }

    #[test]
    fn what_was_changed_long_ago_is_known_whatever_its_number() {
        let place = format!("{:048x}ann", 7);
        let token = format!("russian~1~10.20.~{}~{place}", 2 * LONG_AGO_MS);
        let walk: Walk = token.parse().unwrap();
        assert!(walk.may_have_missed(30, 2 * LONG_AGO_MS));
        assert!(!walk.may_have_missed(9, 2 * LONG_AGO_MS));
        assert!(!walk.may_have_missed(30, LONG_AGO_MS));
    }

    #[test]
    fn a_token_that_was_not_given_is_refused() {
        let place = format!("{:048x}ann", 7);
        let good = format!("russian~1~10.20.11.15~1700~{place}");
        assert_eq!(good.parse::<Walk>().unwrap().to_string(), good);
        for bad in [
            "",
            "x",
            "~~~~",
            &good[1..good.len() - 3],
            &good.replace("~1~", "~0~"),
            &good.replace("~1~", "~+1~"),
            &good.replace("10.20", "10.20:"),
            &good.replace("10.20", "x.20"),
            &good.replace("11.15", "11,15"),
            &good.replace("russian", "rus sian"),
            &good.replace("00000007", "0000000G"),
            &format!("{good}~"),
            &format!("{good} "),
            &format!("é{good}"),
        ] {
            assert_eq!(bad.parse::<Walk>(), Err(Malformed), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn a_token_reads_back(
            pool in "[A-Za-z0-9_.-]{1,64}",
            season in 1..i64::MAX,
            open_from: u64,
            next: u64,
            open in prop::collection::vec(any::<u64>(), 0..5),
            began_ms: i64,
            numbers in "[0-9a-f]{48}",
            player in "[A-Za-z0-9_.-]{1,64}",
        ) {
            let passed = Place::parse(&format!("{numbers}{player}")).unwrap();
            let began = Moment { open_from, next, open };
            let walk = Walk { pool, season, began, began_ms, passed };
            let token = walk.to_string();
            prop_assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)));
            prop_assert_eq!(token.parse(), Ok(walk));
        }

        #[test]
        fn any_text_is_a_token_or_refused(text: String) {
            if let Ok(walk) = text.parse::<Walk>() {
                prop_assert_eq!(walk.to_string(), text);
            }
        }
    }
}
