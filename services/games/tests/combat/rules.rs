//! Rules of a toy game, as plain as the games service takes them: a position is the side to move and
//! what was done so far. The move `wins` ends the game, and `bad` moves are illegal.

use platform::Fault;
use proto::rules::v1 as rules;
use proto::rules::v1::action::Action as Deed;
use proto::rules::v1::rules_service_server::RulesService;
use proto::rules::v1::{Boost, Position, Reason, Result as GameResult, Side};
use tonic::{Request, Response, Status};

/// What a rocket may hit. The last one wears a shield, and the game ends without the first.
pub(crate) const TARGETS: [&str; 3] = ["b8", "d8", "f8"];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules;

fn side(fen: &str) -> Side {
    if fen.starts_with('W') {
        Side::White
    } else {
        Side::Black
    }
}

fn win_of(side: Side) -> rules::Outcome {
    let result = match side {
        Side::White => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    };
    rules::Outcome {
        result: result.into(),
        reason: Reason::NoPieces.into(),
        also: Vec::new(),
    }
}

fn position(fen: String) -> Position {
    Position { fen, history: None }
}

/// Moves may be written in capitals.
fn full(text: &str) -> Result<String, Fault> {
    if text.starts_with("bad") {
        return Err(Fault::refused("ILLEGAL_MOVE", "not a legal move"));
    }
    Ok(text.to_lowercase())
}

fn after_move(fen: &str, text: &str) -> Result<(String, Position), Fault> {
    let text = full(text)?;
    let turned = if side(fen) == Side::White { 'B' } else { 'W' };
    let position = position(format!("{turned}{} {text}", &fen[1..]));
    Ok((text, position))
}

fn after_boost(
    fen: &str,
    boost: Boost,
    target: &str,
    text: &str,
) -> Result<rules::ApplyBoostResponse, Fault> {
    let mut answer = rules::ApplyBoostResponse {
        position: Some(position(fen.to_owned())),
        side_to_move: side(fen).into(),
        ..rules::ApplyBoostResponse::default()
    };
    match boost {
        Boost::Unspecified => return Err(Fault::malformed("boost", "MISSING_FIELD", "none")),
        Boost::Recon => {}
        Boost::Rocket => {
            assert!(TARGETS.contains(&target), "{target} was drawn");
            target.clone_into(&mut answer.target);
            answer.shield_burned = target == TARGETS[2];
            answer.outcome = (target == TARGETS[0]).then(|| win_of(side(fen)));
            answer.position = Some(position(format!("{fen} rocket@{target}")));
        }
        Boost::Shield => {
            let target = target.to_lowercase();
            if target == "b8" {
                return Err(Fault::refused("NOT_YOUR_MAN", "not a man of your own"));
            }
            answer.position = Some(position(format!("{fen} shield@{target}")));
            answer.target = target;
        }
        Boost::Sabotage => {
            let text = full(text)?;
            answer.position = Some(position(format!("{fen} sabotage@{text}")));
            answer.r#move = Some(rules::Move {
                text,
                ..rules::Move::default()
            });
        }
    }
    Ok(answer)
}

#[tonic::async_trait]
impl RulesService for Rules {
    async fn list_rulesets(
        &self,
        _: Request<rules::ListRulesetsRequest>,
    ) -> Result<Response<rules::ListRulesetsResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn start_position(
        &self,
        _: Request<rules::StartPositionRequest>,
    ) -> Result<Response<rules::StartPositionResponse>, Status> {
        Ok(Response::new(rules::StartPositionResponse {
            position: Some(position("W:".to_owned())),
            side_to_move: Side::White.into(),
            outcome: None,
        }))
    }

    async fn legal_moves(
        &self,
        request: Request<rules::LegalMovesRequest>,
    ) -> Result<Response<rules::LegalMovesResponse>, Status> {
        let request = request.into_inner();
        let side = side(&request.position.as_ref().unwrap().fen);
        let text = match (request.notation(), side) {
            (rules::Notation::Numeric, Side::White) => "22-18",
            (rules::Notation::Numeric, _) => "9-13",
            (_, Side::White) => "c3-d4",
            _ => "b6-a5",
        };
        let only = rules::Move {
            text: text.to_owned(),
            ..rules::Move::default()
        };
        Ok(Response::new(rules::LegalMovesResponse {
            moves: vec![only],
            side_to_move: side.into(),
            outcome: None,
        }))
    }

    async fn apply_move(
        &self,
        request: Request<rules::ApplyMoveRequest>,
    ) -> Result<Response<rules::ApplyMoveResponse>, Status> {
        let request = request.into_inner();
        let fen = request.position.unwrap().fen;
        let (text, position) = after_move(&fen, &request.r#move)?;
        let outcome = (text == "wins").then(|| win_of(side(&fen)));
        Ok(Response::new(rules::ApplyMoveResponse {
            side_to_move: side(&position.fen).into(),
            r#move: Some(rules::Move {
                text,
                ..rules::Move::default()
            }),
            position: Some(position),
            outcome,
        }))
    }

    async fn list_boosts(
        &self,
        request: Request<rules::ListBoostsRequest>,
    ) -> Result<Response<rules::ListBoostsResponse>, Status> {
        let fen = request.into_inner().position.unwrap().fen;
        let choice = |boost: Boost, targets: &[&str]| rules::BoostChoice {
            boost: boost.into(),
            targets: targets.iter().map(|&square| square.to_owned()).collect(),
            ..rules::BoostChoice::default()
        };
        let mut boosts = vec![
            choice(Boost::Recon, &[]),
            choice(Boost::Rocket, &TARGETS),
            choice(Boost::Shield, &["c1", "e1"]),
            choice(Boost::Sabotage, &[]),
        ];
        if fen.contains("shield@") {
            boosts[2].refused = Some("SHIELD_ALREADY_PLACED".to_owned());
        }
        Ok(Response::new(rules::ListBoostsResponse {
            boosts,
            side_to_move: side(&fen).into(),
            outcome: None,
        }))
    }

    async fn apply_boost(
        &self,
        request: Request<rules::ApplyBoostRequest>,
    ) -> Result<Response<rules::ApplyBoostResponse>, Status> {
        let request = request.into_inner();
        let fen = &request.position.as_ref().unwrap().fen;
        let applied = after_boost(fen, request.boost(), &request.target, &request.r#move)?;
        Ok(Response::new(applied))
    }

    async fn get_outcome(
        &self,
        _: Request<rules::GetOutcomeRequest>,
    ) -> Result<Response<rules::GetOutcomeResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn replay(
        &self,
        request: Request<rules::ReplayRequest>,
    ) -> Result<Response<rules::ReplayResponse>, Status> {
        let mut last = position("W:".to_owned());
        let mut moves = Vec::new();
        for action in request.into_inner().actions {
            let ply = match action.action.unwrap() {
                Deed::Move(text) => {
                    let (text, position) = after_move(&last.fen, &text)?;
                    last = position;
                    Some(text)
                }
                Deed::Boost(boost) => {
                    let applied =
                        after_boost(&last.fen, boost.boost(), &boost.target, &boost.r#move)?;
                    last = applied.position.unwrap();
                    applied.r#move.map(|played| played.text)
                }
            };
            moves.extend(ply.map(|text| rules::Move {
                text,
                after_fen: last.fen.clone(),
                ..rules::Move::default()
            }));
        }
        Ok(Response::new(rules::ReplayResponse {
            side_to_move: side(&last.fen).into(),
            moves,
            position: Some(last),
            outcome: None,
        }))
    }

    async fn write_pdn(
        &self,
        request: Request<rules::WritePdnRequest>,
    ) -> Result<Response<rules::WritePdnResponse>, Status> {
        // As it was asked for, without the clock notes.
        let moves = request.into_inner().moves.into_iter().map(|played| {
            let boosts = played
                .boosts
                .iter()
                .map(|boost| format!("{:?}@{}{}", boost.boost(), boost.target, boost.r#move));
            let boosts: Vec<_> = boosts.collect();
            let by = if played.sabotage { "!" } else { "" };
            format!("{boosts:?} {}{by}", played.text)
        });
        Ok(Response::new(rules::WritePdnResponse {
            pdn: moves.collect::<Vec<_>>().join("; "),
        }))
    }
}
