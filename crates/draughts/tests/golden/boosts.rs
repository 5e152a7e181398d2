//! Boosts and shields (rule book §6), case by case.

use draughts::combat::{Boost, Hit, Refused};
use draughts::{FenError, Game, GameResult, Kind, Objective, Position, Reason, Side};

use crate::combat::{fen, square};
use crate::data::{position, ruleset};

#[test]
fn shields_that_cannot_stand_are_refused() {
    let ruleset = ruleset("russian-late-promotion");
    let read = |fen: &str| Position::from_fen(fen, ruleset);
    for plain in ["W:Wa1,c3:Bb6,f6", "B:W:BKb6"] {
        assert!(
            read(plain).unwrap().shields().is_empty(),
            "plain FEN stays valid"
        );
    }
    let both = read("W:Wa1,c3:Bb6,f6:Sc3,f6").unwrap();
    assert_eq!(read("w: w a1 , c3 : b b6, f6 : s f6 , c3.").unwrap(), both);
    for (fen, why) in [
        ("W:Wa1:Bb6:Sc3", FenError::ShieldOnNoMan("c3".to_owned())),
        ("W:WKa1:Bb6:Sa1", FenError::ShieldOnNoMan("a1".to_owned())),
        ("W:Wa1,c3:Bb6:Sa1,c3", FenError::TwoShields(Side::White)),
        ("W:Wa1:Bb6,f6:Sb6,f6", FenError::TwoShields(Side::Black)),
        ("W:Wa1:Bb6:Sa1,a1", FenError::TwoShields(Side::White)),
    ] {
        assert_eq!(read(fen), Err(why), "{fen}");
    }
    for fen in [
        "W:Wa1:Bb6:S",
        "W:Wa1:Bb6:Sz9",
        "W:Wa1:Bb6:Sa1,",
        "W:Wa1:Bb6:Sa2",
    ] {
        assert!(matches!(read(fen), Err(FenError::ShieldSquare(_))), "{fen}");
    }
}

#[test]
fn a_position_with_a_shield_is_another_one() {
    let ruleset = ruleset("russian-late-promotion");
    let keys = [
        "W:Wa1,c3:Bb6,f6",
        "W:Wa1,c3:Bb6,f6:Sc3",
        "W:Wa1,c3:Bb6,f6:Sa1",
    ]
    .map(|fen| position(fen, ruleset).key());
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
}

#[test]
fn a_rocket_on_the_last_piece_ends_the_game_by_the_objective() {
    for ruleset in &draughts::RULESETS {
        for fen in ["W:Wc3:Bd6", "W:Wc3:BKd6"] {
            let mut game = Game::from_position(ruleset, position(fen, ruleset));
            game.rocket(square("d6", &game)).unwrap();
            let winner = match ruleset.objective {
                Objective::Normal => GameResult::WhiteWins,
                Objective::Giveaway => GameResult::BlackWins,
            };
            let outcome = game.outcome().unwrap();
            assert_eq!((outcome.result, outcome.reason), (winner, Reason::NoPieces));
            assert_eq!(game.may_boost(), Err(Refused::GameOver));
        }
    }
}

/// A game of `russian-late-promotion` from a position, after some moves.
fn after(fen: &str, moves: &[&str]) -> Game {
    let ruleset = ruleset("russian-late-promotion");
    let mut game = Game::from_position(ruleset, position(fen, ruleset));
    for text in moves {
        game.play_text(text)
            .unwrap_or_else(|error| panic!("{fen}: {error}"));
    }
    game
}

#[test]
fn a_shield_saves_its_man_once() {
    let saved = after("B:Wb4,d2,e1:Ba5,h8:Sb4", &["a5:c3"]);
    assert_eq!(fen(&saved), "W:Wb4,d2,e1:Bc3,h8");
    let taken = after(&fen(&saved), &["e1-f2", "c3:a5"]);
    assert_eq!(fen(&taken), "W:Wd2,f2:Ba5,h8");
    // Against a rocket as well.
    let mut game = after("W:Wc3:Bd6:Sd6", &[]);
    let target = square("d6", &game);
    assert_eq!(game.rocket(target), Ok(Hit::ShieldBurnt));
    assert_eq!(game.rocket(target), Ok(Hit::Removed(Kind::Man)));
}

#[test]
fn a_shield_moves_with_its_man_and_goes_when_it_is_crowned() {
    let moved = after("W:Wc3,h2:Bf8:Sc3", &["c3-d4", "f8-g7", "d4-c5"]);
    assert_eq!(fen(&moved), "B:Wc5,h2:Bg7:Sc5");
    let captured = after("W:Wc3:Bd4,h8:Sc3", &["c3:e5"]);
    assert_eq!(fen(&captured), "B:We5:Bh8:Se5");
    let crowned = after("W:Wb6,h2:Bh8:Sb6", &["b6-a7", "h8-g7", "a7-b8"]);
    assert_eq!(fen(&crowned), "B:WKb8,h2:Bg7");
}

#[test]
fn a_series_jumps_a_man_that_its_shield_saves() {
    // The man of d4 is jumped first and stays; f6 is taken.
    let series = after("W:Wc3,a1:Bd4,f6,h8:Sd4", &["c3:e5:g7"]);
    assert_eq!(fen(&series), "B:Wa1,g7:Bd4,h8");
}

#[test]
fn one_shield_a_side_stands() {
    let mut game = after("W:Wc3,e3:Bd6,f6:Sf6", &[]);
    let [c3, e3] = ["c3", "e3"].map(|name| square(name, &game));
    assert_eq!(game.may_use(Boost::Shield), Ok(()));
    game.shield(c3).unwrap();
    assert_eq!(fen(&game), "W:Wc3,e3:Bd6,f6:Sc3,f6");
    assert_eq!(game.shield(e3), Err(Refused::ShieldAlreadyPlaced));
    assert_eq!(game.shield(c3), Err(Refused::AlreadyShielded));
    assert_eq!(
        game.may_use(Boost::Shield),
        Err(Refused::ShieldAlreadyPlaced)
    );
    let only_kings = after("W:WKc3:Bd8", &[]);
    assert_eq!(only_kings.may_use(Boost::Shield), Err(Refused::IsKing));
}

#[test]
fn sabotage_needs_a_move_of_the_opponent() {
    let mut game = after("W:Wb2,c1,h2:Ba3", &[]);
    assert_eq!(
        game.may_use(Boost::Sabotage),
        Err(Refused::OpponentHasNoMove)
    );
    let before = game.clone();
    assert_eq!(game.sabotage("a3-b2"), Err(Refused::OpponentHasNoMove));
    assert_eq!(game, before);
}

#[test]
fn sabotage_that_leaves_its_user_without_a_move_ends_the_game() {
    for (id, winner) in [
        ("russian-late-promotion", GameResult::BlackWins),
        ("russian-giveaway", GameResult::WhiteWins),
    ] {
        for (fen, text, reason) in [
            ("W:Wa3:Ba5,c5", "a5-b4", Some(Reason::NoMoves)),
            ("W:Wa3:Ba5,c5", "c5-b4", None),
            ("W:Wc3:Bd4,h8", "d4:b2", Some(Reason::NoPieces)),
        ] {
            let ruleset = ruleset(id);
            let mut game = Game::from_position(ruleset, position(fen, ruleset));
            game.sabotage(text)
                .unwrap_or_else(|refused| panic!("{fen}: {refused}"));
            let end = game.outcome().map(|end| (end.result, end.reason));
            assert_eq!(end, reason.map(|reason| (winner, reason)), "{id} {fen}");
        }
    }
}

#[test]
fn what_draws_remember_starts_afresh_after_a_boost_that_changes_something() {
    let course = ["c1-d2", "f8-g7", "d2-c1", "g7-f8", "c1-d2", "f8-g7"];
    let game = || after("W:WKc1,a3,h2:BKf8,h6", &course);
    assert_eq!(
        (game().history().seen.len(), game().history().king_plies),
        (7, 6)
    );
    let mut boosted = [game(), game(), game(), game()];
    let [a3, h6] = ["a3", "h6"].map(|name| square(name, &boosted[0]));
    boosted[0].rocket(h6).unwrap();
    boosted[1].shield(a3).unwrap();
    boosted[2].sabotage("h6-g5").unwrap();
    for boosted in &boosted[..3] {
        assert_eq!(boosted.history().seen, [boosted.position().key()]);
        assert_eq!(
            (boosted.history().king_plies, boosted.history().ending_plies),
            (0, 0)
        );
    }
    boosted[3].may_use(Boost::Recon).unwrap();
    assert_eq!(boosted[3], game());
}
