//! A dependency that hangs is told in time and with a reason, however many ask.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::{CreateGameRequest, GameEvent, PlayMoveRequest};
use serde_json::json;
use tokio::time::{sleep, timeout};
use tonic::{Code, Request, Status};

use crate::backend::{Backend, Games, reason};
use crate::identity::channel;
use crate::rest::App;
use crate::seeds;
use crate::table::{move_of, person};
use crate::weather::{Kind, Link, Trouble};
use crate::world::{GAMES, GATEWAY, RULES, World};

/// When the links to the rules fail and when they work again: longer than it takes to find a
/// connection dead and to fail at making another one.
const FROM: Duration = Duration::from_secs(2);
const UNTIL: Duration = Duration::from_secs(22);

/// What an answer may need on the way, and a scheduler to wake up.
const ON_THE_WAY: Duration = Duration::from_millis(100);

/// The longest that games work on a move of their own accord.
const OF_ITS_OWN: Duration = Duration::from_secs(5);

/// The longest that the gateway takes: it asks once more when games say that they cannot.
const OF_THE_GATEWAY: Duration = Duration::from_secs(10);

fn failing(kind: Kind) -> Vec<Trouble> {
    let links: [Link; 3] = [(GAMES[0], RULES), (GAMES[1], RULES), (GATEWAY, RULES)];
    links
        .map(|link| Trouble {
            link,
            kind,
            from: FROM,
            until: UNTIL,
        })
        .to_vec()
}

#[test]
fn rules_that_hang_are_told_within_the_deadline() {
    for kind in [Kind::Stalled, Kind::Cut, Kind::CutOneWay] {
        let mut world = World::new(*seeds().start(), Duration::ZERO);
        world.sim.client("ann", ask_meanwhile());
        world.sim.client("zoe", ask_the_gateway_meanwhile());
        world.run(&failing(kind));
    }
}

/// Asks again and again, many at a time, with short deadlines, long ones and none.
async fn ask_meanwhile() -> turmoil::Result {
    let backend = Backend::new(0);
    let game = create(&backend, "asked-meanwhile").await;
    sleep(FROM).await;
    let deadlines = [Some(200), Some(1_000), Some(8_000), None];
    for deadline in deadlines.into_iter().cycle().take(8) {
        let deadline = deadline.map(Duration::from_millis);
        let games = Games::new(channel(&GAMES));
        let asked = (0..6).map(|_| play(games.clone(), &game, deadline));
        for status in join_all(asked).await {
            let status = status.expect_err("nobody can have checked the move");
            let codes = [Code::DeadlineExceeded, Code::Unavailable];
            assert!(codes.contains(&status.code()), "{status:?}");
            assert!(reason(&status).is_some(), "no reason: {status:?}");
        }
    }
    assert_eq!(backend.game(&game).await.ply, 0);

    // Once it works again, the same move is played.
    sleep(UNTIL).await;
    let event = play(Games::new(channel(&GAMES)), &game, None).await?;
    assert_eq!((event.version, move_of(&event)), (2, Some((1, "c3-d4"))));
    Ok(())
}

/// Sends the first move; it must be answered before the deadline, or soon without one.
async fn play(
    mut games: Games,
    game: &str,
    deadline: Option<Duration>,
) -> Result<GameEvent, Status> {
    let mut request = Request::new(PlayMoveRequest {
        game_id: game.to_owned(),
        player_id: "ann".to_owned(),
        expected_ply: 0,
        r#move: "c3-d4".to_owned(),
    });
    let bound = deadline.map_or(OF_ITS_OWN, |deadline| deadline.min(OF_ITS_OWN)) + ON_THE_WAY;
    if let Some(deadline) = deadline {
        request.set_timeout(deadline);
    }
    let answer = timeout(bound, games.play_move(request)).await;
    let answer = answer.unwrap_or_else(|_| panic!("no answer after {bound:?}"));
    Ok(answer?.into_inner().event.unwrap())
}

/// The same over REST: the statuses that mean "later", with a reason.
async fn ask_the_gateway_meanwhile() -> turmoil::Result {
    let backend = Backend::new(1);
    let game = create(&backend, "asked-over-rest").await;
    sleep(FROM).await;
    let app = App::new();
    let path = format!("/v1/games/{game}/moves");
    let request = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-d4"});
    while turmoil::sim_elapsed().unwrap() + OF_THE_GATEWAY < UNTIL {
        let answer = timeout(OF_THE_GATEWAY, app.once(Method::POST, &path, &request)).await;
        let (status, body) = answer.expect("an answer in time").unwrap();
        let later = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::GATEWAY_TIMEOUT];
        assert!(later.contains(&status), "{status} {body}");
        assert!(body["reason"].is_string(), "no reason: {body}");
        sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}

async fn create(backend: &Backend, name: &str) -> String {
    let request = CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(person("ann")),
        black: Some(person("bob")),
        request_id: name.to_owned(),
        ..CreateGameRequest::default()
    };
    let answer = backend
        .ask(request, async |mut games, request| {
            games.create_game(request).await
        })
        .await;
    answer.unwrap().game.unwrap().id
}
