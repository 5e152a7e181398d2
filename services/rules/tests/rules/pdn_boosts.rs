//! Games with boosts as PDN.

use draughts::combat::{self, Boost};
use draughts::{Notation, RULESETS, pdn};
use proto::rules::v1::{BoostAction, PdnMove, WritePdnRequest, action};
use tonic::{Code, Status};

use crate::kit::{
    Client, assert_malformed, fault, place, recon, rocket, sabotage, service, shield,
};
use crate::replay::GoldenCombat;

async fn write(client: &Client, request: WritePdnRequest) -> Result<String, Status> {
    Ok(client.clone().write_pdn(request).await?.into_inner().pdn)
}

fn of(start_fen: &str, moves: Vec<PdnMove>) -> WritePdnRequest {
    WritePdnRequest {
        ruleset: "russian-late-promotion".to_owned(),
        start_fen: start_fen.to_owned(),
        moves,
        ..WritePdnRequest::default()
    }
}

/// A move after boosts.
fn after(boosts: &[BoostAction], text: &str) -> PdnMove {
    PdnMove {
        text: text.to_owned(),
        boosts: boosts.to_vec(),
        ..PdnMove::default()
    }
}

fn sabotaged(text: &str) -> PdnMove {
    PdnMove {
        sabotage: true,
        ..after(&[], text)
    }
}

/// The moves of a golden game with the boosts before each.
fn moves(golden: &GoldenCombat) -> Vec<PdnMove> {
    let mut moves = Vec::new();
    let mut next = PdnMove::default();
    for sent in golden.actions() {
        match sent.action.unwrap() {
            action::Action::Move(text) => next.text = text,
            action::Action::Boost(boost) if boost.r#move.is_empty() => {
                next.boosts.push(boost);
                continue;
            }
            action::Action::Boost(boost) => {
                next.text = boost.r#move;
                next.sabotage = true;
            }
        }
        moves.push(std::mem::take(&mut next));
    }
    if !next.boosts.is_empty() {
        moves.push(next);
    }
    moves
}

/// An action of a record as the golden data has it: boost, square, move.
fn told(action: &combat::Action, ruleset: &draughts::Ruleset) -> (i32, String, String) {
    let square = |square: draughts::Square| square.to_text(ruleset.board, Notation::Algebraic);
    let (boost, target) = match action {
        combat::Action::Move(_) => (0, String::new()),
        combat::Action::Recon => (recon().boost, String::new()),
        combat::Action::Rocket(target) => (rocket("").boost, square(*target)),
        combat::Action::Shield(target) => (shield("").boost, square(*target)),
        combat::Action::Sabotage(_) => (sabotage("").boost, String::new()),
    };
    let text = action.ply();
    let text = text.map(|ply| ply.to_text(ruleset.board, Notation::Algebraic));
    (boost, target, text.unwrap_or_default())
}

#[tokio::test]
async fn golden_games_with_boosts_read_back() {
    let client = service().await;
    for golden in GoldenCombat::all() {
        let id = &golden.id;
        let mut moves = moves(&golden);
        for (ply, sent) in moves.iter_mut().enumerate() {
            sent.comment = format!("note-{ply}");
        }
        let request = WritePdnRequest {
            ruleset: golden.ruleset.clone(),
            ..of(&golden.start, moves.clone())
        };
        let text = write(&client, request).await.unwrap();
        let games = pdn::read(&text, &RULESETS[0]);
        let [Ok(record)] = &games[..] else {
            panic!("{id}: {games:?} {text}");
        };
        let read = record.actions.iter();
        let read: Vec<_> = read.map(|action| told(action, record.ruleset)).collect();
        let sent = golden.actions().into_iter();
        let sent: Vec<_> = sent
            .map(|sent| match sent.action.unwrap() {
                action::Action::Move(text) => (0, String::new(), text),
                action::Action::Boost(used) => (used.boost, used.target, used.r#move),
            })
            .collect();
        assert_eq!(read, sent, "{id}");
        assert_eq!(record.ruleset.id, golden.ruleset, "{id}");
        assert_eq!(record.result.unwrap().score(), golden.result, "{id}");
        assert_eq!(record.comments.len(), moves.len(), "{id}");
        for (place, comment) in record.comments.iter().enumerate() {
            assert_eq!(comment.text, format!("note-{place}"), "{id}");
            // Boosts before the game's end have no ply.
            assert_eq!(comment.after, (place + 1).min(golden.plies), "{id}");
        }
    }
}

#[tokio::test]
async fn the_written_form_is_this() {
    let client = service().await;
    let game = of(
        "W:Wc3,h2:Bd6,d8:Sd6",
        vec![
            after(&[rocket("d6"), recon()], "c3-d4"),
            sabotaged("h2-g3"),
            after(&[shield("d6")], "d6-e5"),
            PdnMove {
                comment: "[%clk 0:59]".to_owned(),
                ..after(&[], "d4:f6")
            },
            after(&[rocket("f6"), rocket("g3")], ""),
        ],
    );
    let text = write(&client, game).await.unwrap();
    assert_eq!(
        text,
        "[Result \"0-1\"]\n[GameType \"25\"]\n[Ruleset \"russian-late-promotion\"]\n[SetUp \"1\"]\n\
         [FEN \"W:Wc3,h2:Bd6,d8:Sd6\"]\n\n\
         {[%rocket d6]} {[%recon]} 1. c3-d4 h2-g3 {[%sabotage]} {[%shield d6]} 2. d6-e5\n\
         d4:f6 {[%clk 0:59]} {[%rocket f6]} {[%rocket g3]} 0-1\n"
    );
    assert!(pdn::read(&text, &RULESETS[0])[0].is_ok(), "{text}");
}

#[tokio::test]
async fn a_boost_at_fault_is_named() {
    let client = service().await;
    let start = "W:Wc3,h2:Bd6,h8";
    let first = || after(&[recon()], "c3-d4");
    for (sent, reason) in [
        (after(&[rocket("d6")], "d6-e5"), "NOT_A_TARGET"),
        (after(&[shield("h2")], "d6-e5"), "NOT_YOUR_MAN"),
        (sabotaged("d6-e5"), "ILLEGAL_MOVE"),
        (after(&[], "h2-g3"), "ILLEGAL_MOVE"),
    ] {
        let refused = write(&client, of(start, vec![first(), sent])).await;
        let refused = refused.unwrap_err();
        let wanted = (Code::FailedPrecondition, reason.to_owned());
        assert_eq!(fault(&refused), wanted, "{refused}");
        assert_eq!(place(&refused), ("1".to_owned(), "2".to_owned()));
    }
    for (sent, reason, field) in [
        (
            after(&[recon(), rocket("")], "d6-e5"),
            "MISSING_FIELD",
            "moves[1].boosts[1].target",
        ),
        (
            after(&[sabotage("h2-g3")], "d6-e5"),
            "NEEDLESS_FIELD",
            "moves[1].boosts[0].boost",
        ),
        (sabotaged(""), "MALFORMED_MOVE", "move"),
        (after(&[], ""), "MALFORMED_MOVE", "move"),
        (
            PdnMove {
                comment: format!("so [%{} d6]", Boost::Rocket.as_str()),
                ..after(&[], "d6-e5")
            },
            "MALFORMED_COMMENT",
            "moves[1].comment",
        ),
    ] {
        let refused = write(&client, of(start, vec![first(), sent])).await;
        assert_malformed(&refused.unwrap_err(), reason, field);
    }
    // Only the last may leave its move out.
    let early = vec![after(&[recon()], ""), first()];
    let refused = write(&client, of(start, early)).await.unwrap_err();
    assert_malformed(&refused, "MALFORMED_MOVE", "move");
}
