//! Every golden game: it ends after its last move, and not before.

use draughts::{Game, Notation, PlayError, RULESETS};

use crate::data::{GoldenGame, position, read};

#[test]
fn games_end_where_they_should() {
    for ruleset in &RULESETS {
        for golden in read::<GoldenGame>(&format!("games_{}.jsonl", ruleset.id)) {
            let id = &golden.id;
            assert_eq!(golden.ruleset, ruleset.id);
            let mut game = Game::from_position(ruleset, position(&golden.start, ruleset));
            for text in &golden.moves {
                assert_eq!(game.outcome(), None, "{id} is over before {text}");
                let played = game
                    .play_text(text)
                    .unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!(
                    played.to_text(ruleset.board, Notation::Algebraic),
                    *text,
                    "{id}"
                );
            }
            let outcome = game.outcome().unwrap_or_else(|| panic!("{id} is not over"));
            golden.end.check(&outcome, id);
            let end = game.position().to_fen(ruleset.board, Notation::Algebraic);
            assert_eq!(end, golden.r#final, "{id}");

            assert!(game.legal_moves().is_empty(), "{id}");
            assert_eq!(
                game.play_text("a1-b2"),
                Err(PlayError::Over(outcome)),
                "{id}"
            );
        }
    }
}
