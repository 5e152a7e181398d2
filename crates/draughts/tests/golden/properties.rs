//! What holds in every game and for every text.

use draughts::combat::Action;
use draughts::{Game, History, Notation, Position, RULESETS, Ruleset, Side, pdn, perft};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::{Index, select};

use crate::data::ruleset;

const NOTATIONS: [Notation; 2] = [Notation::Algebraic, Notation::Numeric];

fn rulesets() -> impl Strategy<Value = &'static Ruleset> {
    select(RULESETS.iter().collect::<Vec<_>>())
}

/// The positions of a random game, each with the history and the move that was played in it.
fn play(ruleset: &'static Ruleset, choices: &[Index]) -> Vec<(Game, draughts::Move)> {
    let mut game = Game::start(ruleset);
    let mut course = Vec::new();
    for choice in choices {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = moves[choice.index(moves.len())];
        course.push((game.clone(), chosen));
        game.play(&chosen).unwrap();
    }
    course
}

/// The board turned round and the colours swapped, by way of FEN.
fn turned(position: &Position, ruleset: &Ruleset) -> Position {
    let edge = ruleset.board.edge();
    let list = |side: Side| {
        let squares = position.pieces(side).into_iter().map(|square| {
            let king = if position.is_king(square) { "K" } else { "" };
            let file = char::from(b'a' + edge - 1 - square.file());
            format!("{king}{file}{}", edge - square.rank())
        });
        squares.collect::<Vec<_>>().join(",")
    };
    let side = position.side_to_move().other().letter();
    let fen = format!("{side}:W{}:B{}", list(Side::Black), list(Side::White));
    Position::from_fen(&fen, ruleset).unwrap()
}

/// Text made of the letters that positions, moves and records are made of.
fn near_text() -> impl Strategy<Value = String> {
    let letters: Vec<char> = "WBKwbk:,-.xX0123456789abcdefghij \n\"[]{}();/FEN*!?$%½×\u{feff}ж"
        .chars()
        .collect();
    vec(select(letters), 0..60).prop_map(|letters| letters.into_iter().collect())
}

/// A text with some of its letters replaced, dropped or repeated.
fn mutated(text: &str, changes: &[(Index, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, letter) in changes {
        if letters.is_empty() {
            break;
        }
        let place = place.index(letters.len());
        match letter {
            'a'..='h' => drop(letters.remove(place)),
            'i'..='p' => letters.insert(place, letters[place]),
            other => letters[place] = *other,
        }
    }
    letters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(Index, char)>> {
    let letters: Vec<char> = "abijKWB:,-x019.".chars().collect();
    vec((any::<Index>(), select(letters)), 1..5)
}

proptest! {
    #[test]
    fn texts_read_back(ruleset in rulesets(), choices in vec(any::<Index>(), 1..90)) {
        for (game, _) in play(ruleset, &choices) {
            let position = game.position();
            for notation in NOTATIONS {
                let fen = position.to_fen(ruleset.board, notation);
                prop_assert_eq!(Position::from_fen(&fen, ruleset), Ok(*position));
                for legal in game.legal_moves() {
                    let text = legal.to_text(ruleset.board, notation);
                    prop_assert_eq!(position.find_move(ruleset, &text), Ok(legal));
                }
            }
        }
    }

    #[test]
    fn pieces_only_go(ruleset in rulesets(), choices in vec(any::<Index>(), 1..200)) {
        for (game, played) in play(ruleset, &choices) {
            let before = game.position();
            let after = before.after(&played);
            let side = before.side_to_move();
            let taken = u32::try_from(played.captured().len()).unwrap();
            prop_assert_eq!(after.pieces(side).count(), before.pieces(side).count());
            let enemies = before.pieces(side.other()).count();
            prop_assert_eq!(after.pieces(side.other()).count() + taken, enemies);
            let crowned = u32::from(played.crowns());
            prop_assert_eq!(after.kings(side).count(), before.kings(side).count() + crowned);
            prop_assert!(!after.pieces(Side::White).meets(after.pieces(Side::Black)));
        }
    }

    #[test]
    fn a_game_resumed_at_every_ply_is_the_same_game(
        ruleset in rulesets(),
        choices in vec(any::<Index>(), 1..200),
    ) {
        let mut resumed = Game::start(ruleset);
        for (game, played) in play(ruleset, &choices) {
            prop_assert_eq!(&resumed, &game);
            prop_assert_eq!(resumed.outcome(), None);
            let fen = game.position().to_fen(ruleset.board, ruleset.notation);
            let position = Position::from_fen(&fen, ruleset).unwrap();
            resumed = Game::resume(ruleset, position, game.history().clone()).unwrap();
            let notation = if choices.len() % 2 == 0 { Notation::Algebraic } else { Notation::Numeric };
            resumed.play_text(&played.to_text(ruleset.board, notation)).unwrap();
        }
    }

    #[test]
    fn both_sides_play_by_the_same_rules(
        ruleset in rulesets(),
        choices in vec(any::<Index>(), 1..120),
    ) {
        for (game, _) in play(ruleset, &choices) {
            let position = *game.position();
            let turned = turned(&position, ruleset);
            for depth in 1..3 {
                let count = perft::paths(&position, ruleset, depth);
                prop_assert_eq!(count, perft::paths(&turned, ruleset, depth));
                let distinct = perft::distinct(&position, ruleset, depth);
                prop_assert_eq!(distinct, perft::distinct(&turned, ruleset, depth));
                prop_assert!(distinct <= count);
            }
            prop_assert_eq!(game.legal_moves().len() as u64, perft::paths(&position, ruleset, 1));
        }
    }

    #[test]
    fn records_read_back(
        ruleset in rulesets(),
        choices in vec(any::<Index>(), 0..80),
        first in any::<Index>(),
        value in any::<String>(),
    ) {
        let course = play(ruleset, &choices);
        let first = if course.is_empty() { 0 } else { first.index(course.len()) };
        let start = course.get(first).map_or(Position::start(ruleset), |(game, _)| *game.position());
        let mut record = pdn::Record::new(ruleset, start);
        let value = value.replace(char::is_control, "");
        record.tags.push(("Site".to_owned(), value));
        record.actions = course[first..].iter().map(|(_, played)| Action::Move(*played)).collect();
        let text = record.write();
        prop_assert_eq!(pdn::read(&text, &RULESETS[0]), [Ok(record)]);
    }

    #[test]
    fn no_text_makes_it_fall_over(ruleset in rulesets(), wild in any::<String>(), near in near_text()) {
        for text in [wild, near] {
            if let Ok(position) = Position::from_fen(&text, ruleset) {
                let fen = position.to_fen(ruleset.board, Notation::Numeric);
                prop_assert_eq!(Position::from_fen(&fen, ruleset), Ok(position));
            }
            let _ = Position::start(ruleset).find_move(ruleset, &text);
            for game in pdn::read(&text, ruleset) {
                if let Err(error) = game {
                    prop_assert!(error.line >= 1 && error.column >= 1);
                }
            }
        }
    }

    #[test]
    fn no_change_to_a_good_text_makes_it_fall_over(
        ruleset in rulesets(),
        choices in vec(any::<Index>(), 1..60),
        changes in changes(),
    ) {
        let course = play(ruleset, &choices);
        let mut record = pdn::Record::new(ruleset, Position::start(ruleset));
        for (game, played) in &course {
            let fen = mutated(&game.position().to_fen(ruleset.board, ruleset.notation), &changes);
            let _ = Position::from_fen(&fen, ruleset);
            let text = mutated(&played.to_text(ruleset.board, ruleset.notation), &changes);
            if let Ok(found) = game.position().find_move(ruleset, &text) {
                prop_assert!(game.position().legal_moves(ruleset).contains(&found));
            }
            record.actions.push(Action::Move(*played));
        }
        let _ = pdn::read(&mutated(&record.write(), &changes), ruleset);
    }
}

#[test]
fn a_history_of_another_position_is_refused() {
    let ruleset = &RULESETS[0];
    let mut game = Game::start(ruleset);
    let before = game.history().clone();
    game.play_text("c3-d4").unwrap();
    assert!(Game::resume(ruleset, *game.position(), before).is_err());
    let fresh = Game::resume(ruleset, *game.position(), History::default()).unwrap();
    assert_eq!(fresh, Game::from_position(ruleset, *game.position()));
}

/// Keys lie in stored games, so these were worked out apart from the program.
#[test]
fn keys_of_positions_never_change() {
    for (id, key) in [
        ("russian", 0x2828_ae7a_706e_0064),
        ("international", 0x3867_d44f_43ef_6cd1),
        ("english", 0xeee3_d14c_e528_59be),
    ] {
        assert_eq!(Position::start(ruleset(id)).key(), key, "{id}");
    }
}
