//! Which boosts may be used on what, and what they do.

use draughts::combat::Refused;
use draughts::{Game, Notation, RULESETS};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use proto::rules::v1 as rules;
use proto::rules::v1::{
    ApplyBoostRequest, ApplyBoostResponse, ApplyMoveRequest, BoostAction, BoostChoice,
    ListBoostsRequest,
};
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tonic::Code;
use tonic::Status;

use crate::kit::{
    Client, assert_malformed, fault, position, recon, rocket, sabotage, service, shield,
};

const RULESET: &str = "russian-late-promotion";

async fn list(client: &Client, ruleset: &str, fen: &str) -> rules::ListBoostsResponse {
    let request = ListBoostsRequest {
        ruleset: ruleset.to_owned(),
        position: position(fen),
        ..ListBoostsRequest::default()
    };
    client
        .clone()
        .list_boosts(request)
        .await
        .unwrap()
        .into_inner()
}

async fn apply(
    client: &Client,
    fen: &str,
    boost: BoostAction,
) -> Result<ApplyBoostResponse, Status> {
    apply_in(client, RULESET, position(fen), boost).await
}

async fn apply_in(
    client: &Client,
    ruleset: &str,
    position: Option<rules::Position>,
    boost: BoostAction,
) -> Result<ApplyBoostResponse, Status> {
    let request = ApplyBoostRequest {
        ruleset: ruleset.to_owned(),
        position,
        boost: boost.boost,
        target: boost.target,
        r#move: boost.r#move,
        notation: rules::Notation::Algebraic.into(),
    };
    Ok(client.clone().apply_boost(request).await?.into_inner())
}

fn fen(response: &ApplyBoostResponse) -> &str {
    &response.position.as_ref().unwrap().fen
}

fn texts(choice: &BoostChoice) -> Vec<&str> {
    let moves = choice.moves.iter();
    moves.map(|legal| legal.text.as_str()).collect()
}

#[tokio::test]
async fn every_boost_is_listed_with_what_it_may_be_used_on() {
    let client = service().await;
    let answer = list(&client, RULESET, "W:Wc3,e3,Ka1:Bd6,f6,Kh8:Sf6").await;
    assert_eq!(answer.side_to_move(), rules::Side::White);
    assert_eq!(answer.outcome, None);
    let [recon, rocket, shield, sabotage] = &answer.boosts[..] else {
        panic!("{answer:?}");
    };
    let order = answer.boosts.iter().map(BoostChoice::boost);
    use rules::Boost::{Recon, Rocket, Sabotage, Shield};
    assert_eq!(order.collect::<Vec<_>>(), [Recon, Rocket, Shield, Sabotage]);
    assert!(answer.boosts.iter().all(|choice| choice.refused.is_none()));
    assert!(recon.targets.is_empty() && recon.moves.is_empty());
    assert_eq!(rocket.targets, ["d6", "f6"]);
    assert_eq!(shield.targets, ["c3", "e3"]);
    assert!(rocket.moves.is_empty() && shield.moves.is_empty());
    assert!(sabotage.targets.is_empty());
    assert_eq!(
        texts(sabotage),
        ["d6-c5", "d6-e5", "f6-e5", "f6-g5", "h8-g7"]
    );
    assert_eq!(sabotage.moves[0].after_fen, "W:WKa1,c3,e3:Bc5,f6,Kh8:Sf6");

    // Kings are hit where there are no men.
    let answer = list(&client, RULESET, "B:WKc3,Ke1:Ba7").await;
    assert_eq!(answer.boosts[1].targets, ["c3", "e1"]);

    // Numbers where the ruleset has them, in their order.
    let answer = list(&client, "international", "W:W31,47:B10,9").await;
    assert_eq!(answer.boosts[1].targets, ["9", "10"]);
    assert_eq!(answer.boosts[2].targets, ["31", "47"]);
}

#[tokio::test]
async fn a_boost_that_cannot_be_used_at_all_says_why() {
    let client = service().await;
    for (fen, refused) in [
        ("W:Wc3,e3:Bd6:Se3", ["", "", "SHIELD_ALREADY_PLACED", ""]),
        ("W:WKc3:Bd8", ["", "", "IS_KING", ""]),
        ("W:Wb2,c1,h2:Ba3", ["", "", "", "OPPONENT_HAS_NO_MOVE"]),
        ("W:Wa3:Bb4,c5", ["GAME_OVER"; 4]),
        ("W:W:Bb4", ["GAME_OVER"; 4]),
    ] {
        let answer = list(&client, RULESET, fen).await;
        for (choice, refused) in answer.boosts.iter().zip(refused) {
            let told = choice.refused.as_deref().unwrap_or_default();
            assert_eq!(told, refused, "{fen}: {choice:?}");
            let usable = !choice.targets.is_empty() || !choice.moves.is_empty();
            let is_recon = choice.boost() == rules::Boost::Recon;
            assert_eq!(usable, refused.is_empty() && !is_recon, "{fen}: {choice:?}");
        }
        assert_eq!(answer.boosts.len(), 4);
        assert_eq!(
            answer.outcome.is_some(),
            refused == ["GAME_OVER"; 4],
            "{fen}"
        );
    }
}

#[tokio::test]
async fn a_boost_takes_effect_and_its_user_is_to_move() {
    let client = service().await;
    for (before, boost, after, target) in [
        ("W:Wc3:Bd6,f6", rocket("f6"), "W:Wc3:Bd6", "f6"),
        ("W:Wc3:Bd6,f6", rocket("11"), "W:Wc3:Bd6", "f6"),
        ("W:Wc3:Bd6,f6:Sf6", rocket("f6"), "W:Wc3:Bd6,f6", "f6"),
        ("B:Wc3:Bd6,f6", shield("f6"), "B:Wc3:Bd6,f6:Sf6", "f6"),
        ("W:Wc3:Bd6,f6", recon(), "W:Wc3:Bd6,f6", ""),
        ("W:Wc3:Bf6", sabotage("f6-g5"), "W:Wc3:Bg5", ""),
    ] {
        let answer = apply(&client, before, boost.clone()).await.unwrap();
        assert_eq!(fen(&answer), after);
        assert_eq!(answer.target, target, "{boost:?}");
        let side = if before.starts_with('W') {
            rules::Side::White
        } else {
            rules::Side::Black
        };
        assert_eq!(answer.side_to_move(), side);
        assert_eq!(answer.outcome, None);
        assert_eq!(answer.shield_burned, before.contains(":Sf6"));
        assert_eq!(answer.r#move.is_some(), !boost.r#move.is_empty());
    }
    // The move of a sabotage comes in full, with its effect.
    let answer = apply(&client, "W:Wc3,e3:Bd4,h6:Sc3", sabotage("d4xf2"))
        .await
        .unwrap();
    let made = answer.r#move.clone().unwrap();
    assert_eq!(made.text, "d4:f2");
    assert_eq!(made.captured, ["e3"]);
    assert_eq!(made.after_fen, fen(&answer));
    assert_eq!(fen(&answer), "W:Wc3:Bf2,h6:Sc3");
}

#[tokio::test]
async fn every_refusal_has_its_reason() {
    let client = service().await;
    for (fen, boost, reason) in [
        ("W:Wa3:Bb4,c5", recon(), "GAME_OVER"),
        ("W:Wa3:Bb4,c5", rocket("b4"), "GAME_OVER"),
        ("W:Wa3:Bb4,c5", shield("a3"), "GAME_OVER"),
        ("W:Wa3:Bb4,c5", sabotage("b4-c3"), "GAME_OVER"),
        ("W:Wc3:B", recon(), "GAME_OVER"),
        ("W:Wc3:Bd6", rocket("c3"), "NOT_A_TARGET"),
        ("W:Wc3:Bd6", rocket("e5"), "NOT_A_TARGET"),
        ("W:Wc3:Bd6,Kh8", rocket("h8"), "NOT_A_TARGET"),
        ("W:Wc3:Bd6", shield("d6"), "NOT_YOUR_MAN"),
        ("W:Wc3:BKd8", shield("d8"), "NOT_YOUR_MAN"),
        ("W:Wc3:Bd6", shield("e5"), "NOT_YOUR_MAN"),
        ("W:Wc3,Ke1:Bd6", shield("e1"), "IS_KING"),
        ("W:Wc3,e3:Bd6:Sc3", shield("c3"), "ALREADY_SHIELDED"),
        ("W:Wc3,e3:Bd6:Sc3", shield("e3"), "SHIELD_ALREADY_PLACED"),
        ("W:Wb2,c1,h2:Ba3", sabotage("a3-b2"), "OPPONENT_HAS_NO_MOVE"),
        ("W:Wc3:Bd6", sabotage("c3-d4"), "ILLEGAL_MOVE"),
        ("W:Wc3:Bd6", sabotage("d6-d5x"), "MALFORMED_MOVE"),
        ("B:WKa1:Bd2,c3,f6", sabotage("a1:h8"), "AMBIGUOUS_MOVE"),
    ] {
        let refused = apply(&client, fen, boost.clone()).await.unwrap_err();
        if reason == "MALFORMED_MOVE" {
            assert_malformed(&refused, reason, "move");
        } else {
            let wanted = (Code::FailedPrecondition, reason.to_owned());
            assert_eq!(fault(&refused), wanted, "{fen} {boost:?}: {refused}");
        }
    }
}

#[tokio::test]
async fn a_boost_that_cannot_be_read_is_refused_where_it_is_wrong() {
    let client = service().await;
    let of = |boost: i32, target: &str, text: &str| BoostAction {
        boost,
        target: target.to_owned(),
        r#move: text.to_owned(),
    };
    let [plain, rocket, shield, sabotage] =
        [recon(), rocket(""), shield(""), sabotage("")].map(|sent| sent.boost);
    for (boost, reason, field) in [
        (of(0, "", ""), "MISSING_FIELD", "boost"),
        (of(99, "d6", ""), "MISSING_FIELD", "boost"),
        (of(rocket, "", ""), "MISSING_FIELD", "target"),
        (of(shield, "", ""), "MISSING_FIELD", "target"),
        (of(sabotage, "", ""), "MISSING_FIELD", "move"),
        (of(plain, "d6", ""), "NEEDLESS_FIELD", "target"),
        (of(plain, "", "d6-e5"), "NEEDLESS_FIELD", "move"),
        (of(rocket, "d6", "d6-e5"), "NEEDLESS_FIELD", "move"),
        (of(shield, "c3", "c3-d4"), "NEEDLESS_FIELD", "move"),
        (of(sabotage, "d6", "d6-e5"), "NEEDLESS_FIELD", "target"),
        (of(rocket, "i9", ""), "MALFORMED_SQUARE", "target"),
        (of(rocket, "d5", ""), "MALFORMED_SQUARE", "target"),
        (of(shield, "резня", ""), "MALFORMED_SQUARE", "target"),
    ] {
        let refused = apply(&client, "W:Wc3:Bd6", boost).await.unwrap_err();
        assert_malformed(&refused, reason, field);
    }
    let refused = apply_in(&client, RULESET, None, recon()).await;
    assert_malformed(&refused.unwrap_err(), "MISSING_FIELD", "position");
    for fen in ["W:Wc3:Bd6:Sd4", "W:WKc3:Bd6:Sc3", "W:Wc3,e3:Bd6:Sc3,e3"] {
        let refused = apply(&client, fen, recon()).await.unwrap_err();
        assert_malformed(&refused, "MALFORMED_FEN", "position.fen");
    }
    let refused = apply_in(&client, "chess", position("W:Wc3:Bd6"), recon()).await;
    let unknown = (Code::NotFound, "UNKNOWN_RULESET".to_owned());
    assert_eq!(fault(&refused.unwrap_err()), unknown);
    let request = ListBoostsRequest {
        ruleset: RULESET.to_owned(),
        ..ListBoostsRequest::default()
    };
    let refused = client.clone().list_boosts(request).await.unwrap_err();
    assert_malformed(&refused, "MISSING_FIELD", "position");
}

#[tokio::test]
async fn a_boost_can_end_the_game() {
    use rules::Reason::{DoubleRoad, NoMoves, NoPieces};
    use rules::Result::{BlackWins, Draw, WhiteWins};
    let client = service().await;
    for ruleset in &RULESETS {
        let (wins, loses) = match ruleset.objective {
            draughts::Objective::Normal => (WhiteWins, BlackWins),
            draughts::Objective::Giveaway => (BlackWins, WhiteWins),
        };
        for (fen, boost, result, reason) in [
            ("W:Wc3:Bd6", rocket("d6"), wins, NoPieces),
            ("W:Wc3:BKd6", rocket("d6"), wins, NoPieces),
            ("W:Wa3:Ba5,c5", sabotage("a5-b4"), loses, NoMoves),
            ("W:Wc3:Bd4,h8", sabotage("d4:b2"), loses, NoPieces),
        ] {
            let answer = apply_in(&client, ruleset.id, position(fen), boost).await;
            let outcome = answer.unwrap().outcome.unwrap();
            let end = (outcome.result(), outcome.reason());
            assert_eq!(end, (result, reason), "{} {fen}", ruleset.id);
        }
    }
    let fen = "W:WKg1:Bc7,Kh2";
    let answer = apply_in(&client, "poddavki", position(fen), rocket("c7")).await;
    let outcome = answer.unwrap().outcome.unwrap();
    assert_eq!((outcome.result(), outcome.reason()), (Draw, DoubleRoad));
}

#[tokio::test]
async fn what_draws_remember_starts_afresh_but_after_recon() {
    let client = service().await;
    let mut standing = position("W:WKc1,a3,h2:BKf8,h6").unwrap();
    for text in ["c1-d2", "f8-g7", "d2-c1", "g7-f8"] {
        let request = ApplyMoveRequest {
            ruleset: RULESET.to_owned(),
            position: Some(standing),
            r#move: text.to_owned(),
            ..ApplyMoveRequest::default()
        };
        let answer = client.clone().apply_move(request).await.unwrap();
        standing = answer.into_inner().position.unwrap();
    }
    let history = standing.history.clone().unwrap();
    assert_eq!((history.seen.len(), history.king_plies), (5, 4));
    for boost in [rocket("h6"), shield("a3"), sabotage("h6-g5")] {
        let answer = apply_in(&client, RULESET, Some(standing.clone()), boost).await;
        let history = answer.unwrap().position.unwrap().history.unwrap();
        assert_eq!((history.seen.len(), history.king_plies), (1, 0));
    }
    let answer = apply_in(&client, RULESET, Some(standing.clone()), recon()).await;
    assert_eq!(answer.unwrap().position, Some(standing));
}

/// What is listed can be used, and nothing else: in positions of random games with boosts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_listed_is_what_is_let_through() {
    let client = service().await;
    let input = (
        0..RULESETS.len(),
        prop::collection::vec(any::<(u8, usize)>(), 0..60),
    );
    let mut runner = TestRunner::new(ProptestConfig {
        cases: support::by_effort(48, 2_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let checked = runner.run(&input, |(number, steps)| {
        let mut game = Game::start(&RULESETS[number]);
        for (what, pick) in steps {
            step(&mut game, what, pick);
        }
        let ruleset = game.ruleset();
        let fen = game.position().to_fen(ruleset.board, Notation::Algebraic);
        let check = async {
            let listed = list(&client, ruleset.id, &fen).await;
            let rockets = &listed.boosts[1].targets;
            let shields = &listed.boosts[2].targets;
            for square in squares(ruleset.board.edge()) {
                let square = square.to_text(ruleset.board, ruleset.notation);
                for (targets, boost) in [(rockets, rocket(&square)), (shields, shield(&square))] {
                    let answer = apply_in(&client, ruleset.id, position(&fen), boost).await;
                    assert_eq!(answer.is_ok(), targets.contains(&square), "{fen} {square}");
                }
            }
            for legal in &listed.boosts[3].moves {
                let boost = sabotage(&legal.text);
                let answer = apply_in(&client, ruleset.id, position(&fen), boost)
                    .await
                    .unwrap();
                let numeric = draughts::Position::from_fen(&legal.after_fen, ruleset).unwrap();
                assert_eq!(
                    self::fen(&answer),
                    numeric.to_fen(ruleset.board, Notation::Algebraic)
                );
            }
        };
        block_in_place(|| Handle::current().block_on(check));
        Ok(())
    });
    checked.unwrap();
}

/// The dark squares of a board.
fn squares(edge: u8) -> impl Iterator<Item = draughts::Square> {
    let all = (0..edge).flat_map(move |file| (0..edge).map(move |rank| (file, rank)));
    all.filter_map(|(file, rank)| draughts::Square::new(file, rank))
}

/// One step of a random game.
fn step(game: &mut Game, what: u8, pick: usize) {
    let nth = |squares: draughts::Bitboard| {
        let count = squares.count().max(1) as usize;
        squares.into_iter().nth(pick % count)
    };
    let refused: Option<Refused> = match what % 8 {
        0 => nth(game.rocket_targets()).and_then(|target| game.rocket(target).err()),
        1 => nth(game.shield_places()).and_then(|target| game.shield(target).err()),
        _ => {
            let moves = game.legal_moves();
            if let Some(chosen) = moves.get(pick % moves.len().max(1)) {
                game.play(chosen).unwrap();
            }
            None
        }
    };
    assert_eq!(refused, None);
}
