//! What the canned services say.

use std::collections::HashMap;
use std::time::Duration;

use platform::Fault;
use prost_types::Timestamp;
use proto::bots::v1::Level;
use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use proto::games::v1::game_event::Happening;
use proto::games::v1::seat::Occupant;
use proto::games::v1::watch_player_response::News;
use proto::rules::v1 as rules;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

/// A game in which ann plays White against a bot.
pub(crate) fn game(id: &str) -> games::Game {
    let start = "W:Wc3:Bf6".to_owned();
    games::Game {
        id: id.to_owned(),
        version: 1,
        mode: Some("classic".to_owned()),
        ruleset: "russian-late-promotion".to_owned(),
        white: Some(seat(Occupant::PlayerId("ann".to_owned()))),
        black: Some(seat(Occupant::Bot(Level::Easy.into()))),
        start_fen: start.clone(),
        fen: start,
        side_to_move: rules::Side::White.into(),
        ply: 0,
        moves: Vec::new(),
        outcome: None,
        created_at: at(1_000),
        updated_at: at(1_000),
        ..games::Game::default()
    }
}

/// The same game between two people with a clock, watched, and with a draw offer open.
pub(crate) fn timed(id: &str) -> games::Game {
    games::Game {
        black: Some(seat(Occupant::PlayerId("bob".to_owned()))),
        clock: Some(clock(fischer())),
        draw_offered_by: Some(rules::Side::Black.into()),
        rematch_of: Some("before".to_owned()),
        spectators: 3,
        ..game(id)
    }
}

/// The same game, won, with a rematch that its loser wants.
pub(crate) fn over(id: &str) -> games::Game {
    games::Game {
        outcome: white_wins(rules::Reason::NoPieces),
        rematch: Some(rematch("")),
        ..game(id)
    }
}

/// The same after its first move.
pub(crate) fn played(id: &str) -> games::Game {
    games::Game {
        moves: vec![first_move()],
        ply: 1,
        fen: "B:Wd4:Bf6".to_owned(),
        ..game(id)
    }
}

/// The only legal move of White.
pub(crate) fn legal_move(notation: rules::Notation) -> rules::Move {
    let (text, path) = match notation {
        rules::Notation::Algebraic => ("c3-d4", ["c3", "d4"]),
        _ => ("22-18", ["22", "18"]),
    };
    rules::Move {
        text: text.to_owned(),
        path: path.map(str::to_owned).to_vec(),
        captured: Vec::new(),
        crowns: false,
        after_fen: "B:Wd4:Bf6".to_owned(),
    }
}

fn first_move() -> games::PlayedMove {
    games::PlayedMove {
        ply: 1,
        side: rules::Side::White.into(),
        text: "c3-d4".to_owned(),
        played_at: at(2_001),
        sabotaged: false,
    }
}

/// A game of combat: White has moved, Black has hit with a rocket and shielded, White has looked and
/// made Black's move, and calls for a shield.
pub(crate) fn combat(id: &str) -> games::Game {
    let sabotaged = games::PlayedMove {
        ply: 2,
        side: rules::Side::Black.into(),
        text: "f6-g5".to_owned(),
        sabotaged: true,
        ..first_move()
    };
    let used =
        |action, ply, side: rules::Side, boost: rules::Boost, target: &str| games::UsedBoost {
            action,
            ply,
            side: side.into(),
            boost: boost.into(),
            target: target.to_owned(),
            used_at: at(2_000 + i64::from(action)),
            ..games::UsedBoost::default()
        };
    let (white, black) = (rules::Side::White, rules::Side::Black);
    let recon = games::UsedBoost {
        hint: vec!["f6".to_owned(), "e5".to_owned()],
        ..used(2, 1, black, rules::Boost::Recon, "")
    };
    let rocket = games::UsedBoost {
        shield_burned: true,
        ..used(3, 1, black, rules::Boost::Rocket, "d4")
    };
    let sabotage = games::UsedBoost {
        r#move: "f6-g5".to_owned(),
        ..used(4, 1, white, rules::Boost::Sabotage, "")
    };
    games::Game {
        mode: Some("combat".to_owned()),
        black: Some(seat(Occupant::PlayerId("bob".to_owned()))),
        moves: vec![first_move(), sabotaged],
        ply: 2,
        actions: 5,
        boosts: vec![
            recon,
            rocket,
            sabotage,
            used(5, 2, white, rules::Boost::Shield, "d4"),
        ],
        boost_limits: Some(limits()),
        boost_in_flight: Some(call(6, rules::Boost::Recon)),
        ..game(id)
    }
}

pub(crate) fn limits() -> games::BoostLimits {
    games::BoostLimits {
        recon: 3,
        rocket: 1,
        shield: 2,
        sabotage: 1,
    }
}

/// White calls for a boost.
pub(crate) fn call(action: u32, boost: rules::Boost) -> games::BoostCalled {
    games::BoostCalled {
        action,
        side: rules::Side::White.into(),
        boost: boost.into(),
    }
}

/// What was asked for takes effect.
pub(crate) fn boosted(asked: &games::UseBoostRequest) -> Happening {
    let sabotage = asked.boost() == rules::Boost::Sabotage;
    let recon = asked.boost() == rules::Boost::Recon;
    let used = games::UsedBoost {
        action: asked.expected_action + 1,
        ply: 2,
        side: side_of(&asked.player_id),
        boost: asked.boost,
        target: asked.target.clone(),
        shield_burned: false,
        r#move: asked.r#move.clone(),
        hint: if recon {
            vec!["c3".to_owned(), "d4".to_owned()]
        } else {
            Vec::new()
        },
        used_at: at(2_500),
    };
    Happening::BoostUsed(games::BoostUsed {
        boost: Some(used),
        fen: "W:Wc3:Bf6:Sc3".to_owned(),
        side_to_move: rules::Side::White.into(),
        r#move: sabotage.then(|| games::PlayedMove {
            sabotaged: true,
            text: asked.r#move.clone(),
            ..first_move()
        }),
    })
}

/// ann plays White, everybody else Black.
pub(crate) fn side_of(player: &str) -> i32 {
    let side = if player == "ann" {
        rules::Side::White
    } else {
        rules::Side::Black
    };
    side.into()
}

pub(crate) fn rematch(id: &str) -> games::Rematch {
    games::Rematch {
        offered_by: rules::Side::Black.into(),
        game_id: id.to_owned(),
    }
}

pub(crate) fn fischer() -> games::ClockRule {
    let rule = games::FischerRule {
        initial_ms: 300_000,
        increment_ms: 3_000,
    };
    games::ClockRule {
        rule: Some(Rule::Fischer(rule)),
    }
}

pub(crate) fn warning() -> games::ClockRule {
    let rule = games::WarningRule {
        move_ms: 120_000,
        warning_ms: 30_000,
    };
    games::ClockRule {
        rule: Some(Rule::Warning(rule)),
    }
}

pub(crate) fn clock(rule: games::ClockRule) -> games::Clock {
    games::Clock {
        rule: Some(rule),
        now: at(2_000),
        white_ms: 299_000,
        black_ms: 300_000,
        white_misses: 1,
        black_misses: 0,
        deadline: at(301_000),
    }
}

pub(crate) fn seat(occupant: Occupant) -> games::Seat {
    games::Seat {
        occupant: Some(occupant),
    }
}

pub(crate) fn at(millis: i64) -> Option<Timestamp> {
    Some(Timestamp {
        seconds: millis / 1000,
        nanos: i32::try_from(millis % 1000).unwrap() * 1_000_000,
    })
}

pub(crate) fn white_wins(reason: rules::Reason) -> Option<rules::Outcome> {
    Some(rules::Outcome {
        result: rules::Result::WhiteWins.into(),
        reason: reason.into(),
        also: Vec::new(),
    })
}

/// An event, the second one of a game that goes on.
pub(crate) fn event(id: &str, happening: Happening) -> games::GameEvent {
    games::GameEvent {
        game_id: id.to_owned(),
        version: 2,
        at: at(2_500),
        happening: Some(happening),
        ..games::GameEvent::default()
    }
}

/// The side is Black's by default, and the game White's.
pub(crate) fn resigned(id: &str, side: rules::Side) -> games::GameEvent {
    let side = match side {
        rules::Side::Unspecified => rules::Side::Black,
        side => side,
    };
    let side = side.into();
    games::GameEvent {
        outcome: white_wins(rules::Reason::Resignation),
        ..event(id, Happening::Resigned(games::Resigned { side }))
    }
}

pub(crate) fn moved(id: &str, fen: String) -> games::GameEvent {
    let happening = Happening::MovePlayed(games::MovePlayed {
        r#move: Some(first_move()),
        fen,
        side_to_move: rules::Side::Black.into(),
    });
    games::GameEvent {
        at: at(2_001),
        ..event(id, happening)
    }
}

/// Everything that may happen beside moves and resigning.
pub(crate) fn happenings() -> Vec<Happening> {
    let side = rules::Side::White.into();
    vec![
        Happening::ClockWarning(games::ClockWarning { side }),
        Happening::TurnMissed(games::TurnMissed { side, misses: 1 }),
        Happening::TimeRanOut(games::TimeRanOut { side }),
        Happening::TimeGivenBack(games::TimeGivenBack { span_ms: 1_500 }),
        Happening::DrawOffered(games::DrawOffered { side }),
        Happening::DrawDeclined(games::DrawDeclined {}),
        Happening::DrawAgreed(games::DrawAgreed {}),
        Happening::Aborted(games::Aborted { side }),
        Happening::Abandoned(games::Abandoned {}),
        Happening::BoostCalled(call(3, rules::Boost::Rocket)),
        Happening::BoostRefused(games::BoostRefused {
            call: Some(call(3, rules::Boost::Rocket)),
            reason: "NOT_IN_INVENTORY".to_owned(),
        }),
    ]
}

/// One piece of news of every kind.
pub(crate) fn news() -> Vec<News> {
    let game_id = "g".to_owned();
    vec![
        News::LiveGames(games::LiveGames {
            games: vec![game("g")],
        }),
        News::GameStarted(timed("new")),
        News::YourTurn(games::YourTurn {
            game_id: game_id.clone(),
            ply: 2,
            version: 3,
        }),
        News::DrawOfferReceived(games::DrawOfferReceived {
            game_id: game_id.clone(),
        }),
        News::RematchOfferReceived(games::RematchOfferReceived { game_id }),
        News::GameOver(over("g")),
    ]
}

/// What a game or player of this id is refused with, if it is.
pub(crate) async fn refusal(id: &str) -> Result<(), Status> {
    if id == "hangs" {
        futures::future::pending::<()>().await;
    }
    if let Some(number) = id.strip_prefix("code-") {
        let code = Code::from_i32(number.parse().unwrap());
        return Err(Status::new(code, "secret detail"));
    }
    Err(match id {
        // Who is told to wait, and for how long.
        "waits" => {
            let mut details = ErrorDetails::with_retry_info(Some(Duration::from_millis(6_100)));
            let keys = [("limit".to_owned(), "20".to_owned())];
            details.set_error_info("RATE_LIMITED", "shashki", HashMap::from(keys));
            Status::with_error_details(Code::ResourceExhausted, "too many calls", details)
        }
        "unknown" => Fault::not_found("UNKNOWN_GAME", "there is no such game").into(),
        "stale" => Fault::stale("STALE_PLY", "read the game again").into(),
        "acted" => Fault::stale("STALE_ACTION", "read the game again").into(),
        "limited" => Fault::refused("LIMIT_REACHED", "no more rockets here").into(),
        "in-flight" => Fault::unavailable("BOOST_IN_FLIGHT", "repeat the call").into(),
        "actionless" => Fault::malformed("expected_action", "OUT_OF_BOUNDS", "too many").into(),
        "refused" => Fault::refused("ILLEGAL_MOVE", "c3-c5 is not legal here").into(),
        "denied" => Fault::denied("NOT_YOUR_GAME", "you do not play here").into(),
        "malformed" => Fault::malformed("move", "MALFORMED_MOVE", "not a move: ?").into(),
        "nameless" => Fault::malformed("player_id", "MALFORMED_NAME", "who plays?").into(),
        "failing" => Fault::internal("secret detail").into(),
        "stopping" => Fault::unavailable("SHUTTING_DOWN", "call again").into(),
        _ => return Ok(()),
    })
}
