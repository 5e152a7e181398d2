//! A player who plays a bot through the gateway's REST, with moves from its list of legal ones.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::backend::Backend;
use crate::identity;
use crate::network::Wire;
use crate::table::move_of;
use crate::watcher::watch;
use crate::world::GATEWAY;

/// An app gives a request up after this long and sends it again.
const PATIENCE: Duration = Duration::from_secs(4);

/// Whoever has not lost or won after so many moves gives up.
const LONG_ENOUGH: usize = 40;

const PLAYER: &str = "zoe";

/// The game, and what the player was told of it.
#[derive(Clone)]
pub(crate) struct AgainstBot {
    seed: u64,
    /// The player's moves that were answered: the ply after each, and its text.
    answers: Arc<Mutex<Vec<(u64, String)>>>,
    game: Arc<Mutex<Value>>,
}

impl AgainstBot {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            answers: Arc::default(),
            game: Arc::default(),
        }
    }

    /// Plays to the end.
    pub(crate) async fn play(self) -> turmoil::Result {
        let app = App::new();
        let mut random = StdRng::seed_from_u64(self.seed);
        let request = json!({
            "ruleset": "russian", "white": {"player_id": PLAYER}, "black": {"bot": "easy"},
            "request_id": "against-a-bot",
        });
        let created = app.post("/v1/games", request).await;
        let path = format!("/v1/games/{}", created["game"]["id"].as_str().unwrap());
        for _ in 0..LONG_ENOUGH {
            let Some(ply) = my_turn(&app, &path).await else {
                break;
            };
            let legal = app.get(&format!("{path}/legal-moves")).await;
            let moves = legal["moves"].as_array().unwrap();
            let text = &moves[random.random_range(0..moves.len())]["text"];
            let request = json!({"player_id": PLAYER, "expected_ply": ply, "move": text});
            let answer = app.post(&format!("{path}/moves"), request).await;
            let played = &answer["event"]["move_played"]["move"];
            assert_eq!((&played["ply"], &played["text"]), (&json!(ply + 1), text));
            let answer = (ply + 1, text.as_str().unwrap().to_owned());
            self.answers.lock().unwrap().push(answer);
        }
        if app.game(&path).await["outcome"].is_null() {
            app.post(&format!("{path}/resign"), json!({"player_id": PLAYER}))
                .await;
        }
        *self.game.lock().unwrap() = app.game(&path).await;
        Ok(())
    }

    /// Compares what the player was told with what others are told of the game.
    pub(crate) async fn judge(self) -> turmoil::Result {
        let told = self.game.lock().unwrap().clone();
        let backend = Backend::new(0);
        let game = backend.game(told["id"].as_str().unwrap()).await;
        let texts = |game: &Value| -> Vec<String> {
            let moves = game["moves"].as_array().unwrap();
            moves
                .iter()
                .map(|played| played["text"].as_str().unwrap().to_owned())
                .collect()
        };
        let there: Vec<_> = game
            .moves
            .iter()
            .map(|played| played.text.clone())
            .collect();
        assert_eq!(texts(&told), there);
        assert_eq!(told["version"], json!(game.version));
        assert!(game.outcome.is_some() && !told["outcome"].is_null());

        let mine: Vec<_> = (1..).zip(there.iter().cloned()).step_by(2).collect();
        assert_eq!(
            *self.answers.lock().unwrap(),
            mine,
            "answers and history differ"
        );

        let retold = watch(
            backend,
            game.id.clone(),
            String::new(),
            1,
            watch::Sender::default(),
        )
        .await;
        let played: Vec<_> = retold.iter().filter_map(move_of).collect();
        assert_eq!(
            played,
            (1..)
                .zip(there.iter().map(String::as_str))
                .collect::<Vec<_>>()
        );
        assert_eq!(retold.last().unwrap().outcome, game.outcome);
        Ok(())
    }
}

/// Waits for the player's turn, which is the first and every other; `None` when the game is over.
async fn my_turn(app: &App, path: &str) -> Option<u64> {
    loop {
        let game = app.game(path).await;
        if !game["outcome"].is_null() {
            return None;
        }
        if let Some(ply) = game["ply"].as_u64().filter(|ply| ply.is_multiple_of(2)) {
            return Some(ply);
        }
        sleep(Duration::from_millis(150)).await;
    }
}

/// An app that says again what was not answered.
pub(crate) struct App {
    client: Client<Connector, Body>,
}

type Connector = tower::util::BoxCloneSyncService<Uri, TokioIo<Wire>, std::io::Error>;

impl App {
    pub(crate) fn new() -> Self {
        let connector =
            tower::service_fn(|_: Uri| async { Ok(TokioIo::new(Wire::connect(GATEWAY).await?)) });
        let client = Client::builder(TokioExecutor::new()).build(Connector::new(connector));
        Self { client }
    }

    async fn game(&self, path: &str) -> Value {
        self.get(path).await["game"].take()
    }

    async fn get(&self, path: &str) -> Value {
        self.until_answered(Method::GET, path, Value::Null).await
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.until_answered(Method::POST, path, body).await
    }

    async fn until_answered(&self, method: Method, path: &str, body: Value) -> Value {
        loop {
            let answer = self.once(method.clone(), path, &body);
            match timeout(PATIENCE, answer).await {
                Ok(Ok((status, answer))) if status.is_success() => return answer,
                Ok(Ok((status, answer))) => {
                    let is_passing = matches!(
                        status,
                        StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
                    );
                    assert!(is_passing, "{method} {path}: {status} {answer}");
                    assert!(answer["reason"].is_string(), "no reason: {answer}");
                }
                Ok(Err(_transport)) => {}
                Err(_gave_up) => continue,
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Sends a request once.
    pub(crate) async fn once(
        &self,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<(StatusCode, Value), Box<dyn std::error::Error + Send + Sync>> {
        let request = Request::builder()
            .method(method)
            .uri(format!("http://{GATEWAY}{path}"))
            .header("authorization", format!("Bearer {}", identity::token()));
        let request = if body.is_null() {
            request.body(Body::empty())?
        } else {
            request
                .header("content-type", "application/json")
                .body(Body::from(body.to_string()))?
        };
        let response = self.client.request(request).await?;
        let status = response.status();
        let body = to_bytes(Body::new(response.into_body()), usize::MAX).await?;
        Ok((status, serde_json::from_slice(&body)?))
    }
}
