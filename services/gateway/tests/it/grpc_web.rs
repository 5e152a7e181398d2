//! gRPC-Web on the HTTP port.

use std::sync::atomic::Ordering;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gateway::Limits;
use prost::Message;
use proto::games::v1::watch_game_response::Update;
use proto::games::v1::{GetGameRequest, GetGameResponse, WatchGameRequest, WatchGameResponse};
use reqwest::{Client, Method, RequestBuilder, Response};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::fixture::{Answer, Gateway, eventually};
use crate::frames::{framed, from_text, next_frame, read};

const GET_GAME: &str = "/shashki.games.v1.GamesService/GetGame";
const WATCH_GAME: &str = "/shashki.games.v1.GamesService/WatchGame";
const BINARY: &str = "application/grpc-web+proto";
const TEXT: &str = "application/grpc-web-text";

fn game(id: &str) -> Vec<u8> {
    let game_id = id.to_owned();
    framed(&GetGameRequest { game_id })
}

fn to_watch(id: &str) -> Vec<u8> {
    let game_id = id.to_owned();
    framed(&WatchGameRequest {
        game_id,
        ..WatchGameRequest::default()
    })
}

fn reason(status: &Status) -> (Code, String) {
    let info = status.get_details_error_info().expect("details");
    assert!(!status.message().is_empty());
    (status.code(), info.reason)
}

impl Gateway {
    fn call(&self, path: &str, content_type: &str, body: Vec<u8>) -> RequestBuilder {
        let request = self.request(Method::POST, path);
        request.header("content-type", content_type).body(body)
    }

    /// Makes a call, and gives the messages of its answer and its status.
    async fn called<M: Message + Default>(&self, path: &str, body: Vec<u8>) -> (Vec<M>, Status) {
        let answer = self.call(path, BINARY, body).send().await.unwrap();
        whole(answer).await
    }

    /// The code and reason with which a call is refused.
    async fn refused(&self, path: &str, body: Vec<u8>) -> (Code, String) {
        let (messages, status) = self.called::<GetGameResponse>(path, body).await;
        assert!(messages.is_empty());
        reason(&status)
    }

    fn watching(&self) -> usize {
        self.upstream.watching.load(Ordering::SeqCst)
    }
}

async fn whole<M: Message + Default>(answer: Response) -> (Vec<M>, Status) {
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], BINARY);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    read(answer.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn a_call_is_answered_in_every_content_type() {
    let gateway = Gateway::start().await;
    let types = [
        BINARY,
        "application/grpc-web",
        "application/grpc-web+proto; charset=utf-8",
    ];
    for content_type in types {
        let answer = gateway.call(GET_GAME, content_type, game("1")).send();
        let (messages, status) = whole::<GetGameResponse>(answer.await.unwrap()).await;
        assert_eq!(status.code(), Code::Ok, "{content_type}");
        assert_eq!(messages[0].game.as_ref().unwrap().id, "1");
    }
    for content_type in [TEXT, "application/grpc-web-text+proto"] {
        let body = STANDARD.encode(game("a game's id")).into_bytes();
        let answer = gateway
            .call(GET_GAME, content_type, body)
            .send()
            .await
            .unwrap();
        let told = answer.headers()["content-type"].to_str().unwrap();
        assert_eq!(told, "application/grpc-web-text+proto");
        let body = from_text(&answer.text().await.unwrap());
        let (messages, status) = read::<GetGameResponse>(body);
        assert_eq!(status.code(), Code::Ok);
        assert_eq!(messages[0].game.as_ref().unwrap().id, "a game's id");
    }
}

#[tokio::test]
async fn the_answer_is_in_the_form_that_is_asked_for() {
    let gateway = Gateway::start().await;
    let request = gateway
        .call(GET_GAME, BINARY, game("1"))
        .header("accept", TEXT);
    let answer = request.send().await.unwrap();
    let told = answer.headers()["content-type"].to_str().unwrap();
    assert_eq!(told, "application/grpc-web-text+proto");
    // Answers are not compressed, whatever the client can read.
    let request = gateway
        .call(WATCH_GAME, BINARY, to_watch("ends"))
        .header("accept-encoding", "gzip");
    let answer = request.send().await.unwrap();
    assert!(!answer.headers().contains_key("content-encoding"));
}

#[tokio::test]
async fn a_stream_comes_message_by_message() {
    let gateway = Gateway::start().await;
    let (messages, status) = gateway
        .called::<WatchGameResponse>(WATCH_GAME, to_watch("ends"))
        .await;
    assert_eq!(status.code(), Code::Ok);
    let updates: Vec<_> = messages
        .into_iter()
        .map(|told| told.update.unwrap())
        .collect();
    assert!(matches!(
        updates[..],
        [Update::Snapshot(_), Update::Event(_)]
    ));

    // What is told is here while the stream goes on, and a stream that is left ends behind too.
    let request = gateway.call(WATCH_GAME, BINARY, to_watch("quiet"));
    let mut answer = request.send().await.unwrap();
    let mut come = Vec::new();
    let (flag, content) = loop {
        come.extend(answer.chunk().await.unwrap().expect("more"));
        if let Some(frame) = next_frame(&mut come) {
            break frame;
        }
    };
    assert_eq!(flag, 0);
    let told = WatchGameResponse::decode(&content[..]).unwrap();
    assert!(matches!(told.update, Some(Update::Snapshot(_))));
    assert_eq!(gateway.watching(), 1);
    drop(answer);
    eventually(|| gateway.watching() == 0).await;
}

#[tokio::test]
async fn streams_end_when_the_gateway_stops_and_say_why() {
    let gateway = Gateway::start().await;
    let request = gateway.call(WATCH_GAME, BINARY, to_watch("quiet"));
    let answer = request.send().await.unwrap();
    let told = tokio::spawn(whole::<WatchGameResponse>(answer));
    gateway.stop().await;
    let (messages, status) = told.await.unwrap();
    assert_eq!(messages.len(), 1);
    let expected = (Code::Unavailable, "SHUTTING_DOWN".to_owned());
    assert_eq!(reason(&status), expected);
}

#[tokio::test]
async fn errors_come_as_the_status_behind_the_messages() {
    let gateway = Gateway::start().await;
    let (_, status) = gateway
        .called::<GetGameResponse>(GET_GAME, game("malformed"))
        .await;
    let expected = (Code::InvalidArgument, "MALFORMED_MOVE".to_owned());
    assert_eq!(reason(&status), expected);
    assert_eq!(status.message(), "not a move: ?");
    let fields = status.get_details_bad_request().unwrap().field_violations;
    assert_eq!(fields[0].field, "move");

    // Also where a stream breaks off after its first message.
    let (messages, status) = gateway
        .called::<WatchGameResponse>(WATCH_GAME, to_watch("lost"))
        .await;
    assert_eq!(messages.len(), 1);
    let expected = (Code::Unavailable, "SHUTTING_DOWN".to_owned());
    assert_eq!(reason(&status), expected);
}

#[tokio::test]
async fn a_call_needs_a_token() {
    let gateway = Gateway::start().await;
    let url = format!("http://{}{GET_GAME}", gateway.address);
    let request = Client::new().post(url).header("content-type", BINARY);
    let answer = request.body(game("1")).send().await.unwrap();
    let (_, status) = whole::<GetGameResponse>(answer).await;
    let expected = (Code::Unauthenticated, "NO_TOKEN".to_owned());
    assert_eq!(reason(&status), expected);
}

#[tokio::test]
async fn what_is_no_service_or_method_is_unimplemented() {
    let gateway = Gateway::start().await;
    let unknown = (Code::Unimplemented, "UNKNOWN_METHOD".to_owned());
    for path in [
        "/shashki.chess.v1.ChessService/Castle",
        "/shashki.games.v1.GamesService/Castle",
        "/shashki.games.v1.Games/GetGame",
    ] {
        assert_eq!(gateway.refused(path, game("1")).await, unknown, "{path}");
    }
    // What is no path of a call is no route, and a call is a POST.
    let none = gateway.call("/shashki.games.v1.GamesService", BINARY, game("1"));
    let none = Answer::of(none.send().await.unwrap()).await;
    assert_eq!(none.refusal(), (404, "NOT_FOUND", "NO_SUCH_ROUTE"));
    let read = gateway.get(GET_GAME).await;
    assert_eq!(read.refusal(), (405, "UNIMPLEMENTED", "METHOD_NOT_ALLOWED"));
}

#[tokio::test]
async fn other_content_types_are_refused() {
    let gateway = Gateway::start().await;
    let refused = (415, "INVALID_ARGUMENT", "NOT_GRPC_WEB");
    for content_type in [
        "application/json",
        "application/grpc",
        "application/grpc+proto",
        "application/grpc-web+json",
        "text/plain",
    ] {
        let request = gateway.call(GET_GAME, content_type, game("1"));
        let answer = Answer::of(request.send().await.unwrap()).await;
        assert_eq!(answer.refusal(), refused, "{content_type}");
    }
    let none = gateway.request(Method::POST, GET_GAME).body(game("1"));
    let none = Answer::of(none.send().await.unwrap()).await;
    assert_eq!(none.refusal(), refused);
}

#[tokio::test]
async fn bodies_that_are_no_message_are_refused_as_such() {
    let gateway = Gateway::start().await;
    let malformed = (Code::InvalidArgument, "MALFORMED_MESSAGE".to_owned());
    let whole = game("1");
    let bodies = [
        Vec::new(),
        whole[..3].to_vec(),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], &whole].concat(),
        [&[1], &whole[1..]].concat(),
        [&[0x80], &whole[1..]].concat(),
        vec![0, 0xff, 0xff, 0xff, 0xff],
        // A frame that is sound, and no message of this type in it.
        vec![0, 0, 0, 0, 2, 0xff, 0xff],
    ];
    for body in bodies {
        let refused = gateway.refused(GET_GAME, body.clone()).await;
        assert_eq!(refused, malformed, "{body:?}");
    }
    for text in ["?", "AAAA", "AAAAAAA", "AAAAAAA=AAAAAAA="] {
        let request = gateway
            .call(GET_GAME, TEXT, text.into())
            .header("accept", BINARY);
        let (_, status) = self::whole::<GetGameResponse>(request.send().await.unwrap()).await;
        assert_eq!(reason(&status), malformed, "{text}");
    }
}

#[tokio::test]
async fn a_message_may_have_so_many_bytes_and_no_more() {
    let gateway = Gateway::start().await;
    // The name of the field and the length of the text take four bytes.
    let longest = game(&"x".repeat(64 * 1024 - 4));
    let (messages, status) = gateway.called::<GetGameResponse>(GET_GAME, longest).await;
    assert_eq!((messages.len(), status.code()), (1, Code::Ok));
    let too_large = (Code::ResourceExhausted, "MESSAGE_TOO_LARGE".to_owned());
    for length in [64 * 1024 - 3, 200_000] {
        let refused = gateway.refused(GET_GAME, game(&"x".repeat(length))).await;
        assert_eq!(refused, too_large, "{length}");
    }
}

#[tokio::test]
async fn a_deadline_is_kept() {
    let gateway = Gateway::start().await;
    let request = gateway.call(GET_GAME, BINARY, game("hangs"));
    let request = request.header("grpc-timeout", "100m");
    let answer = request
        .timeout(Duration::from_secs(20))
        .send()
        .await
        .unwrap();
    let (_, status) = whole::<GetGameResponse>(answer).await;
    let expected = (Code::DeadlineExceeded, "DEADLINE_EXCEEDED".to_owned());
    assert_eq!(reason(&status), expected);
}

/// A stream of gRPC-Web takes a place as one over a WebSocket does.
#[tokio::test]
async fn what_is_under_way_at_once_has_a_bound() {
    let limits = Limits {
        streams: 3,
        ..Limits::default()
    };
    let gateway = Gateway::start_within(limits).await;
    let _socket = gateway.watch("quiet/watch").await.unwrap();
    let mut held = Vec::new();
    for _ in 0..2 {
        let request = gateway.call(WATCH_GAME, BINARY, to_watch("quiet"));
        held.push(request.send().await.unwrap());
    }
    let expected = (Code::ResourceExhausted, "OVERLOADED".to_owned());
    assert_eq!(gateway.refused(GET_GAME, game("1")).await, expected);
    held.clear();
    // The places are free again.
    eventually(|| gateway.watching() == 1).await;
    let (messages, _) = gateway.called::<GetGameResponse>(GET_GAME, game("1")).await;
    assert_eq!(messages.len(), 1);
}
