//! Games as PDN, asked for over a socket as other services do, and read back.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use draughts::pdn::{self, Record};
use draughts::{Position, RULESETS, Ruleset};
use platform::Channel;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use proto::rules::v1::rules_service_client::RulesServiceClient;
use proto::rules::v1::{PdnMove, PdnTag, Result as Said, WritePdnRequest};
use serde::Deserialize;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::kit::{assert_malformed, reason, service};

/// A game of the rule book's golden data.
#[derive(Deserialize)]
struct Golden {
    id: String,
    start: String,
    moves: Vec<String>,
    result: String,
}

fn golden(ruleset: &Ruleset) -> Vec<Golden> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../crates/draughts/tests/data")
        .join(format!("games_{}.jsonl", ruleset.id));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

async fn write(
    client: &RulesServiceClient<Channel>,
    request: WritePdnRequest,
) -> Result<String, Status> {
    let written = client.clone().write_pdn(request).await?;
    Ok(written.into_inner().pdn)
}

/// The only game of a text.
fn read(text: &str) -> Record {
    let mut games = pdn::read(text, &RULESETS[0]);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn moves(texts: &[&str]) -> Vec<PdnMove> {
    texts.iter().map(|text| with_comment(text, "")).collect()
}

fn with_comment(text: &str, comment: &str) -> PdnMove {
    PdnMove {
        text: text.to_owned(),
        comment: comment.to_owned(),
        ..PdnMove::default()
    }
}

fn tag(name: &str, value: &str) -> PdnTag {
    PdnTag {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// A game of two moves that goes on.
fn short() -> WritePdnRequest {
    WritePdnRequest {
        ruleset: "russian".to_owned(),
        moves: moves(&["c3-d4", "f6-g5"]),
        ..Default::default()
    }
}

/// A game that its last move ends.
fn decided() -> WritePdnRequest {
    WritePdnRequest {
        ruleset: "russian".to_owned(),
        start_fen: "W:Wc3:Bd4".to_owned(),
        moves: moves(&["c3:e5"]),
        ..Default::default()
    }
}

/// A line break is as good as a space in a comment.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[tokio::test]
async fn golden_games_read_back() {
    let client = service().await;
    for ruleset in &RULESETS {
        for golden in golden(ruleset) {
            let clock = |ply: usize| format!("[%clk 0:{:02}:{:02}]", ply % 60, ply % 7);
            let sent = golden.moves.iter().enumerate();
            let request = WritePdnRequest {
                ruleset: ruleset.id.to_owned(),
                start_fen: golden.start.clone(),
                moves: sent
                    .map(|(ply, text)| with_comment(text, &clock(ply)))
                    .collect(),
                tags: vec![tag("Event", &golden.id), tag("White", "Лев \"Q\" \\")],
                ..Default::default()
            };
            let text = write(&client, request).await.unwrap();

            let record = read(&text);
            let id = &golden.id;
            assert_eq!(record.ruleset.id, ruleset.id, "{id}");
            let start = Position::from_fen(&golden.start, ruleset).unwrap();
            assert_eq!(record.start, start, "{id}");
            let played: Vec<String> = record
                .moves()
                .map(|played| played.to_text(ruleset.board, draughts::Notation::Algebraic))
                .collect();
            assert_eq!(played, golden.moves, "{id}");
            assert_eq!(record.result.unwrap().score(), golden.result, "{id}");
            assert_eq!(record.tag("Event"), Some(id.as_str()));
            assert_eq!(record.tag("White"), Some("Лев \"Q\" \\"));
            assert_eq!(record.comments.len(), golden.moves.len(), "{id}");
            for (ply, comment) in record.comments.iter().enumerate() {
                assert_eq!(comment.after, ply + 1, "{id}");
                assert_eq!(words(&comment.text), words(&clock(ply)), "{id}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_let_through_reads_back() {
    let client = service().await;
    let name = "[A-Za-z][A-Za-z0-9_]{0,9}";
    // Whatever is printed, and what has a meaning in the notation more often than by chance.
    let text = || vec(prop_oneof!["\\PC", "[\\[\\]{()\"\\\\;%$*/ 01-]"], 0..60);
    let input = (vec((name, text()), 0..6), vec(text(), 2));
    let mut runner = TestRunner::new(ProptestConfig {
        cases: support::by_effort(128, 5_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let written = AtomicUsize::new(0);
    let checked = runner.run(&input, |(tags, comments)| {
        let tags = tags
            .into_iter()
            .map(|(name, value)| tag(&name, &value.concat()));
        let comments: Vec<String> = comments.iter().map(|text| text.concat()).collect();
        let request = WritePdnRequest {
            tags: tags.collect(),
            moves: vec![
                with_comment("c3-d4", &comments[0]),
                with_comment("f6-g5", &comments[1]),
            ],
            ..short()
        };
        let answer = write(&client, request.clone());
        let text = match block_in_place(|| Handle::current().block_on(answer)) {
            Ok(text) => text,
            Err(refused) => {
                prop_assert_eq!(refused.code(), Code::InvalidArgument);
                return Ok(());
            }
        };
        written.fetch_add(1, Ordering::Relaxed);
        let record = read(&text);
        prop_assert_eq!(record.moves().count(), 2);
        let tags: Vec<_> = request
            .tags
            .into_iter()
            .map(|tag| (tag.name, tag.value))
            .collect();
        prop_assert_eq!(record.tags, tags);
        let found = record
            .comments
            .iter()
            .map(|comment| (comment.after, words(&comment.text)));
        let sent = comments
            .iter()
            .enumerate()
            .map(|(ply, comment)| (ply + 1, words(comment)));
        let sent = sent.filter(|(_, words)| !words.is_empty());
        prop_assert_eq!(found.collect::<Vec<_>>(), sent.collect::<Vec<_>>());
        Ok(())
    });
    checked.unwrap();
    assert!(written.into_inner() > 64, "most are refused");
}

#[tokio::test]
async fn the_result_is_the_moves_if_they_have_one() {
    use Said::{Aborted, BlackWins, Draw, Unspecified, WhiteWins};
    let client = service().await;
    let end = async |request: WritePdnRequest, result: Said| {
        let request = WritePdnRequest {
            result: result.into(),
            ..request
        };
        let text = write(&client, request).await?;
        let tagged = text.contains(&format!(
            "[Result \"{}\"]",
            text.split_whitespace().last().unwrap()
        ));
        assert!(tagged, "{text}");
        Ok::<_, Status>(read(&text).result.map(draughts::GameResult::score))
    };
    for (said, written) in [
        (Unspecified, None),
        (Aborted, None),
        (WhiteWins, Some("1-0")),
        (BlackWins, Some("0-1")),
        (Draw, Some("1/2-1/2")),
    ] {
        assert_eq!(end(short(), said).await.unwrap(), written, "{said:?}");
    }
    for said in [Unspecified, WhiteWins] {
        assert_eq!(end(decided(), said).await.unwrap(), Some("1-0"));
    }
    for said in [Aborted, BlackWins, Draw] {
        let refused = end(decided(), said).await.unwrap_err();
        assert_malformed(&refused, "RESULT_MISMATCH", "result");
        assert!(refused.message().contains("1-0 (no_pieces)"), "{refused}");
    }
}

#[tokio::test]
async fn other_input_is_refused_where_it_is_wrong() {
    let client = service().await;
    let tags = |tags: Vec<PdnTag>| WritePdnRequest { tags, ..short() };
    let commented = |comment: &str| WritePdnRequest {
        moves: vec![with_comment("c3-d4", ""), with_comment("f6-g5", comment)],
        ..short()
    };
    for (request, reason, field) in [
        (tags(vec![tag("", "x")]), "MALFORMED_TAG", "tags[0].name"),
        (tags(vec![tag("7th", "x")]), "MALFORMED_TAG", "tags[0].name"),
        (tags(vec![tag("A b", "x")]), "MALFORMED_TAG", "tags[0].name"),
        (tags(vec![tag("Имя", "x")]), "MALFORMED_TAG", "tags[0].name"),
        (
            tags(vec![tag(&"a".repeat(65), "x")]),
            "MALFORMED_TAG",
            "tags[0].name",
        ),
        (
            tags(vec![tag("Event", "x"), tag("FEN", "x")]),
            "MALFORMED_TAG",
            "tags[1].name",
        ),
        (
            tags(vec![tag("Event", "x"), tag("Event", "y")]),
            "MALFORMED_TAG",
            "tags[1].name",
        ),
        (
            tags(vec![tag("Event", "two\nlines")]),
            "MALFORMED_TAG",
            "tags[0].value",
        ),
        (
            tags(vec![tag("Event", &"я".repeat(501))]),
            "MALFORMED_TAG",
            "tags[0].value",
        ),
        (tags(vec![tag("Event", "x"); 65]), "TOO_MANY_TAGS", "tags"),
        (commented("a } b"), "MALFORMED_COMMENT", "moves[1].comment"),
        (commented("a\tb"), "MALFORMED_COMMENT", "moves[1].comment"),
        (
            commented(&"я".repeat(201)),
            "MALFORMED_COMMENT",
            "moves[1].comment",
        ),
        (
            WritePdnRequest {
                start_fen: "x".to_owned(),
                ..short()
            },
            "MALFORMED_FEN",
            "start_fen",
        ),
        (
            WritePdnRequest {
                moves: moves(&["c3-d4"; 2001]),
                ..short()
            },
            "TOO_MANY_MOVES",
            "moves",
        ),
    ] {
        let refused = write(&client, request).await.unwrap_err();
        assert_malformed(&refused, reason, field);
    }
    let unknown = WritePdnRequest {
        ruleset: "chess".to_owned(),
        ..short()
    };
    let refused = write(&client, unknown).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound, "{refused}");

    // The bounds themselves are let in.
    let widest: Vec<PdnTag> = (0..64)
        .map(|number| tag(&format!("{}{number:02}", "t".repeat(62)), &"v".repeat(500)))
        .collect();
    let text = write(&client, tags(widest)).await.unwrap();
    assert_eq!(read(&text).tags.len(), 64);
    let text = write(&client, commented(&"я".repeat(200))).await.unwrap();
    assert_eq!(read(&text).comments[0].text, "я".repeat(200));
}

#[tokio::test]
async fn the_move_at_fault_is_named() {
    let client = service().await;
    let with = |texts: &[&str]| WritePdnRequest {
        moves: moves(texts),
        ..short()
    };
    let over = WritePdnRequest {
        moves: moves(&["c3:e5", "e5-f6"]),
        ..decided()
    };
    for (request, code, reason, ply) in [
        (
            with(&["c3-d4", "c3-d4"]),
            Code::FailedPrecondition,
            "ILLEGAL_MOVE",
            "1",
        ),
        (
            with(&["c3-d4", "?"]),
            Code::InvalidArgument,
            "MALFORMED_MOVE",
            "1",
        ),
        (over, Code::FailedPrecondition, "GAME_OVER", "1"),
    ] {
        let refused = write(&client, request).await.unwrap_err();
        assert_eq!(refused.code(), code, "{refused}");
        let info = refused.get_details_error_info().unwrap();
        assert_eq!(info.reason, reason);
        assert_eq!(info.metadata["ply"], ply);
    }
}

/// A game of 2,000 moves with a clock note after each gets as far as its moves; more than a message
/// holds is refused as such.
#[tokio::test]
async fn a_long_game_fits_a_message() {
    let client = service().await;
    let long = |comment: &str| WritePdnRequest {
        moves: vec![with_comment("c3-d4", comment); 2000],
        tags: ["Event", "Site", "Date", "White", "Black", "TimeControl"]
            .map(|name| tag(name, "of a usual length"))
            .to_vec(),
        ..short()
    };
    let refused = write(&client, long("[%clk 0:59:59]")).await.unwrap_err();
    assert_eq!(reason(&refused), "ILLEGAL_MOVE", "{refused}");
    let refused = write(&client, long("a comment of another kind"))
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), "MESSAGE_TOO_LARGE", "{refused}");
}
