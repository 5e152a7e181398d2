//! What callers write, checked before anything is done with it.

use platform::Fault;

/// Names are at most this long.
const LONGEST_NAME: usize = 64;

/// What names of offers and items take, in words.
pub(crate) const LABELS: &str = "1 to 64 of a-z 0-9 -";

/// Of an offer at once, at most.
const LARGEST_QUANTITY: u32 = 100;

/// Characters of a note at most.
const LONGEST_NOTE: usize = 200;

/// Coins of a grant at most.
const LARGEST_GRANT: u64 = 1_000_000_000;

/// Rows on a page, unless another number is asked for.
const DEFAULT_PAGE: u32 = 50;

/// Rows on a page at most.
const LARGEST_PAGE: u32 = 200;

/// Whether a text can be the name of an offer or an item.
pub(crate) fn is_label(text: &str) -> bool {
    is_made_of(text, |byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
    })
}

fn is_made_of(text: &str, fine: impl Fn(u8) -> bool) -> bool {
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(fine)
}

fn checked(field: &str, text: &str, is_fine: bool, takes: &str) -> Result<(), Fault> {
    if text.is_empty() {
        return Err(Fault::malformed(
            field,
            "MISSING_FIELD",
            format!("say {field}"),
        ));
    }
    if is_fine {
        return Ok(());
    }
    let message = format!("{field} takes {takes}");
    Err(Fault::malformed(field, "MALFORMED_NAME", message))
}

/// Checks a player's id.
pub(crate) fn player(id: &str) -> Result<(), Fault> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let is_fine = is_made_of(id, fine);
    checked("player_id", id, is_fine, "1 to 64 of A-Z a-z 0-9 _ - .")
}

/// Checks the name of a request.
pub(crate) fn request_id(id: &str) -> Result<(), Fault> {
    let fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
    let is_fine = is_made_of(id, fine);
    checked("request_id", id, is_fine, "1 to 64 of A-Z a-z 0-9 _ - . :")
}

/// Checks the name of an offer or an item.
pub(crate) fn label(field: &str, text: &str) -> Result<(), Fault> {
    checked(field, text, is_label(text), LABELS)
}

/// How many of an offer are asked for: one, if nothing is said.
pub(crate) fn quantity(asked: u32) -> Result<u32, Fault> {
    match asked {
        0 => Ok(1),
        1..=LARGEST_QUANTITY => Ok(asked),
        _ => Err(Fault::malformed(
            "quantity",
            "OUT_OF_BOUNDS",
            format!("buy {LARGEST_QUANTITY} at once at most"),
        )),
    }
}

/// Checks the coins of a grant.
pub(crate) fn grant(coins: u64) -> Result<i64, Fault> {
    let granted = i64::try_from(coins).ok();
    granted
        .filter(|_| (1..=LARGEST_GRANT).contains(&coins))
        .ok_or_else(|| {
            let message = format!("give 1 to {LARGEST_GRANT} coins");
            Fault::malformed("coins", "OUT_OF_BOUNDS", message)
        })
}

/// Checks the note of a grant.
pub(crate) fn note(text: &str) -> Result<(), Fault> {
    if text.chars().count() <= LONGEST_NOTE && !text.chars().any(char::is_control) {
        return Ok(());
    }
    let message = format!("a note has at most {LONGEST_NOTE} characters, all of them visible");
    Err(Fault::malformed("note", "MALFORMED_NOTE", message))
}

/// How many rows a page has: as many as asked for, within bounds.
pub(crate) fn page_size(asked: u32) -> usize {
    match asked {
        0 => DEFAULT_PAGE as usize,
        size => size.min(LARGEST_PAGE) as usize,
    }
}

/// The token of a page that ends with the row of this number. Rows are numbered as they are made and
/// never move.
pub(crate) fn page_token(last: i64) -> String {
    last.to_string()
}

/// Before which number a page begins: any, without a token.
pub(crate) fn before(token: &str) -> Result<i64, Fault> {
    if token.is_empty() {
        return Ok(i64::MAX);
    }
    let number: Option<i64> = token.parse().ok();
    // What is written otherwise than here was not written here.
    let written_here = |number: &i64| *number > 0 && page_token(*number) == token;
    number.filter(written_here).ok_or_else(|| {
        Fault::malformed(
            "page_token",
            "MALFORMED_PAGE_TOKEN",
            "this is no page token: give the `next_page_token` of the page before as it is, or none \
             for the first page",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_was_not_given_is_refused() {
        assert_eq!(before("").unwrap(), i64::MAX);
        assert_eq!(before("17").unwrap(), 17);
        for bad in ["0", "-1", "+1", "01", "1 ", "x", "99999999999999999999"] {
            let refused = before(bad).unwrap_err();
            assert_eq!(refused.reason(), "MALFORMED_PAGE_TOKEN", "{bad}");
        }
    }
}
