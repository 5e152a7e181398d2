//! What is refused, and why: one row a refusal.

use proto::matchmaking::storage::v1::Queue;
use proto::matchmaking::v1 as messages;
use tonic::{Code, Request};

use crate::harness::{Replica, World, classic, queue, reason};

fn enqueue(queue: Queue, player: &str, offer: i64) -> messages::EnqueueRequest {
    messages::EnqueueRequest {
        mode: queue.mode,
        rated: queue.rated,
        player_id: player.to_owned(),
        offer_bot_after_ms: offer,
    }
}

fn invite(change: impl Fn(&mut messages::CreateInviteRequest)) -> messages::CreateInviteRequest {
    let mut request = crate::invites::wish();
    change(&mut request);
    request
}

/// A request by a caller such as `x-player anna`, or by nobody.
fn by<T>(caller: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    if let Some((kind, name)) = caller.split_once(' ') {
        let key: tonic::metadata::AsciiMetadataKey = kind.parse().unwrap();
        request.metadata_mut().insert(key, name.parse().unwrap());
    }
    request
}

async fn refused_to_wait(
    replica: &Replica,
    caller: &str,
    asks: messages::EnqueueRequest,
) -> String {
    let answer = replica.client().enqueue(by(caller, asks)).await;
    answer.map_or_else(|status| reason(&status), |_| "allowed".to_owned())
}

#[tokio::test]
async fn who_may_wait_and_where() {
    let world = World::on_a_file().await;
    let replica = world.replica().await;
    let anna = "x-player anna";
    let rows = [
        ("", enqueue(classic(), "", 0), "NO_TOKEN"),
        (anna, enqueue(classic(), "boris", 0), "NOT_YOU"),
        (
            "x-service any",
            enqueue(classic(), "anna", 0),
            "MISSING_SCOPE",
        ),
        (
            "x-service trusted",
            enqueue(classic(), "", 0),
            "MISSING_FIELD",
        ),
        (
            "x-service trusted",
            enqueue(classic(), "a/b", 0),
            "MALFORMED_NAME",
        ),
        (
            "x-service trusted",
            enqueue(classic(), "anna", 0),
            "allowed",
        ),
        (anna, enqueue(queue("", true), "", 0), "MISSING_FIELD"),
        (anna, enqueue(queue("x/y", true), "", 0), "MALFORMED_NAME"),
        (anna, enqueue(queue("chess", true), "", 0), "UNKNOWN_MODE"),
        (
            anna,
            enqueue(queue("alone", false), "", 0),
            "ONLY_WITH_BOTS",
        ),
        (anna, enqueue(queue("fun", true), "", 0), "CANNOT_BE_RATED"),
        (anna, enqueue(queue("fun", false), "", 0), "allowed"),
        (anna, enqueue(classic(), "", -1), "OUT_OF_BOUNDS"),
        (anna, enqueue(classic(), "", 86_400_001), "OUT_OF_BOUNDS"),
    ];
    for (caller, asks, why) in rows {
        let told = refused_to_wait(&replica, caller, asks.clone()).await;
        assert_eq!(told, why, "{caller}: {asks:?}");
    }
}

/// A queue of a mode that there is not is left by nobody: whoever misspells it is told.
#[tokio::test]
async fn queues_of_unknown_modes_are_not_left() {
    let world = World::on_a_file().await;
    let replica = world.replica().await;
    let anna = replica.player("anna");
    for (queue, why) in [
        (queue("chess", true), "UNKNOWN_MODE"),
        (queue("", true), "MISSING_FIELD"),
        (queue("x/y", true), "MALFORMED_NAME"),
    ] {
        let left = anna.cancel(queue.clone()).await.unwrap_err();
        assert_eq!(reason(&left), why, "cancel: {queue:?}");
        let taken = anna.accept_bot(queue.clone()).await.unwrap_err();
        assert_eq!(reason(&taken), why, "accept a bot: {queue:?}");
    }
    assert_eq!(anna.cancel(classic()).await.unwrap(), None);
    let early = anna.accept_bot(classic()).await.unwrap_err();
    assert_eq!(reason(&early), "NOT_WAITING");
}

#[tokio::test]
async fn which_invites_are_none() {
    let world = World::on_a_file().await;
    let replica = world.replica().await;
    let rows = [
        (invite(|ask| ask.mode.clear()), "MISSING_FIELD"),
        (invite(|ask| ask.mode = "chess".to_owned()), "UNKNOWN_MODE"),
        (
            invite(|ask| ask.mode = "alone".to_owned()),
            "ONLY_WITH_BOTS",
        ),
        (invite(|ask| ask.colour = 7), "UNKNOWN_COLOUR"),
        (invite(|ask| ask.expires_after_ms = 9_999), "OUT_OF_BOUNDS"),
        (invite(|ask| ask.expires_after_ms = -1), "OUT_OF_BOUNDS"),
        (
            invite(|ask| ask.expires_after_ms = i64::MAX),
            "OUT_OF_BOUNDS",
        ),
        (
            invite(|ask| ask.request_id = "a b".to_owned()),
            "MALFORMED_NAME",
        ),
        (
            invite(|ask| {
                ask.mode = "fun".to_owned();
                ask.rated = true;
            }),
            "CANNOT_BE_RATED",
        ),
        (invite(|ask| ask.player_id = "boris".to_owned()), "NOT_YOU"),
    ];
    for (asks, why) in rows {
        let answer = replica
            .client()
            .create_invite(by("x-player anna", asks.clone()))
            .await;
        assert_eq!(reason(&answer.unwrap_err()), why, "{asks:?}");
    }
}

#[tokio::test]
async fn codes_and_pages_are_checked() {
    let world = World::on_a_file().await;
    let replica = world.replica().await;
    let mut client = replica.client();
    let anna = "x-player anna";
    for (code, why) in [
        ("", "MALFORMED_CODE"),
        ("ABCDEFG0", "MALFORMED_CODE"),
        ("ABCDEFGH", "UNKNOWN_INVITE"),
    ] {
        let code = code.to_owned();
        let got = client.get_invite(by(anna, messages::GetInviteRequest { code: code.clone() }));
        assert_eq!(reason(&got.await.unwrap_err()), why);
        let watched = client.watch_invite(by(anna, messages::WatchInviteRequest { code }));
        assert_eq!(reason(&watched.await.unwrap_err()), why);
    }
    for (page_size, token, why) in [
        (10, "nonsense", "MALFORMED_PAGE_TOKEN"),
        (10, "1.ABC", "MALFORMED_PAGE_TOKEN"),
    ] {
        let asks = messages::ListLobbyRequest {
            mode: String::new(),
            page_size,
            page_token: token.to_owned(),
        };
        let answer = client.list_lobby(by(anna, asks)).await.unwrap_err();
        assert_eq!(
            (answer.code(), reason(&answer).as_str()),
            (Code::InvalidArgument, why)
        );
    }
}

#[tokio::test]
async fn a_public_url_is_an_address() {
    let world = World::on_a_file().await;
    let peers = platform::Channel::lazy(&world.address).unwrap();
    let needs = matchmaking::Needs {
        store: world.store().await,
        games: peers.clone(),
        ratings: peers,
    };
    let options = matchmaking::Options {
        public_url: Some("shashki.example".to_owned()),
        ..matchmaking::Options::default()
    };
    let stop = tokio_util::sync::CancellationToken::new();
    let refused = matchmaking::server(&options, &needs, &stop).err().unwrap();
    assert!(refused.to_string().contains("http://"), "{refused}");
}
