//! gRPC-Web on the gateway's HTTP port, with clients generated from the protos.

use axum::http;
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::watch_game_response::Update;
use proto::players::v1::SignInAsGuestRequest;
use proto::players::v1::players_service_client::PlayersServiceClient;
use tonic::body::Body;
use tonic::{Code, Request};
use tonic_web::GrpcWebClientLayer;
use tower::util::BoxCloneSyncService;
use tower::{Layer as _, ServiceExt as _};

use crate::harness::{Kind, Suite, bot, event_of, fault_of, player};

/// The gateway's HTTP port, over connections of HTTP/1.1 as a browser's.
type Web = BoxCloneSyncService<http::Request<Body>, http::Response<Body>, legacy::Error>;

fn web(suite: &Suite) -> Web {
    let client = legacy::Client::builder(TokioExecutor::new()).build(HttpConnector::new());
    let gateway = suite.url("");
    let web = GrpcWebClientLayer::new()
        .layer(client)
        .map_request(move |mut request: http::Request<Body>| {
            let url = format!("{gateway}{}", request.uri().path());
            *request.uri_mut() = url.parse().unwrap();
            request
        })
        .map_response(|answer: http::Response<_>| answer.map(Body::new));
    BoxCloneSyncService::new(web)
}

/// A call with a header.
fn with<T>(message: T, header: &'static str, value: &str) -> Request<T> {
    let mut request = Request::new(message);
    request
        .metadata_mut()
        .insert(header, value.parse().unwrap());
    request
}

#[tokio::test]
async fn a_guest_plays_a_bot_over_grpc_web_alone() {
    let suite = Suite::start(Kind::Split).await;
    let mut players = PlayersServiceClient::new(web(&suite));
    let guest = players.sign_in_as_guest(SignInAsGuestRequest {});
    let guest = guest.await.unwrap().into_inner();
    let id = guest.player.unwrap().id;
    let bearer = format!("Bearer {}", guest.tokens.unwrap().access_token);
    let mut games = GamesServiceClient::new(web(&suite));

    let request = games::CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(player(&id)),
        black: Some(bot()),
        ..Default::default()
    };
    let created = games.create_game(with(request, "authorization", &bearer));
    let game = created.await.unwrap().into_inner().game.unwrap();
    let request = games::WatchGameRequest {
        game_id: game.id.clone(),
        ..Default::default()
    };
    let watching = games.watch_game(with(request, "authorization", &bearer));
    let mut updates = watching.await.unwrap().into_inner();
    let first = updates.message().await.unwrap().unwrap().update;
    assert!(matches!(first, Some(Update::Snapshot(_))), "{first:?}");

    let play = |ply: u32, text: &str| {
        let request = games::PlayMoveRequest {
            game_id: game.id.clone(),
            expected_ply: ply,
            r#move: text.to_owned(),
            ..Default::default()
        };
        with(request, "authorization", &bearer)
    };
    let played = games.play_move(play(0, "c3-d4")).await.unwrap();
    let told = event_of(updates.message().await.unwrap().unwrap());
    assert_eq!(Some(&told), played.get_ref().event.as_ref());
    let answer = event_of(updates.message().await.unwrap().unwrap());
    assert!(matches!(answer.happening, Some(Happening::MovePlayed(_))));

    // A refusal has its details.
    let refused = games.play_move(play(2, "a1-c3")).await.unwrap_err();
    let expected = (Code::FailedPrecondition, "ILLEGAL_MOVE".to_owned());
    assert_eq!(fault_of(&refused), expected);

    // The stream ends with the game.
    let request = games::ResignRequest {
        game_id: game.id.clone(),
        ..Default::default()
    };
    let resigned = games.resign(with(request, "authorization", &bearer));
    resigned.await.unwrap();
    event_of(updates.message().await.unwrap().unwrap());
    assert!(updates.message().await.unwrap().is_none());
}

/// Attempts to sign in are counted by the address that the operator's own proxy saw.
#[tokio::test]
async fn sign_ins_are_counted_by_their_own_address() {
    let settings = [
        ("SHASHKI_SIGN_INS_BY_ADDRESS", "3".to_owned()),
        ("SHASHKI_PROXIES", "1".to_owned()),
    ];
    let suite = Suite::start_with(Kind::Split, &settings).await;
    let sign_in = async |address: &str| {
        let request = with(SignInAsGuestRequest {}, "x-forwarded-for", address);
        let mut players = PlayersServiceClient::new(web(&suite));
        let answer = players.sign_in_as_guest(request).await;
        answer.err().map(|status| fault_of(&status))
    };
    let throttled = Some((Code::ResourceExhausted, "TOO_MANY_ATTEMPTS".to_owned()));
    for number in 0..3 {
        let forged = format!("203.0.113.{number}, 192.0.2.1");
        assert_eq!(sign_in(&forged).await, None);
    }
    assert_eq!(sign_in("192.0.2.1").await, throttled);
    assert_eq!(sign_in("192.0.2.2").await, None);
}
