//! What is one trace: a move with the bot's answer, a matched pair, a flag, a boost, a rated result.

use futures::StreamExt as _;
use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use proto::games::v1::create_game_request::Rules;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::collector::{Collector, said};
use super::tree::{Caller, Tree};
use crate::harness::{Kind, Suite, bot, player};

const ANN: &str = "person-ann";
const BOB: &str = "person-bob";

/// A suite of separate processes, and the collector that hears of it.
struct Stage {
    suite: Suite,
    collector: Collector,
}

impl Stage {
    async fn set() -> Self {
        let (collector, settings) = Collector::start().await;
        let suite = Suite::start_with(Kind::Split, &settings).await;
        Self { suite, collector }
    }

    /// Asks the gateway in a trace.
    async fn post(&self, caller: &Caller, path: &str, body: Value) -> Value {
        let request = self.suite.http().post(self.suite.url(path)).json(&body);
        let answer = request.header("traceparent", caller.header()).send().await;
        answer
            .unwrap()
            .error_for_status()
            .unwrap()
            .json()
            .await
            .unwrap()
    }

    async fn create(&self, request: games::CreateGameRequest) -> String {
        let created = self.suite.client().games.create_game(request).await;
        created.unwrap().into_inner().game.unwrap().id
    }

    /// Nothing that was told in the whole time names a person.
    fn names_nobody(&self) {
        for sent in self.collector.spans() {
            let events = sent.span.events.iter();
            let of_events = events.flat_map(|event| &event.attributes);
            for attribute in sent.span.attributes.iter().chain(of_events) {
                let said = said(attribute.value.as_ref());
                assert!(
                    !said.contains("person-"),
                    "{} of {}: {said}",
                    attribute.key,
                    sent.span.name
                );
            }
        }
    }

    async fn holds(&self, caller: &Caller, branches: &[&[&str]]) -> Tree {
        let tree = caller.holds(&self.collector, branches).await;
        self.names_nobody();
        tree
    }
}

fn game(white: games::Seat, black: games::Seat) -> games::CreateGameRequest {
    games::CreateGameRequest {
        rules: Some(Rules::Mode("russian".to_owned())),
        white: Some(white),
        black: Some(black),
        ..Default::default()
    }
}

/// A branch that goes on from another.
macro_rules! below {
    ($above:expr, $($span:expr),+) => {
        &[$above.as_slice(), &[$($span),+]].concat()
    };
}

const MOVE: [&str; 3] = [
    "gateway POST /v1/games/{game_id}/moves",
    "gateway shashki.games.v1.GamesService/PlayMove",
    "games shashki.games.v1.GamesService/PlayMove",
];

#[tokio::test]
async fn a_move_and_the_bots_answer() {
    let stage = Stage::set().await;
    let id = stage.create(game(player(ANN), bot())).await;
    let caller = Caller::number(1);
    let played = json!({"player_id": ANN, "expected_ply": 0, "move": "c3-d4"});
    stage
        .post(&caller, &format!("/v1/games/{id}/moves"), played)
        .await;
    let turn = [MOVE.as_slice(), &["games store.commit", "games job turn"]].concat();
    let tree = stage
        .holds(
            &caller,
            &[
                below!(MOVE, "games store.read"),
                below!(
                    MOVE,
                    "games shashki.rules.v1.RulesService/ApplyMove",
                    "rules shashki.rules.v1.RulesService/ApplyMove"
                ),
                below!(
                    turn,
                    "games shashki.bots.v1.BotsService/ChooseMove",
                    "bots shashki.bots.v1.BotsService/ChooseMove"
                ),
                below!(
                    turn,
                    "games shashki.rules.v1.RulesService/ApplyMove",
                    "rules shashki.rules.v1.RulesService/ApplyMove"
                ),
                below!(turn, "games store.commit"),
            ],
        )
        .await;
    let by_call = "games shashki.games.v1.GamesService/PlayMove";
    let of_game = ("shashki.game.id", id.as_str());
    tree.says(
        by_call,
        &[of_game, ("shashki.mode", "russian"), ("shashki.ply", "1")],
    );
    tree.says(
        "games job turn",
        &[
            of_game,
            ("shashki.ply", "2"),
            ("shashki.job.outcome", "done"),
        ],
    );
    tree.is_linked("games job turn");
}

#[tokio::test]
async fn a_matched_pair() {
    let stage = Stage::set().await;
    let caller = Caller::number(2);
    let mut sockets = Vec::new();
    for (who, traced) in [(ANN, false), (BOB, true)] {
        let path = format!("/v1/queues/russian/watch?rated=true&player_id={who}");
        let mut request = stage.suite.socket(&path).into_client_request().unwrap();
        let headers = request.headers_mut();
        let bearer = format!("Bearer {}", stage.suite.token());
        headers.insert("authorization", bearer.parse().unwrap());
        if traced {
            headers.insert("traceparent", caller.header().parse().unwrap());
        }
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        // The first has a place before the second comes.
        socket.next().await.unwrap().unwrap();
        sockets.push(socket);
    }
    let enqueue = "shashki.matchmaking.v1.MatchmakingService/Enqueue";
    let joined = [
        "gateway GET /v1/queues/{mode}/watch".to_owned(),
        format!("gateway {enqueue}"),
        format!("matchmaking {enqueue}"),
    ];
    let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
    let paired = [
        joined.as_slice(),
        &[
            "matchmaking pair up",
            "matchmaking store.commit",
            "matchmaking job pair",
        ],
    ]
    .concat();
    let create = [
        paired.as_slice(),
        &[
            "matchmaking shashki.games.v1.GamesService/CreateGame",
            "games shashki.games.v1.GamesService/CreateGame",
        ],
    ]
    .concat();
    let tree = stage
        .holds(
            &caller,
            &[
                below!(joined, "matchmaking store.commit"),
                below!(paired, "matchmaking store.commit"),
                below!(create, "games store.commit"),
                below!(
                    create,
                    "games shashki.rules.v1.RulesService/StartPosition",
                    "rules shashki.rules.v1.RulesService/StartPosition"
                ),
            ],
        )
        .await;
    tree.is_linked("matchmaking job pair");
    tree.says(
        "matchmaking job pair",
        &[("shashki.mode", "russian"), ("shashki.rated", "true")],
    );
    let created = tree.spans("games shashki.games.v1.GamesService/CreateGame");
    assert_eq!(created.len(), 1, "a pair has one game");
}

#[tokio::test]
async fn a_flag_by_the_timer() {
    let stage = Stage::set().await;
    let misses = games::MissesRule {
        move_ms: 5_000,
        misses: 1,
    };
    let request = games::CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        clock: Some(games::ClockRule {
            rule: Some(Rule::Misses(misses)),
        }),
        ..game(player(ANN), player(BOB))
    };
    let id = stage.create(request).await;
    let caller = Caller::number(3);
    let played = json!({"player_id": ANN, "expected_ply": 0, "move": "c3-d4"});
    stage
        .post(&caller, &format!("/v1/games/{id}/moves"), played)
        .await;
    let flag = [MOVE.as_slice(), &["games store.commit", "games job time"]].concat();
    let archived = [
        "games store.commit",
        "games job archive",
        "games archive.keep",
    ];
    let archived = [flag.as_slice(), &archived].concat();
    let tree = stage
        .holds(
            &caller,
            &[
                below!(flag, "games store.read"),
                below!(flag, "games store.commit"),
                &archived,
            ],
        )
        .await;
    tree.is_linked("games job time");
    tree.says(
        "games job time",
        &[
            ("shashki.game.id", &id),
            ("shashki.result", "white_wins"),
            ("shashki.job.kind", "time"),
        ],
    );
}

#[tokio::test]
async fn a_boost() {
    let stage = Stage::set().await;
    let request = games::CreateGameRequest {
        rules: Some(Rules::Mode("combat".to_owned())),
        ..game(player(ANN), player(BOB))
    };
    let id = stage.create(request).await;
    let caller = Caller::number(4);
    let boost = json!({"player_id": ANN, "expected_action": 0, "boost": "shield", "target": "c3"});
    stage
        .post(&caller, &format!("/v1/games/{id}/boosts"), boost)
        .await;
    let used = [
        "gateway POST /v1/games/{game_id}/boosts",
        "gateway shashki.games.v1.GamesService/UseBoost",
        "games shashki.games.v1.GamesService/UseBoost",
    ];
    let tree = stage
        .holds(
            &caller,
            &[
                below!(
                    used,
                    "games shashki.rules.v1.RulesService/ApplyBoost",
                    "rules shashki.rules.v1.RulesService/ApplyBoost"
                ),
                below!(
                    used,
                    "games shashki.shop.v1.ShopService/Consume",
                    "shop shashki.shop.v1.ShopService/Consume",
                    "shop shop.change"
                ),
                below!(used, "games store.commit"),
            ],
        )
        .await;
    tree.says(
        "games shashki.games.v1.GamesService/UseBoost",
        &[("shashki.game.id", &id), ("shashki.mode", "combat")],
    );
}

#[tokio::test]
async fn a_rated_result() {
    let stage = Stage::set().await;
    let request = games::CreateGameRequest {
        rated: true,
        ..game(player(ANN), player(BOB))
    };
    let id = stage.create(request).await;
    let caller = Caller::number(5);
    stage
        .post(
            &caller,
            &format!("/v1/games/{id}/resign"),
            json!({"player_id": ANN}),
        )
        .await;
    let resigned = [
        "gateway POST /v1/games/{game_id}/resign",
        "gateway shashki.games.v1.GamesService/Resign",
        "games shashki.games.v1.GamesService/Resign",
        "games store.commit",
        "games job rate",
    ];
    let tree = stage
        .holds(
            &caller,
            &[
                below!(
                    resigned,
                    "games shashki.ratings.v1.RatingsService/ReportResult",
                    "ratings shashki.ratings.v1.RatingsService/ReportResult",
                    "ratings ratings.report"
                ),
                below!(
                    resigned,
                    "games store.commit",
                    "games job archive",
                    "games archive.keep"
                ),
            ],
        )
        .await;
    tree.says(
        "games shashki.games.v1.GamesService/Resign",
        &[("shashki.game.id", &id), ("shashki.result", "black_wins")],
    );
    tree.says(
        "ratings shashki.ratings.v1.RatingsService/ReportResult",
        &[
            ("shashki.game.id", &id),
            ("shashki.pool", "russian"),
            ("shashki.result", "black_wins"),
        ],
    );
    tree.is_linked("games job rate");
    tree.is_linked("games job archive");
}
