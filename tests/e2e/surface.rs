//! What a stranger finds: reflection, health, REST, the WebSocket and the page.

use serde_json::{Value, json};
use support::Process;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::{v1, v1alpha};

use crate::harness::{GoldenGame, Kind, Suite, close_code, message};

const SERVICES: [&str; 4] = [
    "shashki.bots.v1.BotsService",
    "shashki.games.v1.GamesService",
    "shashki.players.v1.PlayersService",
    "shashki.rules.v1.RulesService",
];

#[tokio::test]
async fn reflection_tells_every_service_in_both_versions() {
    let suite = Suite::start(Kind::Embedded).await;
    let channel = suite.channel();

    let request = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut client = ServerReflectionClient::new(channel.clone());
    let mut answers = client
        .server_reflection_info(tokio_stream::once(request))
        .await
        .unwrap()
        .into_inner();
    let answer = answers
        .message()
        .await
        .unwrap()
        .unwrap()
        .message_response
        .unwrap();
    let MessageResponse::ListServicesResponse(list) = answer else {
        panic!("{answer:?}")
    };
    let names: Vec<_> = list
        .service
        .into_iter()
        .map(|service| service.name)
        .collect();
    for service in SERVICES.into_iter().chain(["grpc.health.v1.Health"]) {
        assert!(
            names.iter().any(|name| name == service),
            "{service} in {names:?}"
        );
    }

    // The older version, which many tools still speak, describes a symbol with all it imports.
    let request = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(
            v1alpha::server_reflection_request::MessageRequest::FileContainingSymbol(
                SERVICES[1].to_owned(),
            ),
        ),
    };
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(channel);
    let mut answers = client
        .server_reflection_info(tokio_stream::once(request))
        .await
        .unwrap()
        .into_inner();
    let answer = answers
        .message()
        .await
        .unwrap()
        .unwrap()
        .message_response
        .unwrap();
    let v1alpha::server_reflection_response::MessageResponse::FileDescriptorResponse(files) =
        answer
    else {
        panic!("{answer:?}")
    };
    assert!(!files.file_descriptor_proto.is_empty());
}

#[tokio::test]
async fn without_a_command_it_is_the_whole_suite_on_ports_that_it_prints() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        ("SHASHKI_HTTP", "127.0.0.1:0"),
        ("SHASHKI_GRPC", "127.0.0.1:0"),
    ];
    let none: [&str; 0] = [];
    let mut process = Process::start(
        "shashki",
        env!("CARGO_BIN_EXE_shashki"),
        none,
        &settings,
        folder.path(),
    );
    let page = process.line("play").await;
    let grpc = process.line("gRPC").await;
    assert_eq!(process.line("state").await, "data");
    let readyz = format!("{page}/readyz");
    while !reqwest::get(&readyz)
        .await
        .is_ok_and(|answer| answer.status().is_success())
    {
        tokio::task::yield_now().await;
    }
    assert!(
        reqwest::get(&page)
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .contains("<html")
    );
    tokio::net::TcpStream::connect(grpc).await.unwrap();
    assert!(folder.path().join("data/live.db").exists());

    // A second one in the same folder is told why it cannot run.
    let mut second = Process::start(
        "second",
        env!("CARGO_BIN_EXE_shashki"),
        none,
        &settings,
        folder.path(),
    );
    assert!(!second.ended().await.success());
    assert!(
        second.log_text().contains("live.db"),
        "{}",
        second.log_text()
    );
}

#[tokio::test]
async fn every_service_says_how_it_is() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = HealthClient::new(suite.channel());
    for service in SERVICES.into_iter().chain([""]) {
        let request = HealthCheckRequest {
            service: service.to_owned(),
        };
        let status = client.check(request).await.unwrap().into_inner().status();
        assert_eq!(status, ServingStatus::Serving, "{service}");
    }
    let request = HealthCheckRequest {
        service: "nobody".to_owned(),
    };
    assert_eq!(
        client.check(request).await.unwrap_err().code(),
        tonic::Code::NotFound
    );
}

#[tokio::test]
async fn readiness_follows_what_is_needed() {
    let mut suite = Suite::start(Kind::Split).await;
    let healthz = suite.url("/healthz");
    let readyz = suite.url("/readyz");
    suite.kill_one("rules");
    loop {
        let answer = reqwest::get(&readyz).await.unwrap();
        if answer.status() == 503 {
            assert!(
                answer.text().await.unwrap().contains("rules"),
                "it says what is missing"
            );
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(
        reqwest::get(&healthz).await.unwrap().status(),
        200,
        "the gateway itself is up"
    );
}

/// A game of golden moves over REST, followed over the WebSocket.
#[tokio::test]
async fn a_whole_game_over_rest() {
    let suite = Suite::start(Kind::Embedded).await;
    let http = suite.http();
    let golden = GoldenGame::all()
        .into_iter()
        .find(|golden| golden.ruleset == "russian-giveaway" && golden.moves.len() > 20)
        .unwrap();

    let order = json!({
        "ruleset": golden.ruleset,
        "start_fen": golden.start,
        "white": {"player_id": "ann"},
        "black": {"player_id": "bob"},
    });
    let created = http
        .post(suite.url("/v1/games"))
        .json(&order)
        .send()
        .await
        .unwrap();
    assert_eq!(created.status(), 200);
    let created: Value = created.json().await.unwrap();
    let game = &created["game"];
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());

    let watch = format!("{path}/watch?player_id=ann");
    let mut socket = suite.open(&watch).await.unwrap();
    assert_eq!(message(&mut socket).await, json!({"snapshot": game}));

    let mut side = game["side_to_move"].clone();
    for (ply, text) in golden.moves.iter().enumerate() {
        let legal: Value = http
            .get(suite.url(&format!("{path}/legal-moves")))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let offered = legal["moves"].as_array().unwrap();
        assert!(
            offered.iter().any(|legal| legal["text"] == **text),
            "{text} in {offered:?}"
        );

        let player = if side == "white" { "ann" } else { "bob" };
        let body = json!({"player_id": player, "expected_ply": ply, "move": text});
        let answer = http
            .post(suite.url(&format!("{path}/moves")))
            .json(&body)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        side = answer["event"]["move_played"]["side_to_move"].clone();
        assert_eq!(message(&mut socket).await, answer);
    }
    let last: Value = http
        .get(suite.url(&path))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(last["game"]["fen"], golden.last);
    assert_eq!(last["game"]["outcome"]["reason"], golden.reason);
    assert_eq!(close_code(&mut socket).await, CloseCode::Normal);
}

/// A method has its path by its proto alone.
#[tokio::test]
async fn a_backend_asks_over_rest_who_is_busy() {
    let suite = Suite::start(Kind::Embedded).await;
    let path = suite.url("/v1/busy-players?player_ids=ann&player_ids=bob");
    let answer = suite.http().get(&path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer, json!({"player_ids": []}));
}

#[tokio::test]
async fn refusals_over_rest_have_one_shape() {
    let suite = Suite::start(Kind::Embedded).await;
    let http = suite.http();
    let order = json!({"mode": "russian", "white": {"player_id": "ann"}, "black": {"bot": "easy"}});
    let game: Value = http
        .post(suite.url("/v1/games"))
        .json(&order)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let moves = format!("/v1/games/{}/moves", game["game"]["id"].as_str().unwrap());
    let play =
        |ply: u32, text: &str| json!({"player_id": "ann", "expected_ply": ply, "move": text});
    for (path, body, code, reason) in [
        (
            moves.as_str(),
            play(0, "c3-k4"),
            "INVALID_ARGUMENT",
            "MALFORMED_MOVE",
        ),
        (
            moves.as_str(),
            play(0, "c3-e5"),
            "FAILED_PRECONDITION",
            "ILLEGAL_MOVE",
        ),
        (moves.as_str(), play(5, "c3-d4"), "ABORTED", "STALE_PLY"),
        (
            "/v1/games/nope/moves",
            play(0, "c3-d4"),
            "NOT_FOUND",
            "UNKNOWN_GAME",
        ),
        (
            "/v1/games",
            json!({"mode": "chess", "white": {"player_id": "a"}, "black": {"bot": "easy"}}),
            "NOT_FOUND",
            "UNKNOWN_MODE",
        ),
    ] {
        let answer = http.post(suite.url(path)).json(&body).send().await.unwrap();
        assert!(
            answer.status().is_client_error(),
            "{reason}: {}",
            answer.status()
        );
        assert_eq!(
            answer.headers()["content-type"],
            "application/problem+json",
            "{reason}"
        );
        let status = answer.status().as_u16();
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(problem["reason"], reason, "{problem}");
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        let detail = problem["detail"].as_str();
        assert!(detail.is_some_and(|detail| !detail.is_empty()));
    }
    let body = "{\"player_id\":";
    let request = http
        .post(suite.url(&moves))
        .header("content-type", "application/json")
        .body(body);
    assert_eq!(request.send().await.unwrap().status(), 400);
    let request = http
        .post(suite.url(&moves))
        .json(&play(0, &"x".repeat(100_000)));
    assert_eq!(request.send().await.unwrap().status(), 413);
}
