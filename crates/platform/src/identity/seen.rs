//! Tokens that were verified lately: a token that comes again costs a look-up, no signature.

use std::collections::HashMap;
use std::sync::Arc;

use super::Caller;

/// Tokens kept, of two generations together. A token takes about half a kilobyte.
const MOST: usize = 20_000;

/// A token that was verified.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) caller: Arc<Caller>,
    pub(super) expires: u64,
}

/// Two generations of tokens: once the younger one is full, the older one is forgotten and the
/// younger takes its place, so that what is in use stays and the size is bounded.
#[derive(Debug, Default)]
pub(super) struct SeenTokens {
    young: HashMap<Box<str>, Seen>,
    old: HashMap<Box<str>, Seen>,
}

impl SeenTokens {
    pub(super) fn find(&mut self, token: &str) -> Option<Seen> {
        if let Some(seen) = self.young.get(token) {
            return Some(seen.clone());
        }
        let (token, seen) = self.old.remove_entry(token)?;
        self.insert(token, seen.clone());
        Some(seen)
    }

    pub(super) fn insert(&mut self, token: Box<str>, seen: Seen) {
        if self.young.len() >= MOST / 2 {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(token, seen);
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_the_size_is_bounded() {
        let caller = Arc::new(Caller::Player { id: "ann".into() });
        let seen = Seen { caller, expires: 1 };
        let mut tokens = SeenTokens::default();
        tokens.insert("used".into(), seen.clone());
        for number in 0..3 * MOST {
            tokens.insert(number.to_string().into(), seen.clone());
            assert!(tokens.young.len() + tokens.old.len() <= MOST);
            assert!(tokens.find("used").is_some());
        }
        assert!(tokens.find("0").is_none());
        tokens.clear();
        assert!(tokens.find("used").is_none());
    }
}
