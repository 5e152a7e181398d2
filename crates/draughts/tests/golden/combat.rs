//! Boosts and shields (rule book §6): golden positions, boosts and whole games, and what must hold
//! however they are used.

use draughts::combat::{Action, Boost, Hit, Refused};
use draughts::pdn::Record;
use draughts::{Bitboard, Game, Notation, Position, Side, Square};
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
pub(crate) struct GoldenCombat {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    start: String,
    actions: Vec<GoldenAction>,
    r#final: String,
    plies: usize,
    #[serde(flatten)]
    end: GoldenEnd,
}

/// A move, or a boost with what it is used on.
#[derive(Deserialize)]
struct GoldenAction {
    boost: Option<String>,
    target: Option<String>,
    r#move: Option<String>,
}

/// The square of a name.
pub(crate) fn square(name: &str, game: &Game) -> Square {
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
) -> Result<Action, Refused> {
    let target = |game: &Game| square(target.unwrap(), game);
    Ok(match Boost::by_name(boost).unwrap() {
        Boost::Recon => {
            game.may_boost()?;
            Action::Recon
        }
        Boost::Rocket => {
            let target = target(game);
            game.rocket(target)?;
            Action::Rocket(target)
        }
        Boost::Shield => {
            let target = target(game);
            game.shield(target)?;
            Action::Shield(target)
        }
        Boost::Sabotage => Action::Sabotage(game.sabotage(text.unwrap())?),
    })
}

impl GoldenCombat {
    /// The game as a record, and where it ends.
    pub(crate) fn record(&self) -> (Record, Game) {
        let id = &self.id;
        let ruleset = ruleset(&self.ruleset);
        let mut game = Game::from_position(ruleset, position(&self.start, ruleset));
        let mut record = Record::new(ruleset, *game.position());
        for action in &self.actions {
            assert_eq!(game.outcome(), None, "{id}");
            let text = action.r#move.as_deref();
            record.actions.push(match &action.boost {
                Some(boost) => use_boost(&mut game, boost, action.target.as_deref(), text)
                    .unwrap_or_else(|refused| panic!("{id}: {refused}")),
                None => Action::Move(
                    game.play_text(text.unwrap())
                        .unwrap_or_else(|error| panic!("{id}: {error}")),
                ),
            });
        }
        record.result = game.outcome().map(|outcome| outcome.result);
        (record, game)
    }
}

pub(crate) fn fen(game: &Game) -> String {
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
            (Ok(_), None) => {
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
        let (record, game) = golden.record();
        check_end(&game, Some(&golden.end), id);
        assert_eq!(fen(&game), golden.r#final, "{id}");
        assert_eq!(record.moves().count(), golden.plies, "{id}");
    }
}

/// One step of a game with boosts, drawn by numbers; none if there is nothing to do it on.
pub(crate) fn step(game: &mut Game, what: u8, pick: usize) -> Option<Action> {
    let squares = |board: Bitboard| board.into_iter().nth(pick % board.count().max(1) as usize);
    let before = *game.position();
    match what % 8 {
        0 => {
            let target = squares(game.rocket_targets())?;
            let burns = before.shields().contains(target);
            let hit = game.rocket(target).unwrap();
            assert_eq!(hit == Hit::ShieldBurnt, burns);
            Some(Action::Rocket(target))
        }
        1 | 2 => {
            let target = squares(game.shield_places())?;
            game.shield(target).unwrap();
            Some(Action::Shield(target))
        }
        3 => {
            let moves = game.sabotage_moves();
            let chosen = moves.get(pick % moves.len().max(1))?;
            let text = chosen.to_text(game.ruleset().board, Notation::Algebraic);
            assert_eq!(game.sabotage(&text).as_ref(), Ok(chosen));
            assert_eq!(game.position().side_to_move(), before.side_to_move());
            Some(Action::Sabotage(*chosen))
        }
        4 if pick.is_multiple_of(4) => game.may_boost().ok().map(|()| Action::Recon),
        _ => {
            let moves = game.legal_moves();
            let chosen = moves.get(pick % moves.len().max(1))?;
            game.play(chosen).unwrap();
            Some(Action::Move(*chosen))
        }
    }
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
                Action::Rocket(target) if before.shields().contains(target) => {
                    prop_assert_eq!(after.occupied(), before.occupied());
                    prop_assert_eq!(after.shields().count() + 1, before.shields().count());
                }
                Action::Rocket(target) => {
                    prop_assert_eq!(pieces(&after) + 1, pieces(&before));
                    let enemy = before.side_to_move().other();
                    prop_assert_eq!(before.is_king(target), before.men(enemy).is_empty());
                    prop_assert_eq!(after.side_to_move(), before.side_to_move());
                }
                Action::Shield(_) => {
                    prop_assert_eq!(after.shields().count(), before.shields().count() + 1);
                }
                Action::Recon => prop_assert_eq!(after, before),
                Action::Move(played) | Action::Sabotage(played) => {
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
            for boost in Boost::ALL {
                let usable = match boost {
                    Boost::Recon => game.outcome().is_none(),
                    Boost::Rocket => !game.rocket_targets().is_empty(),
                    Boost::Shield => !game.shield_places().is_empty(),
                    Boost::Sabotage => !game.sabotage_moves().is_empty(),
                };
                prop_assert_eq!(game.may_use(boost).is_ok(), usable, "{:?}", boost);
            }
            if game.outcome().is_some() {
                prop_assert!(game.rocket_targets().is_empty() && game.sabotage_moves().is_empty());
                break;
            }
        }
    }
}
