//! Everything that is counted, made to happen.

use std::io::Write as _;

use futures::StreamExt as _;
use futures::future::join_all;
use proto::bots::v1::Level;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::seat::Occupant;
use proto::matchmaking::v1 as matchmaking;
use proto::matchmaking::v1::enqueue_response::Update;
use proto::players::v1 as players;
use proto::players::v1::credentials::Kind;
use proto::rules::v1::Boost;
use proto::shop::v1 as shop;
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use tokio::time::{Duration, sleep};
use tonic::Streaming;

use super::prometheus::Prometheus;
use crate::harness::{Client, Socket, Suite, bot, player};

/// A mode in which flags fall at once.
const QUICK: &str = r#"
[[mode]]
id = "quick"
ruleset = "russian"
clock = { kind = "misses", move_ms = 300, misses = 2 }
"#;

/// Calls that do the same at the same time, so that their commits meet.
const AT_ONCE: usize = 12;

/// The built-in modes, and a quick one.
pub(super) fn modes() -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    let built_in = include_str!("../../../services/games/modes.toml");
    write!(file, "{built_in}{QUICK}").unwrap();
    file
}

/// Makes everything happen, and holds on to what stays open.
#[derive(Default)]
pub(super) struct Happenings {
    watched: Vec<Streaming<games::WatchGameResponse>>,
    waiting: Vec<Streaming<matchmaking::EnqueueResponse>>,
    sockets: Vec<Socket>,
}

impl Happenings {
    /// Everything once; each round has players of its own.
    pub(super) async fn all(&mut self, suite: &mut Suite, prometheus: &Prometheus, round: u32) {
        // Only at first: what a process has counted is gone with it.
        if round == 0 {
            retries(suite, prometheus).await;
        }
        let mut client = suite.client();
        sign_ins(suite, round).await;
        let rated = meet(&mut client, round).await;
        resign(&mut client, &rated.game_id, rated.white.as_deref().unwrap()).await;
        queue(&mut client, round).await;
        invites(&mut client, round).await;
        play(suite, &mut client, round).await;
        flags(&mut client, round).await;
        boosts(&mut client, round).await;
        buy(&mut client, round).await;
        ask(suite).await;
        self.follow(suite, &mut client, round).await;
    }

    /// Streams and sockets that stay open.
    async fn follow(&mut self, suite: &Suite, client: &mut Client, round: u32) {
        let game = create(client, "russian", round, "watched").await;
        self.watched.push(client.watch(&game.id, 0).await);
        let enqueued = enqueue(client, "poddavki", &format!("lonely-{round}")).await;
        self.waiting.push(enqueued);
        let invite = invite(client, &format!("host-{round}")).await;
        for path in [
            format!("/v1/games/{}/watch", game.id),
            format!("/v1/players/someone-{round}/watch"),
            format!("/v1/invites/{invite}/watch"),
            format!("/v1/queues/english/watch?rated=true&player_id=alone-{round}"),
        ] {
            self.sockets.push(suite.open(&path).await.unwrap());
        }
    }
}

async fn sign_ins(suite: &Suite, round: u32) {
    let mut client = suite.client_with("");
    let guest = players::SignInAsGuestRequest {};
    let guest = client.players.sign_in_as_guest(guest).await.unwrap();
    let refresh = players::RefreshRequest {
        refresh_token: guest.into_inner().tokens.unwrap().refresh_token,
    };
    client.players.refresh(refresh).await.unwrap();
    let (email, password) = (
        format!("ann-{round}@example.org"),
        "correct horse".to_owned(),
    );
    let with = |password: &str| players::Credentials {
        kind: Some(Kind::Email(players::EmailPassword {
            email: email.clone(),
            password: password.to_owned(),
        })),
    };
    let account = players::RegisterRequest {
        credentials: Some(with(&password)),
        name: format!("Ann the {round}"),
    };
    client.players.register(account).await.unwrap();
    for (password, is_right) in [(password.as_str(), true), ("wrong battery", false)] {
        let request = players::SignInRequest {
            credentials: Some(with(password)),
        };
        let answer = client.players.sign_in(request).await;
        assert_eq!(answer.is_ok(), is_right, "{answer:?}");
    }
}

async fn create(client: &mut Client, mode: &str, round: u32, name: &str) -> games::Game {
    let request = games::CreateGameRequest {
        rules: Some(Rules::Mode(mode.to_owned())),
        white: Some(player(&format!("{name}-white-{round}"))),
        black: Some(player(&format!("{name}-black-{round}"))),
        ..Default::default()
    };
    let created = client.games.create_game(request).await.unwrap();
    created.into_inner().game.unwrap()
}

async fn resign(client: &mut Client, game: &str, player: &str) {
    let request = games::ResignRequest {
        game_id: game.to_owned(),
        player_id: player.to_owned(),
        side: 0,
    };
    client.games.resign(request).await.unwrap();
}

async fn enqueue(
    client: &mut Client,
    mode: &str,
    player: &str,
) -> Streaming<matchmaking::EnqueueResponse> {
    let request = matchmaking::EnqueueRequest {
        mode: mode.to_owned(),
        rated: true,
        player_id: player.to_owned(),
        offer_bot_after_ms: 0,
    };
    client
        .matchmaking
        .enqueue(request)
        .await
        .unwrap()
        .into_inner()
}

/// Two meet in the queue.
async fn meet(client: &mut Client, round: u32) -> matchmaking::Match {
    let mut one = enqueue(client, "russian", &format!("one-{round}")).await;
    let _other = enqueue(client, "russian", &format!("other-{round}")).await;
    loop {
        match one.next().await.unwrap().unwrap().update {
            Some(Update::Matched(matched)) => return matched,
            Some(Update::Waiting(_)) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// One takes a bot, and one goes away.
async fn queue(client: &mut Client, round: u32) {
    let player_id = format!("impatient-{round}");
    let _waits = enqueue(client, "brazilian", &player_id).await;
    let request = matchmaking::AcceptBotRequest {
        mode: "brazilian".to_owned(),
        rated: true,
        player_id,
    };
    client.matchmaking.accept_bot(request).await.unwrap();
    let player_id = format!("undecided-{round}");
    let _waits = enqueue(client, "brazilian", &player_id).await;
    let request = matchmaking::CancelRequest {
        mode: "brazilian".to_owned(),
        rated: true,
        player_id,
    };
    client.matchmaking.cancel(request).await.unwrap();
}

async fn invite(client: &mut Client, player: &str) -> String {
    let request = matchmaking::CreateInviteRequest {
        player_id: player.to_owned(),
        mode: "russian".to_owned(),
        ..Default::default()
    };
    let created = client.matchmaking.create_invite(request).await.unwrap();
    created.into_inner().invite.unwrap().code
}

async fn invites(client: &mut Client, round: u32) {
    let [host, friend] = ["inviter", "friend"].map(|name| format!("{name}-{round}"));
    let (code, player_id) = (invite(client, &host).await, friend.clone());
    let request = matchmaking::AcceptInviteRequest { code, player_id };
    client.matchmaking.accept_invite(request).await.unwrap();
    let (code, player_id) = (invite(client, &host).await, friend);
    let request = matchmaking::DeclineInviteRequest { code, player_id };
    client.matchmaking.decline_invite(request).await.unwrap();
}

/// Moves of players over REST and at once, and of a bot.
async fn play(suite: &Suite, client: &mut Client, round: u32) {
    let game = create(client, "russian", round, "rest").await;
    let moves = format!("/v1/games/{}/moves", game.id);
    let white = format!("rest-white-{round}");
    for (text, is_right) in [("c3-e5", false), ("c3-d4", true)] {
        let body = json!({"player_id": white, "expected_ply": 0, "move": text});
        let status = post(suite, &moves, &body).await.status();
        assert_eq!(status.is_success(), is_right, "{text}: {status}");
    }
    // All of them read the game at one version, and one commit wins.
    for number in 0..4 {
        let name = format!("same{number}");
        let game = create(client, "russian", round, &name).await;
        let same = (0..AT_ONCE).map(|_| {
            let (mut client, id) = (client.clone(), game.id.clone());
            let white = format!("{name}-white-{round}");
            async move { client.play(&id, &white, 0, "c3-d4").await }
        });
        for answer in join_all(same).await {
            answer.unwrap();
        }
    }
    // An easy bot looks at nothing, this one searches.
    let thinker = games::Seat {
        occupant: Some(Occupant::Bot(Level::Medium.into())),
    };
    let against = client.create("russian", "", thinker, player("ann")).await;
    bot_has_moved(client, &against.id).await;
}

async fn bot_has_moved(client: &mut Client, game: &str) {
    while client.game(game).await.ply == 0 {
        sleep(Duration::from_millis(50)).await;
    }
}

/// Clocks run out while nobody moves.
async fn flags(client: &mut Client, round: u32) {
    let game = create(client, "quick", round, "slow").await;
    while client.game(&game.id).await.outcome.is_none() {
        sleep(Duration::from_millis(50)).await;
    }
}

async fn boosts(client: &mut Client, round: u32) {
    let game = create(client, "combat", round, "combat").await;
    let request = games::UseBoostRequest {
        game_id: game.id,
        player_id: format!("combat-white-{round}"),
        expected_action: 0,
        boost: Boost::Recon.into(),
        ..Default::default()
    };
    client.games.use_boost(request).await.unwrap();
}

/// Coins come and go, an item is used and given back.
async fn buy(client: &mut Client, round: u32) {
    let player_id = format!("buyer-{round}");
    let request_id = format!("dashboards:{round}");
    let grant = shop::GrantCoinsRequest {
        player_id: player_id.clone(),
        coins: 100,
        note: String::new(),
        request_id: format!("{request_id}:coins"),
    };
    client.shop.grant_coins(grant).await.unwrap();
    let purchase = shop::PurchaseRequest {
        player_id: player_id.clone(),
        offer_id: "recon".to_owned(),
        quantity: 1,
        expected_price: 10,
        request_id: request_id.clone(),
    };
    client.shop.purchase(purchase).await.unwrap();
    let (item, request_id) = ("recon".to_owned(), format!("{request_id}:use"));
    let consume = shop::ConsumeRequest {
        player_id: player_id.clone(),
        item: item.clone(),
        request_id: request_id.clone(),
    };
    client.shop.consume(consume).await.unwrap();
    let back = shop::GiveBackRequest {
        player_id,
        item,
        request_id,
    };
    client.shop.give_back(back).await.unwrap();
}

async fn post(suite: &Suite, path: &str, body: &Value) -> reqwest::Response {
    let request = suite.http().post(suite.url(path)).json(body);
    request.send().await.unwrap()
}

/// A hint and an analysis.
async fn ask(suite: &Suite) {
    let fen = "W:Wc3,e3:Bd6,f6";
    let hint = json!({"ruleset": "russian", "position": {"fen": fen}});
    let analyse =
        json!({"ruleset": "russian", "position": {"fen": fen}, "lines": 1, "time_ms": 50});
    for (path, body) in [
        ("/v1/positions/hint", hint),
        ("/v1/positions/analyse", analyse),
    ] {
        let answer = post(suite, path, &body).await;
        assert!(answer.status().is_success(), "{path}: {answer:?}");
    }
}

/// A bot is away when it is its turn, so the job comes again until it is back.
async fn retries(suite: &mut Suite, prometheus: &Prometheus) {
    let mut client = suite.client();
    suite.kill_one("bots");
    let game = client.create("russian", "", bot(), player("ann")).await;
    prometheus
        .until("increase(shashki_jobs_retries_total[10m]) > 0")
        .await;
    suite.launch().await;
    bot_has_moved(&mut client, &game.id).await;
}
