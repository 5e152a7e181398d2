//! The gateway's gRPC port: one address for all services, in front of a process for each.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures::StreamExt as _;
use hyper_util::rt::TokioIo;
use platform::identity::Scope;
use proto::games::v1 as games;
use proto::players::v1 as players;
use proto::players::v1::players_service_client::PlayersServiceClient;
use proto::rules::v1 as rules;
use proto::shop::v1 as shop;
use tokio::net::TcpSocket;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_reflection::pb::v1;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use crate::harness::{Kind, Suite, channel, event_of, fault_of, player};

/// Every service of the suite.
const SERVICES: [&str; 7] = [
    "shashki.bots.v1.BotsService",
    "shashki.games.v1.GamesService",
    "shashki.matchmaking.v1.MatchmakingService",
    "shashki.players.v1.PlayersService",
    "shashki.ratings.v1.RatingsService",
    "shashki.rules.v1.RulesService",
    "shashki.shop.v1.ShopService",
];

/// Waits until a service, or all if it is none, is ready or is not.
async fn until(health: &mut HealthClient<Channel>, service: &str, ready: bool) {
    loop {
        let service = service.to_owned();
        let answer = health.check(HealthCheckRequest { service }).await.unwrap();
        if (answer.get_ref().status() == ServingStatus::Serving) == ready {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn calls_streams_and_refusals_come_through_as_they_are() {
    let suite = Suite::start(Kind::Split).await;
    let mut by_gateway = suite.client_by_one_port(suite.token());
    let mut direct = suite.client();
    let game = by_gateway
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let mut updates = by_gateway.watch(&game.id, 1).await;
    let played = by_gateway.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let told = event_of(updates.next().await.unwrap().unwrap());
    assert_eq!(told, played);
    assert_eq!(by_gateway.game(&game.id).await, direct.game(&game.id).await);

    // A refusal is the service's own to the last byte: code, message, details.
    let said = by_gateway.play(&game.id, "bob", 1, "c3-c5").await;
    let meant = direct.play(&game.id, "bob", 1, "c3-c5").await;
    let (said, meant) = (said.unwrap_err(), meant.unwrap_err());
    assert_eq!(fault_of(&said).1, "ILLEGAL_MOVE");
    assert_eq!(
        (said.code(), said.message(), said.details()),
        (meant.code(), meant.message(), meant.details())
    );

    // A stream that comes to its end does so here too.
    let request = games::ResignRequest {
        game_id: game.id.clone(),
        player_id: "bob".to_owned(),
        ..Default::default()
    };
    by_gateway.games.resign(request).await.unwrap();
    event_of(updates.next().await.unwrap().unwrap());
    assert!(updates.next().await.is_none());

    // Nobody is let in who is not let in there, and no token is lent to whoever has none.
    let mut stranger = suite.client_by_one_port("");
    let refused = stranger.shop.get_wallet(shop::GetWalletRequest::default());
    let refused = refused.await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::Unauthenticated, "NO_TOKEN".to_owned())
    );
}

#[tokio::test]
async fn it_says_what_there_is_and_how_it_is() {
    let suite = Suite::start(Kind::Split).await;
    let request = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut reflection = ServerReflectionClient::new(channel(suite.one_port()));
    let answers = reflection.server_reflection_info(tokio_stream::once(request));
    let answer = answers.await.unwrap().into_inner().message().await.unwrap();
    let Some(MessageResponse::ListServicesResponse(list)) = answer.unwrap().message_response else {
        panic!("no list")
    };
    let names: Vec<_> = list.service.iter().map(|service| &service.name).collect();
    for service in SERVICES {
        assert!(names.iter().any(|name| *name == service), "{names:?}");
    }

    let mut health = HealthClient::new(channel(suite.one_port()));
    for service in SERVICES.into_iter().chain([""]) {
        until(&mut health, service, true).await;
    }

    let mut nobody = tonic::client::Grpc::new(channel(suite.one_port()));
    nobody.ready().await.unwrap();
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    let path = "/shashki.chess.v1.ChessService/Castle".parse().unwrap();
    let refused = nobody.unary(Request::new(()), path, codec).await;
    assert_eq!(
        fault_of(&refused.unwrap_err()),
        (Code::Unimplemented, "UNKNOWN_METHOD".to_owned())
    );
}

#[tokio::test]
async fn a_service_that_is_away_is_said_to_be_and_found_again() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client_by_one_port(suite.token());
    let mut health = HealthClient::new(channel(suite.one_port()));
    suite.kill_one("rules");
    let ask = rules::ListRulesetsRequest::default;
    let refused = client.rules.list_rulesets(ask()).await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::Unavailable, "UNAVAILABLE".to_owned())
    );
    for service in [SERVICES[5], ""] {
        until(&mut health, service, false).await;
    }
    // The others go on.
    client
        .games
        .list_modes(games::ListModesRequest {})
        .await
        .unwrap();
    suite.launch().await;
    client.rules.list_rulesets(ask()).await.unwrap();

    // One that hangs is given up at the caller's deadline.
    suite.process("rules").suspend().await;
    let mut request = Request::new(ask());
    request.set_timeout(Duration::from_secs(1));
    let late = client.rules.list_rulesets(request).await.unwrap_err();
    suite.process("rules").signal("CONT");
    assert!(matches!(
        late.code(),
        Code::DeadlineExceeded | Code::Cancelled
    ));
    client.rules.list_rulesets(ask()).await.unwrap();
}

#[tokio::test]
async fn streams_end_with_a_reason_when_the_gateway_stops() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client_by_one_port(suite.token());
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let mut updates = client.watch(&game.id, 1).await;
    suite.process("gateway").signal("TERM");
    let refused = updates.next().await.unwrap().unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::Unavailable, "SHUTTING_DOWN".to_owned())
    );
    assert!(suite.process("gateway").ended().await.success());
}

/// Attempts to sign in are counted by the address that they come from, which nobody can make up.
#[tokio::test]
async fn sign_ins_are_counted_by_their_own_address() {
    let settings = [("SHASHKI_SIGN_INS_BY_ADDRESS", "3".to_owned())];
    let suite = Suite::start_with(Kind::Split, &settings).await;
    let port = suite.one_port();
    let sign_in = async |channel: &Channel, forged: &str, token: &str| {
        let mut request = Request::new(players::SignInAsGuestRequest {});
        for (name, value) in [("x-shashki-client", forged), ("authorization", token)] {
            if !value.is_empty() {
                let value = value.parse().unwrap();
                request.metadata_mut().insert(name, value);
            }
        }
        let mut players = PlayersServiceClient::new(channel.clone());
        let answer = players.sign_in_as_guest(request).await;
        answer.err().map(|status| fault_of(&status).1)
    };
    let throttled = Some("TOO_MANY_ATTEMPTS".to_owned());
    // Made beforehand: an attempt is allowed again every 20 seconds.
    let players = format!("Bearer {}", suite.mint(&["--name", "bare"], &[]));
    let gateway = suite.mint(&["--name", "gateway"], &[Scope::Forward]);
    let gateway = format!("Bearer {gateway}");
    let ann = from(Ipv4Addr::new(127, 0, 0, 11), port);
    for _ in 0..3 {
        assert_eq!(sign_in(&ann, "", "").await, None);
    }
    assert_eq!(sign_in(&ann, "", "").await, throttled);
    // Another's token makes no difference, and a made-up address is not believed: all that make
    // one up are counted as one.
    assert_eq!(sign_in(&ann, "", &players).await, throttled);
    for number in 0..3 {
        sign_in(&ann, &format!("192.0.2.{number}"), &players).await;
    }
    assert_eq!(sign_in(&ann, "192.0.2.9", &players).await, throttled);
    assert_eq!(sign_in(&ann, "192.0.2.9", "").await, throttled);
    // None of that is at the cost of others.
    let bob = from(Ipv4Addr::new(127, 0, 0, 12), port);
    assert_eq!(sign_in(&bob, "", "").await, None);
    // A gateway of somebody's own may say for whom it asks.
    assert_eq!(sign_in(&ann, "192.0.2.1", &gateway).await, None);
}

/// A channel that comes from an address.
fn from(address: Ipv4Addr, port: u16) -> Channel {
    let connector = tower::service_fn(move |_| async move {
        let socket = TcpSocket::new_v4()?;
        socket.bind((address, 0).into())?;
        let target = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Ok::<_, std::io::Error>(TokioIo::new(socket.connect(target).await?))
    });
    Endpoint::from_static("http://gateway").connect_with_connector_lazy(connector)
}
