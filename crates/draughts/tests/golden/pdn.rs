//! PDN as other programs write it, and as this one does.

use draughts::combat::Action;
use draughts::pdn::{self, PdnError, PdnFault, Record};
use draughts::{GameResult, Notation, RULESETS, Ruleset};

use crate::data::{GoldenGame, position, read, ruleset};

fn read_all(text: &str) -> Vec<Result<Record, PdnError>> {
    pdn::read(text, ruleset("international"))
}

/// The only game of a text.
fn read_one(text: &str) -> Record {
    let mut games = read_all(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn moves(record: &Record) -> Vec<String> {
    let board = record.ruleset.board;
    record
        .moves()
        .map(|played| played.to_text(board, Notation::Numeric))
        .collect()
}

#[test]
fn byte_order_mark_line_ends_and_early_comments_are_read() {
    let record = read_one(
        "\u{feff}[Event \"Cup \\\"A\\\"\"]\r\n[White \"Лев\"]\r\n{before} ; and so on\r\n\r\n1. 32-28 19-23\r\n2. 28x19 *\r\n",
    );
    assert_eq!(record.tag("Event"), Some("Cup \"A\""));
    assert_eq!(record.tag("White"), Some("Лев"));
    let comments: Vec<_> = record
        .comments
        .iter()
        .map(|comment| (comment.after, comment.text.as_str()))
        .collect();
    assert_eq!(comments, [(0, "before"), (0, "and so on")]);
    assert_eq!(moves(&record), ["32-28", "19-23", "28x19"]);
}

#[test]
fn results_of_every_habit_are_read() {
    for (text, result) in [
        ("1-0", Some(GameResult::WhiteWins)),
        ("2-0", Some(GameResult::WhiteWins)),
        ("0-1", Some(GameResult::BlackWins)),
        ("0-2", Some(GameResult::BlackWins)),
        ("1/2-1/2", Some(GameResult::Draw)),
        ("1-1", Some(GameResult::Draw)),
        ("0.5-0.5", Some(GameResult::Draw)),
        ("½-½", Some(GameResult::Draw)),
        ("*", None),
    ] {
        assert_eq!(
            read_one(&format!("1. 32-28 {text}")).result,
            result,
            "{text}"
        );
        let tagged = format!("[Result \"{text}\"]\n\n1. 32-28 19-23");
        assert_eq!(read_one(&tagged).result, result, "{text}");
    }
}

#[test]
fn annotations_are_skipped_and_stick_to_their_move() {
    for text in [
        "1. 32-28! 19-23(?) 2. 28x19 *",
        "1.32-28 19-23* 2.28x19+ *",
        "1. 32-28 $1 19-23$2 (19-24 {no} (1... 20-24)) 2. 28x19 *",
        "1. 32-28 {[%clk 0:59]} 1... 19-23 [%clk 0:58] 2... 28x19 *",
        "% made by a program\n1. 32-28 !? 19-23 (!) 28x19 ; the end\n*",
    ] {
        assert_eq!(
            moves(&read_one(text)),
            ["32-28", "19-23", "28x19"],
            "{text}"
        );
    }
    // The strength of a move is no result.
    let record = read_one("[FEN \"W:WK1,32:BK50,20\"]\n1-6* 20-25 32-28 0-1");
    assert_eq!(moves(&record), ["1-6", "20-25", "32-28"]);
    assert_eq!(record.result, Some(GameResult::BlackWins));
}

#[test]
fn a_fault_has_a_place_and_costs_one_game() {
    let good = "[Event \"good\"]\n\n1. 32-28 19-23 *\n\n";
    for (bad, line, column, part) in [
        ("1. 32-28 x23 2. 28x19 *", 3, 10, "x23"),
        ("1. 32-28 { { } } 19-23 *", 3, 16, "}"),
        ("1. 32-28\n19-24 32-27 *", 4, 7, "32-27"),
        ("1. 32-28 {never closed", 3, 10, "{"),
        ("1. 32-28 (19-24 (20-24) ", 3, 10, "("),
        ("1. 32-28 resigns *", 3, 10, "resigns"),
        ("1. 32-28 /FEN \"W:W99:B1\"/ 1-6 *", 3, 10, "99"),
    ] {
        let text = format!("{good}[Event \"bad\"]\n\n{bad}\n\n{good}");
        let games = read_all(&text);
        assert_eq!(games.len(), 3, "{bad}: {games:?}");
        assert!(games[0].is_ok() && games[2].is_ok(), "{bad}");
        let error = games[1].as_ref().expect_err(bad);
        // The good game before it has four lines.
        assert_eq!(
            (error.line, error.column),
            (line + 4, column),
            "{bad}: {error}"
        );
        assert!(error.to_string().contains(part), "{bad}: {error}");
    }
    for (tag, line) in [
        ("[Event bad]\n[White \"A\"]", 5),
        ("[GameType \"27\"]\n[White \"A\"]", 5),
        ("[White \"A\"]\n[FEN \"W:W1\"]", 6),
        ("[Ruleset \"chess\"]", 5),
    ] {
        let games = read_all(&format!("{good}{tag}\n\n1. 32-28 *\n\n{good}"));
        assert_eq!(games.len(), 3, "{tag}: {games:?}");
        assert_eq!(games[1].as_ref().expect_err(tag).line, line, "{tag}");
    }
}

#[test]
fn a_set_up_between_moves_begins_anew() {
    let games = read_all(
        "[Event \"lesson\"]\n\n/FEN \"W:W28:B23,50\"/ 1. 28x19 1-0 \n[Event \"two\"]\n1. 32-28 /FEN \"B:WK1:B6,45\"/ 6-11 *",
    );
    let games: Vec<Record> = games.into_iter().collect::<Result<_, _>>().unwrap();
    let played: Vec<_> = games
        .iter()
        .map(|game| (game.tag("Event"), moves(game)))
        .collect();
    let texts = |texts: &[&str]| {
        texts
            .iter()
            .map(|&text| text.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        played,
        [
            (Some("lesson"), texts(&["28x19"])),
            (Some("two"), texts(&["32-28"])),
            (Some("two"), texts(&["6-11"])),
        ]
    );
}

#[test]
fn game_types_name_their_rules() {
    for (tag, id) in [
        ("20", "international"),
        ("21", "english"),
        ("25", "russian"),
        ("26", "brazilian"),
        ("25,W,8,8,A0,0", "russian"),
        ("21,B,8,8,N1,0", "english"),
    ] {
        assert_eq!(read_one(&format!("[GameType \"{tag}\"]\n*")).ruleset.id, id);
    }
    // Pool, Portuguese and Thai checkers, and numbers that never were English or pool.
    for tag in ["23", "28", "27", "31", "32", "", "x"] {
        let error = read_all(&format!("[GameType \"{tag}\"]\n*"))
            .remove(0)
            .unwrap_err();
        assert_eq!(error.fault, PdnFault::GameType(tag.to_owned()));
    }
    let record = read_one("[GameType \"25\"]\n[Ruleset \"poddavki\"]\n1. c3-d4 *");
    assert_eq!(record.ruleset.id, "poddavki");
}

#[test]
fn a_short_capture_is_read_where_every_reading_comes_to_the_same() {
    let record = read_one("[GameType \"25\"]\n[FEN \"W:WKa1:Bc3,f6\"]\na1:h8 *");
    assert_eq!(record.moves().next().unwrap().captured().len(), 2);
    let error = read_all("[FEN \"W:WK4:B13,32,37,20\"]\n4x15 *")
        .remove(0)
        .unwrap_err();
    assert!(error.to_string().contains("4x27x38x15"), "{error}");
}

#[test]
fn games_are_written_so_that_they_read_back() {
    for ruleset in &RULESETS {
        for golden in read::<GoldenGame>(&format!("games_{}.jsonl", ruleset.id)) {
            let record = record(&golden, ruleset);
            let text = record.write();
            assert!(
                text.lines()
                    .all(|line| line.starts_with('[') || line.chars().count() <= 80)
            );
            assert_eq!(pdn::read(&text, &RULESETS[0]), [Ok(record)], "{text}");
        }
    }
}

#[test]
fn the_written_form_is_this() {
    let english = ruleset("english-giveaway");
    let mut record = Record::new(english, position("W:W22:B6,1", english));
    record.tags = vec![("White".to_owned(), "\"Q\" \\".to_owned())];
    let mut at = record.start;
    for text in ["22-18", "1-5", "18-15"] {
        let played = at.find_move(english, text).unwrap();
        at = at.after(&played);
        record.actions.push(Action::Move(played));
    }
    record.comments.push(pdn::Comment {
        after: 1,
        text: "so {it} goes".to_owned(),
    });
    assert_eq!(
        record.write(),
        "[White \"\\\"Q\\\" \\\\\"]\n[Result \"*\"]\n[GameType \"21\"]\n[Ruleset \"english-giveaway\"]\n\
         [SetUp \"1\"]\n[FEN \"W:W22:B1,6\"]\n\n1... 22-18 {so {it) goes} 2. 1-5 18-15 *\n"
    );
}

/// A golden game as a record.
fn record(golden: &GoldenGame, ruleset: &'static Ruleset) -> Record {
    let mut record = Record::new(ruleset, position(&golden.start, ruleset));
    record.tags.push(("Event".to_owned(), golden.id.clone()));
    let mut at = record.start;
    for text in &golden.moves {
        let played = at.find_move(ruleset, text).unwrap();
        at = at.after(&played);
        record.actions.push(Action::Move(played));
    }
    record.result = pdn_result(&golden.end.result);
    record
}

fn pdn_result(score: &str) -> Option<GameResult> {
    [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
    ]
    .into_iter()
    .find(|result| result.score() == score)
}
