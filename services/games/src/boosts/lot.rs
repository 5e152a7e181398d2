//! What chance decides: the piece that a rocket hits.

use std::fmt;
use std::sync::Arc;

use rand::RngExt as _;

/// Draws one of several.
#[derive(Clone)]
pub struct Lot(Arc<dyn Fn(usize) -> usize + Send + Sync>);

impl Lot {
    /// Each with equal chance, from a secure source that the operating system seeds.
    #[must_use]
    pub fn secure() -> Self {
        Self::new(|count| rand::rng().random_range(..count))
    }

    /// As a function says, which is given how many there are and gives the place of one of them.
    pub fn new(draw: impl Fn(usize) -> usize + Send + Sync + 'static) -> Self {
        Self(Arc::new(draw))
    }

    /// One of them; `None` of none.
    pub(crate) fn draw<T>(&self, mut from: Vec<T>) -> Option<T> {
        (!from.is_empty()).then(|| from.swap_remove((self.0)(from.len())))
    }
}

impl fmt::Debug for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lot")
    }
}

#[cfg(test)]
mod tests {
    use super::Lot;

    #[test]
    fn every_piece_has_its_chance() {
        let lot = Lot::secure();
        let mut hits = [0_u32; 5];
        for _ in 0..5_000 {
            hits[lot.draw(vec![0, 1, 2, 3, 4]).unwrap()] += 1;
        }
        // Twelve standard deviations around 1,000.
        assert!(
            hits.iter().all(|hits| (660..1_340).contains(hits)),
            "{hits:?}"
        );
        assert_eq!(lot.draw(Vec::<u8>::new()), None);
    }
}
