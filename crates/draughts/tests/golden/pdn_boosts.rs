//! Games with boosts as PDN: what is written, what is read, and that the two are one.

use draughts::combat::{Action, Boost, Refused};
use draughts::pdn::{self, Comment, PdnError, PdnFault, Record};
use draughts::{Game, Notation, Position, RULESETS, Ruleset};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::combat::{GoldenCombat, step};
use crate::data::{read, ruleset};

fn read_all(text: &str) -> Vec<Result<Record, PdnError>> {
    pdn::read(text, ruleset("russian-late-promotion"))
}

/// The only game of a text.
fn read_one(text: &str) -> Record {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The actions for people: `rocket d6`, `c3-d4`, `sabotage f6-g5`.
fn actions(record: &Record) -> Vec<String> {
    let board = record.ruleset.board;
    let of_move = |played: &draughts::Move| played.to_text(board, Notation::Algebraic);
    let actions = record.actions.iter();
    let texts = actions.map(|action| match action {
        Action::Move(played) => of_move(played),
        Action::Recon => "recon".to_owned(),
        Action::Rocket(target) => format!("rocket {target}"),
        Action::Shield(target) => format!("shield {target}"),
        Action::Sabotage(played) => format!("sabotage {}", of_move(played)),
    });
    texts.collect()
}

/// The comments, each with the number of plies before it.
fn comments(record: &Record) -> Vec<(usize, &str)> {
    let comments = record.comments.iter();
    comments
        .map(|comment| (comment.after, comment.text.as_str()))
        .collect()
}

/// Where the actions of a record lead.
fn play(record: &Record) -> Game {
    let mut game = Game::from_position(record.ruleset, record.start);
    for action in &record.actions {
        match action {
            Action::Move(played) => game.play(played).unwrap(),
            Action::Recon => game.may_use(Boost::Recon).unwrap(),
            Action::Rocket(target) => drop(game.rocket(*target).unwrap()),
            Action::Shield(target) => game.shield(*target).unwrap(),
            Action::Sabotage(played) => {
                let text = played.to_text(record.ruleset.board, Notation::Numeric);
                assert_eq!(game.sabotage(&text).as_ref(), Ok(played));
            }
        }
    }
    game
}

/// The words of a game's moves as a reader finds them that knows of no boost: comments are skipped.
fn movetext(text: &str) -> Vec<&str> {
    let moves = text.split("\n\n").last().unwrap();
    let outside = moves
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    outside.flat_map(str::split_whitespace).collect()
}

/// The words that a game's plies come to, two to a number.
fn numbered(record: &Record) -> Vec<String> {
    let (board, notation) = (record.ruleset.board, record.ruleset.notation);
    let late = usize::from(record.start.side_to_move() != record.ruleset.first_mover);
    let mut words = Vec::new();
    for (place, played) in record.moves().enumerate() {
        let ply = place + late;
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if place == 0 {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(played.to_text(board, notation));
    }
    words.push(
        record
            .result
            .map_or("*", draughts::GameResult::score)
            .to_owned(),
    );
    words
}

#[test]
fn golden_games_with_boosts_read_back() {
    for golden in read::<GoldenCombat>("combat_games.jsonl") {
        let id = &golden.id;
        let (record, last) = golden.record();
        let text = record.write();
        assert!(
            text.lines()
                .all(|line| line.starts_with('[') || line.chars().count() <= 80),
            "{text}"
        );
        assert_eq!(movetext(&text), numbered(&record), "{id}");
        assert_eq!(pdn::read(&text, &RULESETS[0]), [Ok(record)], "{id}");
        assert_eq!(play(&read_one(&text)), last, "{id}");
    }
}

#[test]
fn the_written_form_is_this() {
    let text = "[Result \"1-0\"]\n[GameType \"25\"]\n[Ruleset \"russian-late-promotion\"]\n\
                [SetUp \"1\"]\n[FEN \"B:Wa1,c3:Bb8,d6,h8:Sc3\"]\n\n\
                {[%shield d6]} {[%recon]} 1... b8-c7 {[%clk 0:59]} {[%rocket h8]} 2. c7-b6\n\
                {[%sabotage]} c3-b4 3. d6-e5 {[%rocket e5]} {[%rocket e5]} {[%rocket b6]} 1-0\n";
    let record = read_one(text);
    assert_eq!(
        actions(&record),
        [
            "shield d6",
            "recon",
            "b8-c7",
            "rocket h8",
            "sabotage c7-b6",
            "c3-b4",
            "d6-e5",
            "rocket e5",
            "rocket e5",
            "rocket b6"
        ]
    );
    assert_eq!(comments(&record), [(1, "[%clk 0:59]")]);
    assert_eq!(record.write(), text);
}

#[test]
fn boosts_are_read_as_other_programs_may_pass_them_on() {
    for text in [
        "{[%rocket d6]} {[%recon]} 1. c3-d4 {[%clk 1] [%rocket h2]} d4-c5 {[%sabotage]} {[%shield f6]} 2. f6-g5",
        "{[%rocket\r\nd6][%recon ]}1.c3-d4! $1 (1. c3-b4 {[%sabotage]})\r\n{a [%rocket 28] b} 1... d4-c5 {[%clk 2] [%sabotage] [%shield f6]} f6-g5",
        "; [%rocket 10]\n;[%recon]\n1. c3-d4 ; [%rocket h2]\n18-14? ; [%sabotage] [%shield  f6 ]\n 2. f6-g5",
        "[%rocket d6] [%recon] 1. c3-d4 [%clk 0:58] [%rocket h2] d4-c5 [%clk 0:57] [%sabotage] {[%shield f6]} f6-g5",
    ] {
        let record = read_one(&format!("[FEN \"W:Wc3,h2:Bd6,d8,f6\"]\n{text} *"));
        assert_eq!(
            actions(&record),
            [
                "rocket d6",
                "recon",
                "c3-d4",
                "rocket h2",
                "sabotage d4-c5",
                "shield f6",
                "f6-g5"
            ],
            "{text}"
        );
    }
    let record = read_one("[FEN \"W:Wc3:Bd6,f6\"]\n{so [%rocket d6] it [%recon] goes} *");
    assert_eq!(comments(&record), [(0, "so it goes")]);
    // What only looks like a boost is a comment.
    for text in [
        "[%rockets d6]",
        "[% rocket d6]",
        "[%rocket d6",
        "rocket d6",
        "[%Rocket d6]",
    ] {
        let record = read_one(&format!("{{{text}}} 1. c3-d4 *"));
        assert_eq!(actions(&record), ["c3-d4"], "{text}");
        assert_eq!(comments(&record), [(0, text)]);
        assert!(!pdn::holds_boost(text), "{text}");
    }
    assert!(pdn::holds_boost("a [% [%shield c3]"));
}

#[test]
fn a_boost_that_does_not_apply_has_a_place_and_costs_one_game() {
    let usual = "W:Wc3,h2:Bd6,d8,f6";
    for (fen, text, line, column, why) in [
        (usual, "{ok [%rocket c3]}", 1, 5, Refused::NotATarget.into()),
        (
            usual,
            "1. c3-d4 {\n [%shield h2]}",
            2,
            2,
            Refused::NotYourMan.into(),
        ),
        (
            usual,
            "{[%shield c3]} {[%recon] [%shield h2]}",
            1,
            26,
            Refused::ShieldAlreadyPlaced.into(),
        ),
        (
            usual,
            "; [%recon now]",
            1,
            3,
            PdnFault::Unexpected("now".to_owned()),
        ),
        (usual, "{[%sabotage]} 1. c3-d4", 1, 2, PdnFault::Sabotage),
        (
            usual,
            "1. c3-d4 {} {[%sabotage]}",
            1,
            14,
            PdnFault::Sabotage,
        ),
        (
            usual,
            "1. c3-d4 {[%sabotage d6-e5]}",
            1,
            11,
            PdnFault::Unexpected("d6-e5".to_owned()),
        ),
        (
            "W:Wb2,c1,h2:Ba3",
            "1. a3-b2 {[%sabotage]}",
            1,
            4,
            Refused::OpponentHasNoMove.into(),
        ),
        (
            "W:Wc3:Bd6",
            "{[%rocket d6]} 1. c3-d4",
            1,
            19,
            PdnFault::Over,
        ),
        (
            "W:Wc3:Bd6",
            "{[%rocket d6]} {[%recon]}",
            1,
            17,
            Refused::GameOver.into(),
        ),
    ] {
        let error = fault(fen, text, line, column);
        assert_eq!(error.fault, why, "{text}");
    }
    for (text, column, part) in [
        ("{[%rocket z9]}", 2, "z9"),
        ("{[%rocket]}", 2, "not a square"),
        ("{[%shield c3 h2]}", 2, "c3 h2"),
        ("1. c3-d4 {[%sabotage]}", 4, "c3-d4"),
        ("1. d6-e5", 4, "d6-e5"),
    ] {
        let error = fault(usual, text, 1, column);
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

/// The fault of a game between two good ones; its moves begin in line 1.
fn fault(fen: &str, text: &str, line: usize, column: usize) -> PdnError {
    let good = "[Event \"good\"]\n\n1. c3-d4 *\n\n";
    let games = read_all(&format!("{good}[FEN \"{fen}\"]\n\n{text} *\n\n{good}"));
    assert_eq!(games.len(), 3, "{text}: {games:?}");
    assert!(games[0].is_ok() && games[2].is_ok(), "{text}");
    let error = games.into_iter().nth(1).unwrap().expect_err(text);
    assert_eq!(
        (error.line, error.column),
        (line + 6, column),
        "{text}: {error}"
    );
    error
}

#[test]
fn a_comment_is_never_read_as_a_boost() {
    let ruleset = ruleset("russian-late-promotion");
    let mut record = Record::new(ruleset, Position::start(ruleset));
    record.comments.push(Comment {
        after: 0,
        text: "use [%rocket d6] or [%shield c3]".to_owned(),
    });
    let read = read_one(&record.write());
    assert!(read.actions.is_empty());
    assert_eq!(comments(&read), [(0, "use [rocket d6] or [shield c3]")]);
}

fn rulesets() -> impl Strategy<Value = &'static Ruleset> {
    prop::sample::select(RULESETS.iter().collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn random_games_with_boosts_read_back(
        ruleset in rulesets(),
        steps in vec((any::<u8>(), any::<usize>()), 0..120),
        first in 0..20_usize,
    ) {
        let mut game = Game::start(ruleset);
        let mut record = Record::new(ruleset, *game.position());
        for (number, (what, pick)) in steps.into_iter().enumerate() {
            if number == first {
                // A record may begin anywhere, also with shields.
                record = Record::new(ruleset, *game.position());
                game = Game::from_position(ruleset, record.start);
            }
            record.actions.extend(step(&mut game, what, pick));
            if pick % 3 == 0 {
                let after = record.moves().count();
                record.comments.push(Comment { after, text: format!("note:{what}") });
            }
        }
        record.result = game.outcome().map(|outcome| outcome.result);
        let text = record.write();
        prop_assert_eq!(movetext(&text), numbered(&record));
        let read = pdn::read(&text, &RULESETS[0]);
        prop_assert_eq!(&read, &[Ok(record)]);
        let read = read.into_iter().next().unwrap().unwrap();
        prop_assert_eq!(play(&read), game);
    }
}
