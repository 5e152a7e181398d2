//! Where a page of a player's changes ends. Changes are numbered as they are made and never move,
//! so a token is the number of the last one.

use platform::Fault;

use crate::checks;
use crate::storage::Change;

/// The token of a page that ends with this change.
pub(crate) fn token(last: &Change) -> String {
    last.number.to_string()
}

/// Before which number a page begins: any, without a token.
pub(crate) fn before(token: &str) -> Result<i64, Fault> {
    if token.is_empty() {
        return Ok(i64::MAX);
    }
    let number: Option<i64> = token.parse().ok();
    // What is written otherwise than here was not written here.
    let written_here = |number: &i64| *number > 0 && number.to_string() == token;
    number
        .filter(written_here)
        .ok_or_else(checks::malformed_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_was_not_given_is_refused() {
        assert_eq!(before("").unwrap(), i64::MAX);
        assert_eq!(before("17").unwrap(), 17);
        for bad in ["0", "-1", "+1", "01", "1 ", "x", "99999999999999999999"] {
            assert_eq!(
                before(bad).unwrap_err().reason(),
                "MALFORMED_PAGE_TOKEN",
                "{bad}"
            );
        }
    }
}
