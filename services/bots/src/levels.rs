//! How each level chooses. Pure: the generator is passed in.

use draughts::{Game, Move};
use rand::Rng;
use rand::seq::IndexedRandom as _;

/// `easy`: any legal move, each with the same chance. `None` when the game is over.
pub(crate) fn easy(game: &Game, random: &mut impl Rng) -> Option<Move> {
    game.legal_moves().choose(random).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use draughts::{Position, Ruleset};
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn easy_plays_every_legal_move_about_as_often() {
        let game = Game::start(Ruleset::by_id("russian").unwrap());
        let mut random = StdRng::seed_from_u64(7);
        let mut counts = HashMap::new();
        for _ in 0..7_000 {
            *counts.entry(easy(&game, &mut random).unwrap()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 7);
        assert!(
            counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let play = |seed| {
            let mut random = StdRng::seed_from_u64(seed);
            let mut game = Game::start(Ruleset::by_id("international").unwrap());
            std::iter::from_fn(|| {
                let chosen = easy(&game, &mut random)?;
                game.play(&chosen).unwrap();
                Some(chosen)
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn there_is_nothing_to_choose_once_the_game_is_over() {
        let ruleset = Ruleset::by_id("russian").unwrap();
        let position = Position::from_fen("W:Wa3:Bb4,c5", ruleset).unwrap();
        let game = Game::from_position(ruleset, position);
        assert_eq!(easy(&game, &mut StdRng::seed_from_u64(1)), None);
    }
}
