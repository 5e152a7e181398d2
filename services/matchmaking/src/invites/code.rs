//! Codes of invites: short enough to be read out, and none that could be taken for another.

use platform::Fault;
use rand::RngExt as _;

/// Without 0 and O, 1 and I and L.
const LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// How many of them make a code: nobody guesses one of 8 × 10¹¹.
const LENGTH: usize = 8;

/// A new code, from a secure source of chance.
pub(crate) fn draw() -> String {
    let mut chance = rand::rng();
    (0..LENGTH)
        .map(|_| char::from(LETTERS[chance.random_range(..LETTERS.len())]))
        .collect()
}

/// Reads a code as people write them: in either case, with spaces or dashes.
pub(crate) fn read(text: &str) -> Result<String, Fault> {
    let code: String = text
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-'))
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    if code.len() == LENGTH && code.bytes().all(|letter| LETTERS.contains(&letter)) {
        return Ok(code);
    }
    let message = "a code has eight letters and digits, none of 0 1 I L O: check it for a slip";
    Err(Fault::malformed("code", "MALFORMED_CODE", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code = draw();
        assert_eq!(read(&code).unwrap(), code);
        let (head, tail) = code.split_at(4);
        let written = format!(" {}-{} ", head.to_lowercase(), tail);
        assert_eq!(read(&written).unwrap(), code);
        for slip in [
            "",
            "2345678",
            "234567890",
            "2345678O",
            "2345678é",
            "../../ab",
        ] {
            assert_eq!(read(slip).unwrap_err().reason(), "MALFORMED_CODE", "{slip}");
        }
    }

    #[test]
    fn codes_differ() {
        let codes: std::collections::HashSet<_> = (0..10_000).map(|_| draw()).collect();
        assert_eq!(codes.len(), 10_000);
    }
}
