//! Lists of moves and boosts, played.

use std::path::Path;

use proto::rules::v1 as rules;
use proto::rules::v1::{Action, ReplayRequest, ReplayResponse};
use serde::Deserialize;
use tonic::{Code, Status};

use crate::kit::{
    Client, assert_malformed, fault, place, played, recon, rocket, sabotage, service, shield, used,
};

/// A game with boosts of the rule book's golden data.
#[derive(Deserialize)]
pub(crate) struct GoldenCombat {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) start: String,
    actions: Vec<GoldenAction>,
    pub(crate) r#final: String,
    pub(crate) result: String,
    pub(crate) reason: String,
    pub(crate) plies: usize,
}

#[derive(Deserialize)]
struct GoldenAction {
    boost: Option<String>,
    target: Option<String>,
    r#move: Option<String>,
}

impl GoldenCombat {
    pub(crate) fn all() -> Vec<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../crates/draughts/tests/data/combat_games.jsonl");
        let text = std::fs::read_to_string(path).unwrap();
        let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
        games.collect()
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        let actions = self.actions.iter().map(|action| {
            let target = action.target.as_deref().unwrap_or_default();
            let text = action.r#move.as_deref().unwrap_or_default();
            match action.boost.as_deref() {
                None => played(text),
                Some("recon") => used(recon()),
                Some("rocket") => used(rocket(target)),
                Some("shield") => used(shield(target)),
                Some("sabotage") => used(sabotage(text)),
                Some(other) => panic!("{}: {other}", self.id),
            }
        });
        actions.collect()
    }
}

async fn replay(client: &Client, request: ReplayRequest) -> Result<ReplayResponse, Status> {
    Ok(client.clone().replay(request).await?.into_inner())
}

fn of(start_fen: &str, actions: Vec<Action>) -> ReplayRequest {
    ReplayRequest {
        ruleset: "russian-late-promotion".to_owned(),
        start_fen: start_fen.to_owned(),
        actions,
        ..ReplayRequest::default()
    }
}

#[tokio::test]
async fn golden_games_with_boosts_are_played_to_their_ends() {
    let client = service().await;
    for golden in GoldenCombat::all() {
        let id = &golden.id;
        let request = ReplayRequest {
            ruleset: golden.ruleset.clone(),
            notation: rules::Notation::Algebraic.into(),
            ..of(&golden.start, golden.actions())
        };
        let answer = replay(&client, request).await.unwrap();
        assert_eq!(answer.moves.len(), golden.plies, "{id}");
        assert_eq!(answer.position.unwrap().fen, golden.r#final, "{id}");
        let outcome = answer.outcome.unwrap();
        let reason = outcome.reason().as_str_name().to_lowercase();
        assert_eq!(reason, format!("reason_{}", golden.reason), "{id}");
    }
}

#[tokio::test]
async fn plies_come_in_full_with_the_position_after_each() {
    let client = service().await;
    let actions = vec![
        used(recon()),
        used(shield("c3")),
        used(rocket("h8")),
        used(sabotage("11-16")),
        played("e3-f4"),
        played("16x23"),
    ];
    let answer = replay(&client, of("W:Wc3,e3:Bf6,h8", actions))
        .await
        .unwrap();
    let plies = answer.moves.iter();
    let plies: Vec<_> = plies
        .map(|ply| (ply.text.as_str(), ply.after_fen.as_str()))
        .collect();
    assert_eq!(
        plies,
        [
            ("f6-g5", "W:Wc3,e3:Bg5:Sc3"),
            ("e3-f4", "B:Wc3,f4:Bg5:Sc3"),
            ("g5:e3", "W:Wc3:Be3:Sc3"),
        ]
    );
    assert_eq!(answer.side_to_move(), rules::Side::White);
    assert_eq!(answer.position.unwrap().fen, "W:Wc3:Be3:Sc3");
    assert_eq!(answer.outcome, None);

    // A list of neither is the start.
    let answer = replay(&client, of("W:Wc3:Bf6", Vec::new())).await.unwrap();
    assert_eq!(answer.position.unwrap().fen, "W:Wc3:Bf6");
}

#[tokio::test]
async fn the_action_at_fault_is_named() {
    let client = service().await;
    let before = || {
        vec![
            used(recon()),
            played("c3-d4"),
            used(sabotage("d4-c5")),
            used(shield("d6")),
        ]
    };
    let precondition = Code::FailedPrecondition;
    for (action, code, reason) in [
        (played("c5-d6"), precondition, "ILLEGAL_MOVE"),
        (played("d6"), Code::InvalidArgument, "MALFORMED_MOVE"),
        (used(shield("h8")), precondition, "SHIELD_ALREADY_PLACED"),
        (used(rocket("d6")), precondition, "NOT_A_TARGET"),
        (used(sabotage("d6-e5")), precondition, "ILLEGAL_MOVE"),
    ] {
        let mut actions = before();
        actions.extend([action, played("never")]);
        let refused = replay(&client, of("W:Wc3,h2:Bd6,h8", actions)).await;
        let refused = refused.unwrap_err();
        assert_eq!(fault(&refused), (code, reason.to_owned()), "{refused}");
        assert_eq!(place(&refused), ("2".to_owned(), "4".to_owned()));
    }
    for (action, reason, field) in [
        (Action { action: None }, "MISSING_FIELD", "actions[4]"),
        (used(rocket("")), "MISSING_FIELD", "actions[4].boost.target"),
        (
            used(rocket("z1")),
            "MALFORMED_SQUARE",
            "actions[4].boost.target",
        ),
        (
            used(sabotage("a")),
            "MALFORMED_MOVE",
            "actions[4].boost.move",
        ),
        (
            used(rules::BoostAction::default()),
            "MISSING_FIELD",
            "actions[4].boost.boost",
        ),
    ] {
        let mut actions = before();
        actions.push(action);
        let refused = replay(&client, of("W:Wc3,h2:Bd6,h8", actions)).await;
        let refused = refused.unwrap_err();
        assert_malformed(&refused, reason, field);
        assert_eq!(place(&refused), ("2".to_owned(), "4".to_owned()));
    }
    // The game ends with a rocket, and nothing comes after.
    for next in [used(recon()), played("c3-d4")] {
        let actions = vec![used(rocket("d6")), next];
        let refused = replay(&client, of("W:Wc3:Bd6", actions)).await.unwrap_err();
        assert_eq!(fault(&refused), (precondition, "GAME_OVER".to_owned()));
        assert_eq!(place(&refused), ("0".to_owned(), "1".to_owned()));
    }
    // Moves alone are counted in the same way.
    let request = ReplayRequest {
        moves: vec!["c3-d4".to_owned(), "c3-d4".to_owned()],
        ..of("", Vec::new())
    };
    let refused = replay(&client, request).await.unwrap_err();
    assert_eq!(fault(&refused), (precondition, "ILLEGAL_MOVE".to_owned()));
    assert_eq!(place(&refused), ("1".to_owned(), "1".to_owned()));
}

#[tokio::test]
async fn moves_or_actions_but_not_both_and_not_too_many() {
    let client = service().await;
    let both = ReplayRequest {
        moves: vec!["c3-d4".to_owned()],
        ..of("", vec![played("c3-d4")])
    };
    let refused = replay(&client, both).await.unwrap_err();
    assert_malformed(&refused, "NEEDLESS_FIELD", "actions");
    let long = of("", vec![used(recon()); 2001]);
    let refused = replay(&client, long).await.unwrap_err();
    assert_malformed(&refused, "TOO_MANY_MOVES", "actions");
    let longest = of("", vec![used(recon()); 2000]);
    let answer = replay(&client, longest).await.unwrap();
    assert!(answer.moves.is_empty());
    let long = ReplayRequest {
        moves: vec!["c3-d4".to_owned(); 2001],
        ..of("", Vec::new())
    };
    let refused = replay(&client, long).await.unwrap_err();
    assert_malformed(&refused, "TOO_MANY_MOVES", "moves");
}
