//! The rule book's names of what the contracts enumerate.

/// The name of a value of an enumeration, without the enumeration's prefix: `RESULT_DRAW` is `draw`.
pub(crate) fn of(value: &str, prefix: &str) -> String {
    value
        .strip_prefix(prefix)
        .unwrap_or(value)
        .to_ascii_lowercase()
}
