//! Bodies that are read, and those that are refused: at which field, and with what words.

use std::borrow::Cow;

use contract::Contract;
use prost_reflect::Value;

use super::kind;

const GAME: &str = "games.v1.CreateGameRequest";
const MOVE: &str = "games.v1.PlayMoveRequest";
const PURCHASE: &str = "shop.v1.PurchaseRequest";
const ANALYSE: &str = "bots.v1.AnalyseRequest";
const PDN: &str = "rules.v1.WritePdnRequest";
const HISTORY: &str = "rules.v1.History";

/// Asserts that bodies are refused: body, field, and what is wrong with it.
fn are_refused(name: &str, cases: &[(&str, &str, &str)]) {
    let contract = Contract::read().expect("the contracts");
    for (body, field, problem) in cases {
        let read = contract
            .json
            .read_body(&kind(&contract, name), body.as_bytes());
        let violation = read.expect_err(body);
        let found = (violation.field.as_str(), violation.problem.as_str());
        assert_eq!(found, (*field, *problem), "{name}: {body}");
        assert!(!violation.is_missing, "{name}: {body}");
    }
}

/// Asserts that bodies lack a field.
fn lack(name: &str, cases: &[(&str, &str)]) {
    let contract = Contract::read().expect("the contracts");
    for (body, field) in cases {
        let read = contract
            .json
            .read_body(&kind(&contract, name), body.as_bytes());
        let violation = read.expect_err(body);
        assert!(violation.is_missing, "{name}: {body}: {violation}");
        assert_eq!(
            violation.to_string(),
            format!("{field}: it has to be given")
        );
    }
}

/// Asserts that bodies are read, and how they are written then.
fn are_read(name: &str, cases: &[(&str, &str)]) {
    let contract = Contract::read().expect("the contracts");
    for (body, expected) in cases {
        let read = contract
            .json
            .read_body(&kind(&contract, name), body.as_bytes());
        let message = read.map_err(|violation| violation.to_string()).expect(body);
        let written = contract.json.write(&message).expect("it can be written");
        assert_eq!(
            String::from_utf8_lossy(&written),
            *expected,
            "{name}: {body}"
        );
    }
}

#[test]
fn a_body_is_an_object() {
    are_refused(
        "games.v1.ResignRequest",
        &[
            ("[]", "", "expected an object, found a list"),
            ("[{}]", "", "expected an object, found a list"),
            ("null", "", "expected an object, found null"),
            ("true", "", "expected an object, found true"),
            ("0", "", "expected an object, found 0"),
            ("\"{}\"", "", "expected an object, found \"{}\""),
        ],
    );
    let contract = Contract::read().unwrap();
    for malformed in [
        "{",
        "{}{}",
        "{} x",
        "{\"a\":}",
        "{'a':1}",
        "\u{feff}{}",
        "NaN",
        "// {}",
    ] {
        let resign = kind(&contract, "games.v1.ResignRequest");
        let violation = contract.json.read_body(&resign, malformed.as_bytes());
        assert_eq!(violation.unwrap_err().field, "", "{malformed}");
    }
}

#[test]
fn nothing_is_a_body_without_fields() {
    let written = r#"{"game_id":"","player_id":"","side":"unspecified"}"#;
    are_read(
        "games.v1.ResignRequest",
        &[
            ("", written),
            (" \r\n\t", written),
            ("{}", written),
            (" {} ", written),
        ],
    );
}

#[test]
fn values_of_other_types_are_refused() {
    are_refused(
        GAME,
        &[
            (r#"{"white":1}"#, "white", "expected an object, found 1"),
            (
                r#"{"white":[]}"#,
                "white",
                "expected an object, found a list",
            ),
            (
                r#"{"white":{"player_id":5}}"#,
                "white.player_id",
                "expected a string, found 5",
            ),
            (
                r#"{"white":{"player_id":{}}}"#,
                "white.player_id",
                "expected a string, found an object",
            ),
            (
                r#"{"rated":"true"}"#,
                "rated",
                "expected true or false, found \"true\"",
            ),
            (r#"{"rated":1}"#, "rated", "expected true or false, found 1"),
            (
                r#"{"mode":["russian"]}"#,
                "mode",
                "expected a string, found a list",
            ),
            (
                r#"{"mode":{},"rated":7}"#,
                "mode",
                "expected a string, found an object",
            ),
        ],
    );
    are_refused(
        PDN,
        &[
            (
                r#"{"moves":{}}"#,
                "moves",
                "expected a list, found an object",
            ),
            (
                r#"{"moves":"c3-d4"}"#,
                "moves",
                "expected a list, found \"c3-d4\"",
            ),
            (
                r#"{"moves":[null]}"#,
                "moves[0]",
                "expected an object, found null",
            ),
            (
                r#"{"moves":[{},{"text":5}]}"#,
                "moves[1].text",
                "expected a string, found 5",
            ),
            (
                r#"{"moves":[{"boosts":[{},{"boost":{}}]}]}"#,
                "moves[0].boosts[1].boost",
                "expected one of unspecified, recon, rocket, shield, sabotage, found an object",
            ),
        ],
    );
}

#[test]
fn what_is_long_is_shortened_in_a_refusal() {
    let long = "ä".repeat(1_000);
    let start = "ä".repeat(40);
    let body = format!(r#"{{"rated":"{long}"}}"#);
    let problem = format!("expected true or false, found \"{start}\"…");
    are_refused(GAME, &[(&body, "rated", &problem)]);
}

#[test]
fn unknown_fields_are_refused() {
    let problem = "there is no such field here";
    are_refused(
        GAME,
        &[
            (r#"{"extra":1}"#, "extra", problem),
            (r#"{"extra":null}"#, "extra", problem),
            (r#"{"":1}"#, "", problem),
            // The names of the protos' own JSON, and other cases.
            (r#"{"startFen":""}"#, "startFen", problem),
            (r#"{"Mode":"russian"}"#, "Mode", problem),
            (r#"{"white":{"kind":"bot"}}"#, "white.kind", problem),
        ],
    );
    are_refused(
        PDN,
        &[(r#"{"moves":[{"move":""}]}"#, "moves[0].move", problem)],
    );
}

#[test]
fn what_has_to_be_given_is_asked_for() {
    lack(
        GAME,
        &[
            ("{}", "white"),
            (r#"{"white":null,"black":{}}"#, "white"),
            (r#"{"white":{}}"#, "black"),
        ],
    );
    lack(
        ANALYSE,
        &[
            (r#"{"ruleset":"russian"}"#, "position"),
            (r#"{"ruleset":"russian","position":{}}"#, "position.fen"),
            (
                r#"{"ruleset":"russian","position":{"fen":null}}"#,
                "position.fen",
            ),
        ],
    );
    // What is empty is given.
    are_read(
        MOVE,
        &[(
            r#"{"move":"","expected_ply":0}"#,
            r#"{"game_id":"","player_id":"","expected_ply":0,"move":""}"#,
        )],
    );
}

#[test]
fn members_of_a_oneof_exclude_each_other() {
    are_refused(
        GAME,
        &[
            (
                r#"{"mode":"russian","ruleset":"russian"}"#,
                "ruleset",
                "it and `mode` exclude each other",
            ),
            // Empty ones too: a member is set once it is given.
            (
                r#"{"mode":"","ruleset":""}"#,
                "ruleset",
                "it and `mode` exclude each other",
            ),
            (
                r#"{"white":{"player_id":"a","bot":"easy"}}"#,
                "white.player_id",
                "it and `bot` exclude each other",
            ),
        ],
    );
    are_read(
        "games.v1.Seat",
        &[
            (r#"{"player_id":null,"bot":"easy"}"#, r#"{"bot":"easy"}"#),
            (r#"{"player_id":""}"#, r#"{"player_id":""}"#),
            (r#"{"bot":"unspecified"}"#, r#"{"bot":"unspecified"}"#),
            ("{}", "{}"),
        ],
    );
}

#[test]
fn null_is_as_if_left_out() {
    are_read(
        PDN,
        &[(
            r#"{"ruleset":"russian","moves":null,"tags":null,"start_fen":null,"result":null}"#,
            r#"{"ruleset":"russian","start_fen":"","moves":[],"tags":[],"result":"unspecified"}"#,
        )],
    );
}

#[test]
fn integers_are_whole_and_in_range() {
    let body = |text: &str| format!(r#"{{"expected_ply":{text},"move":"c3-d4"}}"#);
    let written = |text: &str| {
        format!(r#"{{"game_id":"","player_id":"","expected_ply":{text},"move":"c3-d4"}}"#)
    };
    for (text, expected) in [
        ("0", "0"),
        ("-0", "0"),
        ("1.0", "1"),
        ("1e3", "1000"),
        ("4294967295", "4294967295"),
    ] {
        are_read(MOVE, &[(&body(text), &written(expected))]);
    }
    for text in [
        "-1",
        "4294967296",
        "1.5",
        "10000000000.0",
        "18446744073709551616",
        "-1e300",
    ] {
        let number: serde_json::Value = text.parse().unwrap();
        let problem = format!("{number} is not an integer of its range");
        are_refused(MOVE, &[(&body(text), "expected_ply", &problem)]);
    }
    for (text, found) in [("\"1\"", "\"1\""), ("true", "true"), ("[1]", "a list")] {
        let problem = format!("expected an integer, found {found}");
        are_refused(MOVE, &[(&body(text), "expected_ply", &problem)]);
    }
}

#[test]
fn integers_of_64_bits_are_exact() {
    let contract = Contract::read().unwrap();
    let read = |text: &str| {
        let body =
            format!(r#"{{"offer_id":"","expected_price":{text},"request_id":"","player_id":""}}"#);
        let read = contract
            .json
            .read_body(&kind(&contract, PURCHASE), body.as_bytes());
        let value = read.map(|message| {
            message
                .get_field_by_name("expected_price")
                .map(Cow::into_owned)
        });
        value.map_err(|violation| violation.to_string())
    };
    for exact in [0, (1 << 53) - 1, (1 << 53) + 1, u64::MAX] {
        assert_eq!(read(&exact.to_string()), Ok(Some(Value::U64(exact))));
    }
    for (text, exact) in [
        ("1125899906842623.0", (1 << 50) - 1),
        ("1e15", 1_000_000_000_000_000),
    ] {
        assert_eq!(read(text), Ok(Some(Value::U64(exact))));
    }
    // From there on what is written with a fraction may be read as another integer.
    for inexact in [
        "1125899906842624.0",
        "9007199254740991.0",
        "1e16",
        "18446744073709551616",
        "-1",
        "0.5",
    ] {
        let refused = read(inexact).unwrap_err();
        assert!(
            refused.starts_with("expected_price: "),
            "{inexact}: {refused}"
        );
    }
}

#[test]
fn numbers_too_large_for_json_are_strings_of_digits() {
    are_read(
        HISTORY,
        &[(
            r#"{"seen":["0","18446744073709551615"]}"#,
            r#"{"seen":["0","18446744073709551615"],"king_plies":0,"ending_plies":0}"#,
        )],
    );
    let refused = |text: &str, found: &str| {
        let body = format!(r#"{{"seen":["1",{text}]}}"#);
        let problem = format!("expected a string of digits, found {found}");
        are_refused(HISTORY, &[(&body, "seen[1]", &problem)]);
    };
    for text in ["1", "1.5", "null", "true"] {
        refused(text, text);
    }
    for text in [
        "\"\"",
        "\"-1\"",
        "\"+1\"",
        "\" 1\"",
        "\"1.0\"",
        "\"0x1\"",
        "\"١\"",
        "\"18446744073709551616\"",
    ] {
        refused(text, text);
    }
}

#[test]
fn names_of_values_are_exact() {
    for name in ["EASY", "LEVEL_EASY", "Easy", "easy ", "", "1"] {
        let body = format!(r#"{{"white":{{"bot":"{name}"}}}}"#);
        let problem = format!("expected one of unspecified, easy, medium, hard, found \"{name}\"");
        are_refused(GAME, &[(&body, "white.bot", &problem)]);
    }
    are_refused(
        GAME,
        &[(
            r#"{"white":{"bot":1}}"#,
            "white.bot",
            "expected one of unspecified, easy, medium, hard, found 1",
        )],
    );
}

#[test]
fn times_are_texts_with_a_zone() {
    const TOKENS: &str = "players.v1.Tokens";
    let written =
        |time: &str| format!(r#"{{"access_token":"","expires_at":"{time}","refresh_token":""}}"#);
    for (time, expected) in [
        ("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"),
        ("2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500Z"),
        ("2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00Z"),
    ] {
        let body = format!(r#"{{"expires_at":"{time}"}}"#);
        are_read(TOKENS, &[(&body, &written(expected))]);
    }
    let expected = "expected a time such as \"2026-01-31T12:00:00Z\"";
    for text in [
        "\"\"",
        "\"now\"",
        "\"2026-02-30T12:00:00Z\"",
        "\"2026-01-31T25:00:00Z\"",
        "1767225600",
    ] {
        let body = format!(r#"{{"expires_at":{text}}}"#);
        let problem = format!("{expected}, found {text}");
        are_refused(TOKENS, &[(&body, "expires_at", &problem)]);
    }
}

#[test]
fn a_text_beside_the_body_is_read_too() {
    let contract = Contract::read().unwrap();
    let game = kind(&contract, GAME);
    let read = |request_id: &str| {
        let body = format!(r#"{{"white":{{}},"black":{{}}{request_id}}}"#);
        let beside = Some(("request_id", "one"));
        contract.json.read_body_with(&game, body.as_bytes(), beside)
    };
    for same in ["", r#","request_id":"one""#, r#","request_id":null"#] {
        let message = read(same).unwrap();
        let id = message.get_field_by_name("request_id").unwrap();
        assert_eq!(id.as_str(), Some("one"), "{same}");
    }
    for other in [
        r#","request_id":"two""#,
        r#","request_id":"""#,
        r#","request_id":1"#,
    ] {
        let violation = read(other).unwrap_err();
        assert_eq!(violation.field, "request_id");
        assert_eq!(violation.problem, "it is given twice, and not the same");
    }
}
