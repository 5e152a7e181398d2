//! The tools over the rules, as scripts use them: JSON lines in, JSON lines out.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::harness::{GoldenGame, data};

/// Runs a tool and gives what it writes.
fn run(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shashki"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn moves_of_every_golden_position() {
    for ruleset in draughts::RULESETS {
        let file = data().join(format!("positions_{}.jsonl", ruleset.id));
        let golden = lines(&std::fs::read_to_string(file).unwrap());
        let input: String = golden
            .iter()
            .map(|line| json!({"ruleset": ruleset.id, "fen": line["fen"]}).to_string() + "\n")
            .collect();
        let answers = lines(&run(
            &["moves", "--json", "--notation", "algebraic"],
            &input,
        ));
        assert_eq!(answers.len(), golden.len());
        for (answer, golden) in answers.iter().zip(&golden) {
            assert_eq!(answer["moves"], golden["moves"], "{}", golden["fen"]);
            assert_eq!(answer["after"], golden["after"], "{}", golden["fen"]);
            let pick = |outcome: &Value| {
                if outcome.is_null() {
                    return Value::Null;
                }
                json!([outcome["winner"], outcome["result"], outcome["reason"]])
            };
            assert_eq!(
                pick(&answer["outcome"]),
                pick(&golden["outcome"]),
                "{}",
                golden["fen"]
            );
        }
    }
}

#[test]
fn replay_of_every_golden_game() {
    let golden = GoldenGame::all();
    let input: String = golden
        .iter()
        .map(|game| {
            json!({"ruleset": game.ruleset, "start": game.start, "moves": game.moves}).to_string()
                + "\n"
        })
        .collect();
    let answers = lines(&run(
        &["replay", "--json", "--notation", "algebraic"],
        &input,
    ));
    assert_eq!(answers.len(), golden.len());
    for (answer, game) in answers.iter().zip(&golden) {
        let id = &game.id;
        assert_eq!(answer["final"], *game.last, "{id}");
        assert_eq!(answer["plies"], game.moves.len(), "{id}");
        assert_eq!(answer["over"], true, "{id}");
        assert_eq!(
            (&answer["winner"], &answer["result"]),
            (&json!(game.winner), &json!(game.result)),
            "{id}"
        );
        let reason = answer["reason"].as_str().unwrap();
        assert!(
            reason == game.reason || game.draw_reasons.iter().any(|other| other == reason),
            "{id}: {reason}"
        );
    }
}

fn golden_lines(file: &str) -> Vec<Value> {
    lines(&std::fs::read_to_string(data().join(file)).unwrap())
}

/// Winner, result and reason of an end, or nothing.
fn end_of(outcome: &Value) -> Value {
    if outcome.is_null() {
        return Value::Null;
    }
    json!([outcome["winner"], outcome["result"], outcome["reason"]])
}

#[test]
fn shields_and_boosts_of_every_golden_line() {
    let golden = golden_lines("combat_positions.jsonl");
    let input: String = golden.iter().map(|line| line.to_string() + "\n").collect();
    let answers = lines(&run(
        &["moves", "--json", "--notation", "algebraic"],
        &input,
    ));
    for (answer, golden) in answers.iter().zip(&golden) {
        assert_eq!(answer["moves"], golden["moves"], "{}", golden["id"]);
        assert_eq!(answer["after"], golden["after"], "{}", golden["id"]);
    }
    assert_eq!(answers.len(), golden.len());

    let golden = golden_lines("combat_boosts.jsonl");
    let input: String = golden.iter().map(|line| line.to_string() + "\n").collect();
    let answers = lines(&run(
        &["boost", "--json", "--notation", "algebraic"],
        &input,
    ));
    for (answer, golden) in answers.iter().zip(&golden) {
        let id = &golden["id"];
        if golden["refused"].is_null() {
            assert_eq!(answer["after"], golden["after"], "{id}");
            assert_eq!(answer["targets"], golden["targets"], "{id}");
            assert_eq!(
                end_of(&answer["outcome"]),
                end_of(&golden["outcome"]),
                "{id}"
            );
        } else {
            assert_eq!(answer["error"]["reason"], golden["refused"], "{id}");
        }
    }
    assert_eq!(answers.len(), golden.len());

    let golden = golden_lines("combat_games.jsonl");
    let input: String = golden.iter().map(|line| line.to_string() + "\n").collect();
    let answers = lines(&run(
        &["replay", "--json", "--notation", "algebraic"],
        &input,
    ));
    for (answer, golden) in answers.iter().zip(&golden) {
        for field in ["final", "plies", "winner", "result", "reason"] {
            assert_eq!(answer[field], golden[field], "{}: {field}", golden["id"]);
        }
    }
    assert_eq!(answers.len(), golden.len());
}

#[test]
fn a_line_at_fault_is_answered_and_the_others_go_on() {
    let input = [
        r#"{"ruleset":"russian","moves":["c3-d4","b6-a5","d4-b6"]}"#,
        r#"{"ruleset":"chess","moves":[]}"#,
        r#"{"ruleset":"russian","start":"W:Wa9:B","moves":[]}"#,
        "not JSON",
        r#"{"ruleset":"russian","start":"W:Wc3:Bd4","moves":["c3:e5","e5-f6"]}"#,
        r#"{"ruleset":"russian","moves":["c3-d4"]}"#,
    ]
    .join("\n");
    let answers = lines(&run(&["replay", "--json"], &input));
    let reasons: Vec<_> = answers
        .iter()
        .map(|answer| answer["error"]["reason"].as_str().unwrap_or(""))
        .collect();
    assert_eq!(
        reasons,
        [
            "illegal_move",
            "unknown_ruleset",
            "malformed_fen",
            "malformed_json",
            "game_over",
            ""
        ]
    );
    assert_eq!(answers[0]["error"]["ply"], 3);
    assert_eq!(answers[0]["error"]["move"], "d4-b6");
    assert_eq!(answers[5]["over"], false);
    assert_eq!(answers[5]["result"], "*");
}

#[test]
fn people_can_read_it() {
    let shown = run(&["moves", "--ruleset", "russian"], "");
    assert!(shown.contains("c3-d4"), "{shown}");
    let help = run(&["--help"], "");
    for word in [
        "all", "rules", "games", "bots", "gateway", "shop", "moves", "replay", "boost", "match",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    let help = run(&["all", "--help"], "");
    for setting in [
        "--http",
        "SHASHKI_HTTP",
        "--grpc",
        "--data",
        "--redis",
        "--modes",
        "--otlp-endpoint",
    ] {
        assert!(help.contains(setting), "{setting}: {help}");
    }
    assert!(run(&["--version"], "").starts_with("shashki "));
}
