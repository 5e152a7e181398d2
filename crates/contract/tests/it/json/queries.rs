//! Queries that are read, and those that are refused: at which field, and with what words.

use contract::Contract;
use prost_reflect::{DynamicMessage, Value};

use super::{kind, read_query};

const BOARD: &str = "ratings.v1.GetLeaderboardRequest";
const LIST: &str = "games.v1.ListGamesRequest";
const PLAYERS: &str = "players.v1.ListPlayersRequest";
const WATCH: &str = "games.v1.WatchGameRequest";

/// What a query is read as, in JSON.
fn read(name: &str, query: &str) -> Result<String, String> {
    let contract = Contract::read().expect("the contracts");
    let read = read_query(&contract, &kind(&contract, name), query);
    let message = read.map_err(|violation| violation.to_string())?;
    let written = contract.json.write(&message).expect("it can be written");
    Ok(String::from_utf8_lossy(&written).into_owned())
}

fn is_read(name: &str, query: &str, expected: &str) {
    assert_eq!(read(name, query).as_deref(), Ok(expected), "{query}");
}

fn is_refused(name: &str, query: &str, expected: &str) {
    assert_eq!(read(name, query), Err(expected.to_owned()), "{query}");
}

#[test]
fn fields_are_read() {
    is_read(BOARD, "", r#"{"pool":"","season":0,"page_size":0}"#);
    is_read(BOARD, "&&", r#"{"pool":"","season":0,"page_size":0}"#);
    is_read(
        BOARD,
        "season=3&page_size=20&page_token=a%26b+c%20d",
        r#"{"pool":"","season":3,"page_size":20,"page_token":"a&b c d"}"#,
    );
    // A text that looks like another type is a text.
    is_read(
        BOARD,
        "page_token=null",
        r#"{"pool":"","season":0,"page_size":0,"page_token":"null"}"#,
    );
    is_read(
        LIST,
        "filter=finished",
        r#"{"player_id":"","filter":"finished","page_size":0,"page_token":""}"#,
    );
}

#[test]
fn lists_repeat_their_name() {
    is_read(PLAYERS, "", r#"{"player_ids":[]}"#);
    is_read(
        PLAYERS,
        "player_ids=a&player_ids=b&player_ids=a",
        r#"{"player_ids":["a","b","a"]}"#,
    );
}

#[test]
fn unknown_fields_are_refused() {
    for name in [
        "other",
        "pageSize",
        "PAGE_SIZE",
        "page_size[]",
        "page_size.a",
        "a.b",
        ".",
    ] {
        let expected = format!("{name}: there is no such field here");
        is_refused(BOARD, &format!("{name}=1"), &expected);
    }
    is_refused(BOARD, "other", "other: there is no such field here");
    is_refused(BOARD, "=1", "there is no such field here");
}

#[test]
fn values_of_other_types_are_refused() {
    for (text, found) in [
        ("", "\"\""),
        ("x", "\"x\""),
        ("true", "true"),
        ("null", "null"),
        ("\"1\"", "\"1\""),
        ("[1]", "a list"),
        ("{}", "an object"),
    ] {
        let expected = format!("page_size: expected an integer, found {found}");
        is_refused(BOARD, &format!("page_size={text}"), &expected);
    }
    for text in ["-1", "1.5", "4294967296"] {
        let expected = format!("page_size: {text} is not an integer of its range");
        is_refused(BOARD, &format!("page_size={text}"), &expected);
    }
    is_refused(
        LIST,
        "filter=ENDED",
        "filter: expected one of unspecified, live, finished, found \"ENDED\"",
    );
}

#[test]
fn a_field_is_given_once() {
    is_refused(BOARD, "season=1&season=1", "season: it is given twice");
    // A zero is given as well.
    is_refused(BOARD, "season=0&season=1", "season: it is given twice");
    is_refused(
        BOARD,
        "page_token=a&around_player_id=b",
        "around_player_id: it and `page_token` exclude each other",
    );
    is_refused(
        BOARD,
        "page_token=&around_player_id=",
        "around_player_id: it and `page_token` exclude each other",
    );
}

#[test]
fn a_field_of_the_path_is_not_in_the_query() {
    let contract = Contract::read().unwrap();
    let mut message = DynamicMessage::new(kind(&contract, WATCH));
    message.set_field_by_name("game_id", Value::String("one".to_owned()));
    let read = contract.json.read_query(&mut message, "game_id=two");
    let violation = read.unwrap_err();
    assert_eq!(violation.to_string(), "game_id: it is given twice");
}

#[test]
fn what_has_to_be_given_is_asked_for() {
    is_refused(LIST, "", "filter: it has to be given");
    is_refused(LIST, "page_size=1", "filter: it has to be given");
    is_read(
        LIST,
        "filter=unspecified",
        r#"{"player_id":"","filter":"unspecified","page_size":0,"page_token":""}"#,
    );
}

#[test]
fn escapes_are_whole_and_utf_8() {
    let problem = "it is not UTF-8 in percent-encoding";
    for text in ["%", "%4", "%zz", "%ff", "a%C3"] {
        let query = format!("page_token={text}");
        is_refused(BOARD, &query, &format!("page_token: {problem}"));
    }
    assert!(read(BOARD, "%ff=1").is_err());
}
