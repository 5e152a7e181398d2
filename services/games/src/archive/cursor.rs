//! Where a page of games ends, as a token that callers hand back to get the next one.

use std::fmt;
use std::str::FromStr;

/// A game's place in the order of games: when it ended, then its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(super) ended_ms: i64,
    pub(super) game: String,
}

/// A token that no page has ended with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MalformedCursor;

impl fmt::Display for MalformedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this is no page token: give the `next_page_token` of the page before as it is, \
             or none for the first page",
        )
    }
}

impl std::error::Error for MalformedCursor {}

/// Writes the token: the time and the id as hexadecimal digits. Nobody is to read it, and no
/// character of it has a meaning in a URL.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.ended_ms)?;
        self.game
            .bytes()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Cursor {
    type Err = MalformedCursor;

    fn from_str(token: &str) -> Result<Self, MalformedCursor> {
        let read = || {
            let (ended, game) = token.split_at_checked(16)?;
            let ended_ms = number(ended)?.cast_signed();
            let bytes: Option<Vec<u8>> = game
                .as_bytes()
                .chunks(2)
                .map(|pair| u8::try_from(number(str::from_utf8(pair).ok()?)?).ok())
                .collect();
            let game = String::from_utf8(bytes?).ok()?;
            Some(Self { ended_ms, game })
        };
        // What is written otherwise than here was not written here.
        let known = |cursor: &Self| {
            !cursor.game.is_empty()
                && !cursor.game.contains(char::is_control)
                && cursor.to_string() == token
        };
        read().filter(known).ok_or(MalformedCursor)
    }
}

fn number(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok()
}
