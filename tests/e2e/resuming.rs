//! A whole game on one socket for each player, through a gateway that is killed in the middle: who
//! comes back and names the last version seen is told the rest, and nothing twice.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use support::WAIT_TIMEOUT;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::harness::{GoldenGame, Kind, Line, Suite, event_of};

/// How long a player waits before another try.
const PAUSE: Duration = Duration::from_millis(20);

/// So many plies the players can be ahead of a kill, and so many are played elsewhere before the
/// gateway is back.
const AHEAD: usize = 6;

/// A player who follows the news and the game on one line, plays over REST, and notes what is told.
struct Player {
    id: String,
    token: String,
    /// The gateway's addresses.
    socket: String,
    http: String,
    golden: GoldenGame,
    line: Line,
    /// The game's first version for which it is this player's turn.
    first_turn: u64,
    game: String,
    /// The last version that was told on the game's stream, and in the news.
    seen: watch::Sender<u64>,
    news: u64,
    /// The players wait before this ply.
    allowed: watch::Receiver<usize>,
    events: Vec<Value>,
    /// Each answer to a move.
    answers: Vec<Value>,
    connections: usize,
    is_over: bool,
    last: Option<Value>,
}

impl Player {
    async fn enter(suite: &Suite, golden: &GoldenGame, allowed: watch::Receiver<usize>) -> Self {
        let guest = reqwest::Client::new().post(suite.url("/v1/sign-in/guest"));
        let guest: Value = guest.send().await.unwrap().json().await.unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, token) = (&guest["player"]["id"], &guest["tokens"]["access_token"]);
        let (socket, token) = (suite.socket("/v1/stream"), text(token));
        let mut line = Line::connect(&socket, &token).await.unwrap();
        line.open("me", "/v1/me/watch").await;
        let live = json!({"live_games": {"games": []}});
        assert_eq!(line.message("me").await, live);
        Self {
            id: text(id),
            token,
            socket,
            http: suite.url("/v1/games"),
            golden: golden.clone(),
            line,
            first_turn: 0,
            game: String::new(),
            seen: watch::Sender::new(0),
            news: 0,
            allowed,
            events: Vec::new(),
            answers: Vec::new(),
            connections: 1,
            is_over: false,
            last: None,
        }
    }

    /// Plays the game that somebody has begun for this player, to its end.
    async fn play(mut self) -> Self {
        let mut news = self.line.message("me").await;
        let game = news["game_started"].take();
        self.game = game["id"].as_str().unwrap().to_owned();
        let version = game["version"].as_u64().unwrap();
        let is_white = game["white"]["player_id"] == *self.id;
        self.first_turn = if is_white { version } else { version + 1 };
        self.news = version;
        self.seen.send_replace(version);
        self.follow().await;
        self.move_if_due().await;
        while !self.is_over || self.last.is_none() {
            match self.line.next().await {
                Some(told) if told["id"] == "me" => self.hear_news(&told).await,
                Some(told) => self.hear(&told).await,
                None => self.come_back().await,
            }
        }
        self
    }

    async fn follow(&mut self) {
        let (game, version) = (&self.game, *self.seen.borrow());
        let path = format!("/v1/games/{game}/watch?after_version={version}");
        self.line.open("game", &path).await;
    }

    async fn come_back(&mut self) {
        self.line = loop {
            match Line::connect(&self.socket, &self.token).await {
                Ok(line) => break line,
                Err(_away) => sleep(PAUSE).await,
            }
        };
        self.connections += 1;
        self.line.open("me", "/v1/me/watch").await;
        if !self.is_over {
            self.follow().await;
        }
    }

    /// Takes in what the game's stream tells: the next event, or its end.
    async fn hear(&mut self, told: &Value) {
        assert_eq!(told["id"], "game", "{told}");
        if let Some(closed) = told.get("closed") {
            if is_to_be_opened_again(closed) {
                return self.follow().await;
            }
            assert_eq!(closed["reason"], "ENDED", "{told}");
            self.is_over = true;
            return;
        }
        let event = &told["message"]["event"];
        let next = *self.seen.borrow() + 1;
        assert_eq!(event["version"], next, "left out or told twice: {told}");
        self.events.push(event.clone());
        self.seen.send_replace(next);
        self.move_if_due().await;
    }

    /// Takes in the news: the game as it stands on each connection, then every turn.
    async fn hear_news(&mut self, told: &Value) {
        if let Some(closed) = told.get("closed") {
            assert!(is_to_be_opened_again(closed), "{told}");
            return self.line.open("me", "/v1/me/watch").await;
        }
        let news = &told["message"];
        if let Some(live) = news.get("live_games") {
            let games = live["games"].as_array().unwrap();
            let ids: Vec<_> = games.iter().map(|game| &game["id"]).collect();
            assert_eq!(ids, [&self.game]);
            self.news = games[0]["version"].as_u64().unwrap();
        } else if let Some(turn) = news.get("your_turn") {
            let next = (self.news + 1..).find(|version| self.is_turn(*version));
            assert_eq!(turn["version"].as_u64(), next, "{told}");
            assert_eq!(turn["game_id"], self.game);
            self.news = next.unwrap();
        } else {
            assert!(self.last.is_none(), "told twice: {told}");
            self.last = Some(news["game_over"].clone());
        }
    }

    /// Whether it is this player's turn at a version.
    fn is_turn(&self, version: u64) -> bool {
        version >= self.first_turn && (version - self.first_turn).is_multiple_of(2)
    }

    async fn move_if_due(&mut self) {
        let version = *self.seen.borrow();
        let ply = usize::try_from(version - 1).unwrap();
        if !self.is_turn(version) || ply == self.golden.moves.len() {
            return;
        }
        let allowed = self.allowed.wait_for(|allowed| ply < *allowed).await;
        drop(allowed.unwrap());
        let played = json!({"expected_ply": ply, "move": self.golden.moves[ply]});
        let answer = self.until_answered(&played).await;
        self.answers.push(answer);
    }

    /// Sends a move until it is answered. It may have been played before the answer was lost.
    async fn until_answered(&self, played: &Value) -> Value {
        let http = reqwest::Client::new();
        loop {
            let request = http.post(format!("{}/{}/moves", self.http, self.game));
            let request = request.bearer_auth(&self.token).json(played);
            if let Ok(answer) = request.timeout(WAIT_TIMEOUT).send().await {
                let status = answer.status();
                if let Ok(mut answer) = answer.json::<Value>().await {
                    match status {
                        StatusCode::OK => return answer["event"].take(),
                        StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => {}
                        other => panic!("{played}: {other} {answer}"),
                    }
                }
            }
            sleep(PAUSE).await;
        }
    }
}

/// Whether a stream that is over is to be opened again, as a service may still be on its way up.
fn is_to_be_opened_again(closed: &Value) -> bool {
    closed["retry"] == true
}

/// Plays moves over gRPC, past the gateway, until the game is at a ply.
async fn play_elsewhere(suite: &Suite, game: &str, golden: &GoldenGame, until: usize) {
    let mut client = suite.client();
    loop {
        let state = client.game(game).await;
        let ply = state.moves.len();
        if ply >= until {
            return;
        }
        let seat = match ply % 2 {
            0 => state.white,
            _ => state.black,
        };
        let Some(proto::games::v1::seat::Occupant::PlayerId(player)) = seat.unwrap().occupant
        else {
            panic!("a bot at the table")
        };
        // What a player has sent may come first.
        let _ = client
            .play(game, &player, state.ply, &golden.moves[ply])
            .await;
    }
}

#[tokio::test]
async fn a_whole_game_on_one_socket_each_through_a_killed_gateway() {
    let mut suite = Suite::start(Kind::Split).await;
    let golden = GoldenGame::all().into_iter().find(|golden| {
        let starts = golden.start.starts_with("W:");
        golden.ruleset == "russian" && starts && (40..60).contains(&golden.moves.len())
    });
    let golden = golden.unwrap();
    let plies = golden.moves.len();

    let (allow, allowed) = watch::channel(0);
    let white = Player::enter(&suite, &golden, allowed.clone()).await;
    let black = Player::enter(&suite, &golden, allowed).await;
    let mut seen = [white.seen.subscribe(), black.seen.subscribe()];
    let order = json!({
        "ruleset": golden.ruleset,
        "start_fen": golden.start,
        "white": {"player_id": white.id},
        "black": {"player_id": black.id},
    });
    let players = [white, black].map(|player| tokio::spawn(player.play()));
    let created = suite.http().post(suite.url("/v1/games")).json(&order);
    let created: Value = created.send().await.unwrap().json().await.unwrap();
    let game = created["game"]["id"].as_str().unwrap().to_owned();

    for kill in [plies / 3, 2 * plies / 3] {
        allow.send_replace(kill + AHEAD);
        for seen in &mut seen {
            let there = seen.wait_for(|version| *version > kill as u64);
            let there = timeout(WAIT_TIMEOUT, there).await;
            drop(there.expect("they play on").unwrap());
        }
        suite.kill_one("gateway");
        play_elsewhere(&suite, &game, &golden, kill + AHEAD).await;
        suite.launch().await;
    }
    allow.send_replace(plies);

    let mut client = suite.client();
    let mut noted = Vec::new();
    for player in players {
        let played = timeout(WAIT_TIMEOUT * 2, player).await;
        let player = played.expect("they come to an end").unwrap();
        assert_eq!(player.connections, 3);
        for answer in &player.answers {
            let told = player.events.iter();
            let mut told = told.filter(|told| told["version"] == answer["version"]);
            assert_eq!(told.next(), Some(answer), "the answer is the event");
        }
        let last = player.last.unwrap();
        assert_eq!(last["fen"], golden.last);
        assert_eq!(last["outcome"]["reason"], golden.reason);
        noted.push(player.events);
    }
    assert_eq!(noted[0], noted[1], "both are told the same");
    let texts = noted[0]
        .iter()
        .map(|event| &event["move_played"]["move"]["text"]);
    assert_eq!(
        texts.collect::<Vec<_>>(),
        golden.moves.iter().collect::<Vec<_>>()
    );
    let mut updates = client.watch(&game, 1).await;
    for told in &noted[0] {
        let event = event_of(updates.message().await.unwrap().unwrap());
        assert_eq!(told["version"], event.version);
    }
    assert!(updates.message().await.unwrap().is_none());
}
