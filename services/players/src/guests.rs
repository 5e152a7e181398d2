//! Names for those who did not choose one.

use rand::RngExt as _;

use crate::names::{MalformedName, Name};

/// Letters and digits of which none passes for another.
const SIGNS: &[u8] = b"23456789ABCDEFGHJKMNPQRTUVWXYZ";

/// How many signs the first try has.
const FIRST_TRY: usize = 5;

/// A made-up name, such as `Guest 4F7K2`; longer with each try.
pub(crate) fn made_up_name(tries: usize) -> Result<Name, MalformedName> {
    let mut random = rand::rng();
    let signs: String = (0..FIRST_TRY + tries)
        .map(|_| char::from(SIGNS[random.random_range(0..SIGNS.len())]))
        .collect();
    format!("Guest {signs}").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_names_are_names_and_differ() {
        let names: Vec<_> = (0..10).map(|tries| made_up_name(tries).unwrap()).collect();
        for (number, name) in names.iter().enumerate() {
            assert!(name.as_str().starts_with("Guest "), "{name:?}");
            assert!(!names[..number].contains(name));
        }
    }
}
