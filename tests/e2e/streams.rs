//! Streams over HTTP: many on one WebSocket, with a token that is renewed in place, and as
//! server-sent events. What is quiet says so.

use std::time::Duration;

use proto::games::v1::ResignRequest;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use support::{Process, WAIT_TIMEOUT};
use tokio::time::{sleep, timeout};

use crate::harness::{Kind, Line, Suite, connect, is_heartbeat, message, player, said};

/// Somebody who has signed in over REST.
struct Guest {
    id: String,
    access: String,
    refresh: String,
}

impl Guest {
    async fn sign_in(suite: &Suite) -> Self {
        let guest = post(suite, "", "/v1/sign-in/guest", &json!({})).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let tokens = &guest["tokens"];
        Self {
            id: text(&guest["player"]["id"]),
            access: text(&tokens["access_token"]),
            refresh: text(&tokens["refresh_token"]),
        }
    }

    async fn connect(&self, suite: &Suite) -> Line {
        let line = Line::connect(&suite.socket("/v1/stream"), &self.access).await;
        line.unwrap()
    }
}

/// Calls with a token, or without one if it is empty.
async fn post(suite: &Suite, token: &str, path: &str, body: &Value) -> Value {
    let mut request = reqwest::Client::new().post(suite.url(path)).json(body);
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let answer = answer.json().await.unwrap();
    assert_eq!(status, StatusCode::OK, "{path}: {answer}");
    answer
}

/// Two meet in a queue and two by an invite, with all their streams on one socket each.
#[tokio::test]
async fn players_meet_and_play_on_one_socket_each() {
    let suite = Suite::start(Kind::Split).await;
    let (ann, bob) = (Guest::sign_in(&suite).await, Guest::sign_in(&suite).await);
    let mut anns = ann.connect(&suite).await;
    let mut bobs = bob.connect(&suite).await;

    anns.open("queue", "/v1/queues/russian/watch?rated=true")
        .await;
    let waiting = anns.message("queue").await;
    assert_eq!(waiting["waiting"]["position"], 1, "{waiting}");
    bobs.open("queue", "/v1/queues/russian/watch?rated=true")
        .await;
    let mut games = Vec::new();
    for line in [&mut anns, &mut bobs] {
        games.push(until(line, "queue", "matched").await["game_id"].take());
        is_ended(&line.closed("queue").await);
    }
    assert_eq!(games[0], games[1], "they meet in one game");

    // It ends for one by what the other does, and then they meet by an invite.
    let game = games[0].as_str().unwrap();
    for line in [&mut anns, &mut bobs] {
        line.open("game", &format!("/v1/games/{game}/watch")).await;
        let snapshot = line.message("game").await;
        assert_eq!(snapshot["snapshot"]["id"], game);
    }
    let resign = format!("/v1/games/{game}/resign");
    let resigned = post(&suite, &ann.access, &resign, &json!({})).await;
    for line in [&mut anns, &mut bobs] {
        assert_eq!(line.message("game").await, resigned);
        let rated = line.message("game").await;
        assert!(rated["event"]["rated"].is_object(), "{rated}");
        is_ended(&line.closed("game").await);
    }

    let invite = post(
        &suite,
        &ann.access,
        "/v1/invites",
        &json!({"mode": "english"}),
    )
    .await;
    let path = format!("/v1/invites/{}", invite["invite"]["code"].as_str().unwrap());
    anns.open("invite", &format!("{path}/watch")).await;
    assert_eq!(anns.message("invite").await, invite);
    let accepted = post(&suite, &bob.access, &format!("{path}/accept"), &json!({})).await;
    assert_eq!(accepted["invite"]["status"], "accepted");
    assert_eq!(anns.message("invite").await, accepted);
    is_ended(&anns.closed("invite").await);
    // Who looks now sees the game that came of it.
    anns.open("me", "/v1/me/watch").await;
    let live = anns.message("me").await;
    let live = &live["live_games"]["games"];
    assert_eq!(live[0]["id"], accepted["invite"]["match"]["game_id"]);
    anns.close("me").await;
    assert_eq!(anns.closed("me").await["reason"], "CLOSED");
}

/// Checks how a stream ends that has told all there is.
fn is_ended(closed: &Value) {
    assert_eq!(closed["reason"], "ENDED", "{closed}");
    assert_eq!(closed["retry"], false, "{closed}");
}

/// Passes over messages of a stream until one has this member.
async fn until(line: &mut Line, id: &str, member: &str) -> Value {
    loop {
        let mut message = line.message(id).await;
        if message[member].is_object() {
            return message[member].take();
        }
    }
}

#[tokio::test]
async fn a_token_is_renewed_in_place() {
    let settings = [("SHASHKI_ACCESS_SECONDS", "1".to_owned())];
    let suite = Suite::start_with(Kind::Embedded, &settings).await;
    let ann = Guest::sign_in(&suite).await;
    let mut line = ann.connect(&suite).await;
    let none = json!({"live_games": {"games": []}});
    line.open("early", "/v1/me/watch").await;
    assert_eq!(line.message("early").await, none);

    // The token expires under the open socket.
    let refused = loop {
        line.open("late", "/v1/me/watch").await;
        let mut told = line.next().await.expect("the line stays open");
        assert_eq!(told["id"], "late");
        if told["closed"].is_object() {
            break told["closed"].take();
        }
        line.close("late").await;
        assert_eq!(line.closed("late").await["reason"], "CLOSED");
        sleep(Duration::from_millis(200)).await;
    };
    assert_eq!(refused["reason"], "REFUSED");
    assert_eq!(refused["retry"], false);
    assert_eq!(refused["problem"]["reason"], "TOKEN_EXPIRED");
    assert_eq!(refused["problem"]["status"], 401);

    let renewed = json!({"refresh_token": ann.refresh});
    let renewed = post(&suite, "", "/v1/refresh", &renewed).await;
    let renewed = renewed["tokens"]["access_token"].as_str().unwrap();
    line.renew(renewed).await;
    line.open("late", "/v1/me/watch").await;
    assert_eq!(line.message("late").await, none);

    // What was open all the time goes on as well.
    let mut client = suite.client();
    let game = client
        .create("russian", "", player(&ann.id), player("bob"))
        .await;
    let mut told = Vec::new();
    for _ in 0..2 {
        let news = line.next().await.unwrap();
        assert_eq!(news["message"]["game_started"]["id"], game.id, "{news}");
        told.push(news["id"].as_str().unwrap().to_owned());
    }
    told.sort_unstable();
    assert_eq!(told, ["early", "late"]);
}

#[tokio::test]
async fn a_token_can_come_after_the_handshake() {
    let suite = Suite::start(Kind::Embedded).await;
    let ann = Guest::sign_in(&suite).await;
    let url = suite.socket("/v1/stream");
    let mut line = Line::connect(&url, "").await.unwrap();
    line.open("me", "/v1/me/watch").await;
    let refused = line.closed("me").await;
    assert_eq!(refused["problem"]["reason"], "NO_TOKEN", "{refused}");
    line.renew(&ann.access).await;
    line.open("me", "/v1/me/watch").await;
    let live = line.message("me").await;
    assert!(live["live_games"].is_object(), "{live}");
}

/// What comes of a stream of server-sent events.
#[derive(Debug, PartialEq, Eq)]
enum Sent {
    Event {
        name: String,
        id: String,
        data: Value,
    },
    Comment,
}

/// An answer that is read event by event.
struct Events {
    answer: Response,
    come: String,
}

impl Events {
    /// Follows a path with the suite's token, after the last event seen if there was one.
    async fn follow(suite: &Suite, path: &str, seen: Option<u64>) -> Self {
        let request = suite.http().get(suite.url(path));
        let mut request = request.header("accept", "text/event-stream");
        if let Some(seen) = seen {
            request = request.header("last-event-id", seen);
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        let come = String::new();
        Self { answer, come }
    }

    /// The next event or comment; `None` at the end.
    async fn next(&mut self) -> Option<Sent> {
        let block = loop {
            if let Some((block, rest)) = self.come.split_once("\n\n") {
                let block = block.to_owned();
                self.come = rest.to_owned();
                break block;
            }
            let more = timeout(WAIT_TIMEOUT, self.answer.chunk()).await;
            let more = more.expect("something comes").unwrap()?;
            self.come.push_str(std::str::from_utf8(&more).unwrap());
        };
        let field = |name: &str| {
            let mut lines = block.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            value.unwrap_or_default().trim_start().to_owned()
        };
        Some(match field("data").as_str() {
            "" => Sent::Comment,
            data => Sent::Event {
                name: field("event"),
                id: field("id"),
                data: serde_json::from_str(data).unwrap(),
            },
        })
    }

    /// The next event, its id and what it holds.
    async fn event(&mut self) -> (String, Value) {
        loop {
            match self.next().await.expect("there is more") {
                Sent::Comment => {}
                Sent::Event { name, id, data } => {
                    assert_eq!(name, "", "{data}");
                    return (id, data);
                }
            }
        }
    }
}

#[tokio::test]
async fn a_game_is_followed_as_server_sent_events() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let path = format!("/v1/games/{}", game.id);
    let watch = format!("{path}/watch");
    let play = async |player: &str, ply: u32, text: &str| {
        let played = json!({"player_id": player, "expected_ply": ply, "move": text});
        post(&suite, suite.token(), &format!("{path}/moves"), &played).await
    };

    // From the state as it is, and then what happens.
    let first = play("ann", 0, "c3-d4").await;
    let mut events = Events::follow(&suite, &watch, None).await;
    let (id, snapshot) = events.event().await;
    assert_eq!((&*id, &snapshot["snapshot"]["ply"]), ("2", &json!(1)));
    let second = play("bob", 1, "b6-a5").await;
    assert_eq!(events.event().await, ("3".to_owned(), second.clone()));
    drop(events);

    // Who was away comes back after the last one seen, whichever that was.
    let third = play("ann", 2, "d4-c5").await;
    let fourth = play("bob", 3, "d6:b4").await;
    let all = [first, second, third, fourth];
    for seen in 1..=5 {
        let mut events = Events::follow(&suite, &watch, Some(seen)).await;
        for (version, missed) in (2..).zip(&all).filter(|(version, _)| *version > seen) {
            assert_eq!(events.event().await, (version.to_string(), missed.clone()));
        }
    }

    let mut events = Events::follow(&suite, &watch, Some(5)).await;
    let request = ResignRequest {
        game_id: game.id.clone(),
        player_id: "ann".to_owned(),
        side: 0,
    };
    client.games.resign(request).await.unwrap();
    let (id, resigned) = events.event().await;
    assert_eq!(id, "6");
    assert_eq!(resigned["event"]["resigned"], json!({"side": "white"}));
    let Some(Sent::Event { name, data, .. }) = events.next().await else {
        panic!("no farewell")
    };
    assert_eq!(name, "closed");
    is_ended(&data);
    assert_eq!(events.next().await, None);

    let stranger = reqwest::Client::new().get(suite.url(&watch));
    let stranger = stranger.header("accept", "text/event-stream");
    let refused = stranger.send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    let refused: Value = refused.json().await.unwrap();
    assert_eq!(refused["reason"], "NO_TOKEN");
}

#[tokio::test]
async fn what_is_quiet_says_so_as_often_as_is_set() {
    let settings = [("SHASHKI_HEARTBEAT", "1".to_owned())];
    let suite = Suite::start_with(Kind::Embedded, &settings).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let path = format!("/v1/games/{}/watch", game.id);

    let mut one = suite.open(&path).await.unwrap();
    let snapshot = message(&mut one).await;
    assert_eq!(snapshot["snapshot"]["id"], game.id);
    let mut many = Line::connect(&suite.socket("/v1/stream"), suite.token())
        .await
        .unwrap();
    many.open("game", &path).await;
    let snapshot = many.message("game").await;
    assert_eq!(snapshot["snapshot"]["id"], game.id);
    let mut events = Events::follow(&suite, &path, Some(1)).await;
    for _ in 0..2 {
        assert!(is_heartbeat(&said(&mut one).await.unwrap()));
        assert!(is_heartbeat(&said(&mut many.0).await.unwrap()));
        assert_eq!(events.next().await, Some(Sent::Comment));
    }
    // Between them comes what there is.
    let event = client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    for told in [
        message(&mut one).await,
        many.message("game").await,
        events.event().await.1,
    ] {
        assert_eq!(told["event"]["version"], event.version, "{told}");
    }
}

/// The same as an option, and on a line without a stream.
#[tokio::test]
async fn a_line_without_a_stream_is_kept_open_too() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "all",
        "--http",
        "127.0.0.1:0",
        "--grpc",
        "127.0.0.1:0",
        "--heartbeat",
        "1",
    ];
    let program = env!("CARGO_BIN_EXE_shashki");
    let mut process = Process::start("all", program, words, &[], folder.path());
    let page = process.line("play").await;
    let url = format!("{}/v1/stream", page.trim().replace("http://", "ws://"));
    let mut socket = connect(&url, "").await.unwrap();
    for _ in 0..2 {
        assert!(is_heartbeat(&said(&mut socket).await.unwrap()));
    }
}
