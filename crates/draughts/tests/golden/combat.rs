//! Boosts and shields (rule book §6): golden positions, boosts and whole games, and what must hold
//! however they are used.

use draughts::combat::{Boost, Hit, Refused};
use draughts::{
    Bitboard, FenError, Game, GameResult, Kind, Notation, Position, Reason, Side, Square,
};
use proptest::prelude::*;
use serde::Deserialize;

use crate::data::{GoldenEnd, position, read, ruleset};

/// A position with shields and its legal moves.
#[derive(Deserialize)]
struct GoldenShields {
    id: String,
    ruleset: String,
    fen: String,
    moves: Vec<String>,
    after: Vec<String>,
    outcome: Option<GoldenEnd>,
}

/// A boost used in a position.
#[derive(Deserialize)]
struct GoldenBoost {
    id: String,
    ruleset: String,
    fen: String,
    boost: String,
    target: Option<String>,
    r#move: Option<String>,
    targets: Option<Vec<String>>,
    after: Option<String>,
    outcome: Option<GoldenEnd>,
    refused: Option<String>,
}

/// A whole game with boosts.
#[derive(Deserialize)]
struct GoldenCombat {
    id: String,
    ruleset: String,
    start: String,
    actions: Vec<Action>,
    r#final: String,
    plies: usize,
    #[serde(flatten)]
    end: GoldenEnd,
}

/// A move, or a boost with what it is used on.
#[derive(Deserialize)]
struct Action {
    boost: Option<String>,
    target: Option<String>,
    r#move: Option<String>,
}

/// The square of a name.
fn square(name: &str, game: &Game) -> Square {
    Square::parse(name, game.ruleset().board).unwrap()
}

/// The names of squares, sorted.
fn names(squares: Bitboard, game: &Game) -> Vec<String> {
    let board = game.ruleset().board;
    let name = |square: Square| square.to_text(board, Notation::Algebraic);
    let mut names: Vec<String> = squares.into_iter().map(name).collect();
    names.sort();
    names
}

/// Uses a boost as a golden line says.
fn use_boost(
    game: &mut Game,
    boost: &str,
    target: Option<&str>,
    text: Option<&str>,
) -> Result<(), Refused> {
    match Boost::by_name(boost).unwrap() {
        Boost::Recon => game.may_boost(),
        Boost::Rocket => {
            let target = square(target.unwrap(), game);
            game.rocket(target).map(|_| ())
        }
        Boost::Shield => {
            let target = square(target.unwrap(), game);
            game.shield(target)
        }
        Boost::Sabotage => game.sabotage(text.unwrap()).map(|_| ()),
    }
}

fn fen(game: &Game) -> String {
    game.position()
        .to_fen(game.ruleset().board, Notation::Algebraic)
}

fn check_end(game: &Game, end: Option<&GoldenEnd>, id: &str) {
    match (end, game.outcome()) {
        (None, None) => {}
        (Some(end), Some(outcome)) => end.check(&outcome, id),
        (_, outcome) => panic!("{id}: {outcome:?}"),
    }
}

#[test]
fn positions_with_shields_have_their_moves() {
    for golden in read::<GoldenShields>("combat_positions.jsonl") {
        let id = &golden.id;
        let ruleset = ruleset(&golden.ruleset);
        let from = position(&golden.fen, ruleset);
        assert_eq!(
            from.to_fen(ruleset.board, Notation::Algebraic),
            golden.fen,
            "{id}"
        );
        let numeric = from.to_fen(ruleset.board, Notation::Numeric);
        assert_eq!(position(&numeric, ruleset), from, "{id}: {numeric}");
        let moves = from.legal_moves(ruleset);
        let mut moves: Vec<_> = moves
            .iter()
            .map(|legal| {
                let after = from.after(legal).to_fen(ruleset.board, Notation::Algebraic);
                (legal.to_text(ruleset.board, Notation::Algebraic), after)
            })
            .collect();
        moves.sort();
        let (texts, after): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
        assert_eq!(texts, golden.moves, "{id}");
        assert_eq!(after, golden.after, "{id}");
        check_end(
            &Game::from_position(ruleset, from),
            golden.outcome.as_ref(),
            id,
        );
    }
}

#[test]
fn boosts_do_what_they_should_or_are_refused() {
    for golden in read::<GoldenBoost>("combat_boosts.jsonl") {
        let id = &golden.id;
        let ruleset = ruleset(&golden.ruleset);
        let before = Game::from_position(ruleset, position(&golden.fen, ruleset));
        let mut game = before.clone();
        let (target, text) = (golden.target.as_deref(), golden.r#move.as_deref());
        match (
            use_boost(&mut game, &golden.boost, target, text),
            &golden.refused,
        ) {
            (Err(refused), Some(reason)) => {
                assert_eq!(refused.reason(), reason, "{id}");
                assert_eq!(game, before, "{id}: a refusal changes nothing");
            }
            (Ok(()), None) => {
                assert_eq!(Some(fen(&game)), golden.after, "{id}");
                check_end(&game, golden.outcome.as_ref(), id);
                assert_eq!(game.history().seen, [game.position().key()], "{id}");
            }
            (answer, _) => panic!("{id}: {answer:?}"),
        }
        if let (Some(targets), None) = (&golden.targets, before.outcome()) {
            assert_eq!(names(before.rocket_targets(), &before), *targets, "{id}");
        }
    }
}

#[test]
fn games_with_boosts_end_where_they_should() {
    for golden in read::<GoldenCombat>("combat_games.jsonl") {
        let id = &golden.id;
        let ruleset = ruleset(&golden.ruleset);
        let mut game = Game::from_position(ruleset, position(&golden.start, ruleset));
        let mut plies = 0;
        for action in &golden.actions {
            assert_eq!(game.outcome(), None, "{id}");
            let text = action.r#move.as_deref();
            match &action.boost {
                Some(boost) => {
                    use_boost(&mut game, boost, action.target.as_deref(), text)
                        .unwrap_or_else(|refused| panic!("{id}: {refused}"));
                    plies += usize::from(boost == Boost::Sabotage.as_str());
                }
                None => {
                    game.play_text(text.unwrap())
                        .unwrap_or_else(|error| panic!("{id}: {error}"));
                    plies += 1;
                }
            }
        }
        check_end(&game, Some(&golden.end), id);
        assert_eq!(fen(&game), golden.r#final, "{id}");
        assert_eq!(plies, golden.plies, "{id}");
    }
}

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
                draughts::Objective::Normal => GameResult::WhiteWins,
                draughts::Objective::Giveaway => GameResult::BlackWins,
            };
            let outcome = game.outcome().unwrap();
            assert_eq!((outcome.result, outcome.reason), (winner, Reason::NoPieces));
            assert_eq!(game.may_boost(), Err(Refused::GameOver));
        }
    }
}

/// One step of a game with boosts, drawn by numbers.
fn step(game: &mut Game, what: u8, pick: usize) -> Option<Taken> {
    let squares = |board: Bitboard| board.into_iter().nth(pick % board.count().max(1) as usize);
    let before = *game.position();
    match what % 8 {
        0 => {
            let hit = game.rocket(squares(game.rocket_targets())?).unwrap();
            Some(Taken::Rocket(hit))
        }
        1 | 2 => {
            game.shield(squares(game.shield_places())?).unwrap();
            Some(Taken::Shield)
        }
        3 => {
            let moves = game.sabotage_moves();
            let chosen = moves.get(pick % moves.len().max(1))?;
            let text = chosen.to_text(game.ruleset().board, Notation::Algebraic);
            assert_eq!(game.sabotage(&text).as_ref(), Ok(chosen));
            assert_eq!(game.position().side_to_move(), before.side_to_move());
            Some(Taken::Move(*chosen))
        }
        _ => {
            let moves = game.legal_moves();
            let chosen = moves.get(pick % moves.len().max(1))?;
            game.play(chosen).unwrap();
            Some(Taken::Move(*chosen))
        }
    }
}

/// What a step did.
enum Taken {
    Rocket(Hit),
    Shield,
    Move(draughts::Move),
}

proptest! {
    /// However boosts are used: at most one shield a side and only on men; a shield saves exactly
    /// once, moves along with its man and goes when the man is crowned.
    #[test]
    fn shields_stand_on_men_and_save_once(
        number in 0..draughts::RULESETS.len(),
        steps in prop::collection::vec((any::<u8>(), any::<usize>()), 1..150),
    ) {
        let mut game = Game::start(&draughts::RULESETS[number]);
        let pieces = |at: &Position| at.occupied().count();
        for (what, pick) in steps {
            let before = *game.position();
            let Some(taken) = step(&mut game, what, pick) else { continue };
            let after = *game.position();
            for side in [Side::White, Side::Black] {
                let shields = after.shields() & after.pieces(side);
                prop_assert!(shields.count() <= 1);
                prop_assert!((shields & !after.men(side)).is_empty());
            }
            prop_assert!((after.shields() & !after.occupied()).is_empty());
            match taken {
                Taken::Rocket(Hit::Removed(kind)) => {
                    prop_assert_eq!(pieces(&after) + 1, pieces(&before));
                    let enemy = before.side_to_move().other();
                    prop_assert_eq!(kind == Kind::King, before.men(enemy).is_empty());
                    prop_assert_eq!(after.side_to_move(), before.side_to_move());
                }
                Taken::Rocket(Hit::ShieldBurnt) => {
                    prop_assert_eq!(after.occupied(), before.occupied());
                    prop_assert_eq!(after.shields().count() + 1, before.shields().count());
                }
                Taken::Shield => prop_assert_eq!(after.shields().count(), before.shields().count() + 1),
                Taken::Move(played) => {
                    let jumped: Bitboard = played.captured().iter().copied().collect();
                    let saved = jumped & before.shields();
                    prop_assert_eq!(jumped & after.occupied(), saved, "who is saved stays");
                    prop_assert!(!saved.meets(after.shields()), "and is saved no more");
                    let carried = before.shields().contains(played.from());
                    prop_assert_eq!(
                        after.shields().contains(played.to()),
                        carried && !played.crowns()
                    );
                }
            }
            let text = fen(&game);
            prop_assert_eq!(position(&text, game.ruleset()), after, "{}", text);
            if game.outcome().is_some() {
                prop_assert!(game.rocket_targets().is_empty() && game.sabotage_moves().is_empty());
                break;
            }
        }
    }
}
