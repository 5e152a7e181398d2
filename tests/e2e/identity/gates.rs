//! Who is let in.

use std::time::Duration;

use platform::identity::{Caller, Scope, Signer};
use proto::games::v1 as games;
use serde_json::{Value, json};
use tonic::Code;

use super::raw::Method;
use super::{guest, refresh};
use crate::harness::{Kind, Ports, Suite, bot, fault_of, player};

/// What answers without a token.
const OPEN: [&str; 6] = [
    "SignInAsGuest",
    "Register",
    "SignIn",
    "Refresh",
    "SignOut",
    "GetJwks",
];

/// What may be asked about anybody.
const OF_ANYBODY: [&str; 3] = ["GetPlayer", "GetPlayerRatings", "ListChanges"];

/// What only services do.
const OF_SERVICES: [&str; 6] = [
    "ForgetPlayer",
    "ReportResult",
    "CloseSeason",
    "GrantCoins",
    "Consume",
    "GiveBack",
];

/// The port of a service, where it is known.
fn port(kind: Kind, ports: Ports, service: &str) -> Option<u16> {
    Some(match service {
        _ if kind == Kind::Embedded => ports.games,
        "shashki.rules.v1.RulesService" => ports.rules,
        "shashki.bots.v1.BotsService" => ports.bots,
        "shashki.games.v1.GamesService" => ports.games,
        "shashki.players.v1.PlayersService" => ports.players,
        "shashki.shop.v1.ShopService" => ports.shop,
        _ => return None,
    })
}

#[tokio::test]
async fn nothing_answers_without_a_token_but_what_signs_in() {
    for kind in [Kind::Embedded, Kind::Split] {
        let suite = Suite::start(kind).await;
        let mut open = Vec::new();
        for method in Method::all() {
            let Some(port) = port(kind, suite.all_ports(), &method.service) else {
                continue;
            };
            let refused = method
                .call(port, "", "")
                .await
                .err()
                .map(|status| fault_of(&status));
            if refused != Some((Code::Unauthenticated, "NO_TOKEN".to_owned())) {
                open.push(method.name);
            }
        }
        open.sort_unstable();
        let mut expected = OPEN;
        expected.sort_unstable();
        assert_eq!(open, expected);

        let stranger = reqwest::Client::new();
        for path in [
            "/v1/modes",
            "/v1/rulesets",
            "/v1/games/x",
            "/v1/me",
            "/v1/players/x",
        ] {
            let answer = stranger.get(suite.url(path)).send().await.unwrap();
            assert_eq!(answer.status(), 401, "{path}");
            let body: Value = answer.json().await.unwrap();
            assert_eq!(body["reason"], "NO_TOKEN", "{path}");
        }
        for path in [
            "/",
            "/healthz",
            "/readyz",
            "/openapi.json",
            "/.well-known/jwks.json",
        ] {
            let answer = stranger.get(suite.url(path)).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{path}");
        }
        let socket = suite.socket("/v1/games/x/watch");
        assert!(tokio_tungstenite::connect_async(socket).await.is_err());
    }
}

#[tokio::test]
async fn a_players_token_cannot_act_for_another() {
    let suite = Suite::start(Kind::Embedded).await;
    let ann = guest(&mut suite.client()).await;
    let mut checked = 0;
    for method in Method::all() {
        let name = method.name.as_str();
        let reason = match name {
            _ if OF_SERVICES.contains(&name) => "MISSING_SCOPE",
            _ if OF_ANYBODY.contains(&name) || method.player_id.is_none() => continue,
            _ => "NOT_YOU",
        };
        let port = suite.grpc_port();
        let refused = method.call(port, &ann.access, "bob").await.unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::PermissionDenied, reason.to_owned()),
            "{method:?}"
        );
        checked += 1;
    }
    assert!(checked >= 19, "{checked} methods");

    // Nor seat another, nor take what only services get.
    let mut client = suite.client_with(&ann.access);
    let order = |white, black, request_id: &str| games::CreateGameRequest {
        rules: Some(games::create_game_request::Rules::Ruleset(
            "russian".to_owned(),
        )),
        white: Some(white),
        black: Some(black),
        request_id: request_id.to_owned(),
        ..Default::default()
    };
    let me = || player(&ann.id);
    let other = client
        .games
        .create_game(order(me(), player("bob"), ""))
        .await;
    assert_eq!(fault_of(&other.unwrap_err()).1, "NOT_YOU");
    let busy = games::ListBusyPlayersRequest::default();
    let busy = client.games.list_busy_players(busy).await.unwrap_err();
    assert_eq!(
        fault_of(&busy),
        (Code::PermissionDenied, "MISSING_SCOPE".to_owned())
    );

    // Itself and bots it can seat, and it need not say who it is.
    let game = client.games.create_game(order(me(), bot(), "first")).await;
    let game = game.unwrap();
    let game = game.into_inner().game.unwrap();
    client.play(&game.id, "", 0, "c3-d4").await.unwrap();
    let alone = client.games.create_game(order(me(), me(), "second")).await;
    alone.unwrap();

    // The name of a request is the caller's own.
    let bob = guest(&mut suite.client()).await;
    let mut client = suite.client_with(&bob.access);
    let answer = client
        .games
        .create_game(order(player(&bob.id), bot(), "first"))
        .await;
    let bobs = answer.unwrap().into_inner().game.unwrap();
    assert_ne!(bobs.id, game.id);
    let meddling = client.play(&game.id, "", 0, "c3-d4").await.unwrap_err();
    assert_eq!(fault_of(&meddling).1, "NOT_YOUR_GAME");
}

#[tokio::test]
async fn a_service_does_what_its_scopes_say_and_no_more() {
    let suite = Suite::start(Kind::Embedded).await;
    let bare = suite.mint(&["--name", "bare", "--days", "1"], &[]);
    let mut client = suite.client_with(&bare);
    client
        .games
        .list_modes(games::ListModesRequest {})
        .await
        .unwrap();
    let game = suite
        .client()
        .create("russian", "", player("ann"), player("bob"))
        .await;
    client.game(&game.id).await;
    let refused = client.play(&game.id, "ann", 0, "c3-d4").await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (Code::PermissionDenied, "MISSING_SCOPE".to_owned())
    );
    let acting = suite.mint(&["--name", "acting"], &[Scope::PlayersAct]);
    let mut client = suite.client_with(&acting);
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let request = games::CreateGameRequest {
        rules: Some(games::create_game_request::Rules::Ruleset(
            "russian".to_owned(),
        )),
        white: Some(player("ann")),
        black: Some(player("bob")),
        ..Default::default()
    };
    let refused = client.games.create_game(request).await.unwrap_err();
    assert_eq!(fault_of(&refused).1, "MISSING_SCOPE");
}

#[tokio::test]
async fn tokens_that_are_not_ours_are_refused() {
    let settings = [("SHASHKI_ACCESS_SECONDS", "1".to_owned())];
    let suite = Suite::start_with(Kind::Embedded, &settings).await;
    let ann = guest(&mut suite.client()).await;
    let reason = async |token: &str| {
        let mut client = suite.client_with(token);
        let answer = client.games.list_modes(games::ListModesRequest {}).await;
        answer.err().map(|status| fault_of(&status))
    };
    let refused = |reason: &str| Some((Code::Unauthenticated, reason.to_owned()));
    assert_eq!(reason(&ann.access).await, None);

    let caller = Caller::Player { id: ann.id.clone() };
    let foreign = Signer::generate();
    let foreign = foreign.sign(&caller, Duration::from_secs(900)).unwrap();
    assert_eq!(reason(&foreign).await, refused("UNKNOWN_KEY"));

    let parts: Vec<_> = ann.access.split('.').collect();
    let theirs: Vec<_> = foreign.split('.').collect();
    for forged in [
        // Another's signature, another's claims, none at all.
        format!("{}.{}.{}", parts[0], parts[1], theirs[2]),
        format!("{}.{}.{}", parts[0], theirs[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        // {"alg":"none"} and {"alg":"none","typ":"JWT"}
        format!("eyJhbGciOiJub25lIn0.{}.", parts[1]),
        format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", parts[1]),
        "nonsense".to_owned(),
        ann.refresh.clone(),
    ] {
        assert_eq!(
            reason(&forged).await,
            refused("MALFORMED_TOKEN"),
            "{forged}"
        );
    }

    // Longer than the token is good and clocks may be apart.
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(reason(&ann.access).await, refused("TOKEN_EXPIRED"));
    // Whoever refreshes may send the old token along.
    let mut client = suite.client_with(&ann.access);
    let tokens = refresh(&mut client, &ann.refresh).await.unwrap();
    assert_eq!(reason(&tokens.access_token).await, None);
}

#[tokio::test]
async fn what_is_secret_is_not_shown() {
    let settings = [("SHASHKI_LOG", "debug".to_owned())];
    let mut suite = Suite::start_with(Kind::Split, &settings).await;
    let http = reqwest::Client::new();
    let account = json!({
        "credentials": {"email": {"email": "ann@example.org", "password": "correct horse"}},
        "name": "Ann",
    });
    let answer = http
        .post(suite.url("/v1/register"))
        .json(&account)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let ann: Value = answer.json().await.unwrap();
    let token = |name: &str| ann["tokens"][name].as_str().unwrap().to_owned();
    let me = http
        .get(suite.url("/v1/me"))
        .bearer_auth(token("access_token"));
    assert_eq!(me.send().await.unwrap().status(), 200);

    let secrets = [
        suite.token().to_owned(),
        token("access_token"),
        token("refresh_token"),
        "correct horse".to_owned(),
    ];
    for name in ["gateway", "games", "players", "rules", "bots"] {
        let log = suite.process(name).log_text();
        assert!(log.contains("DEBUG"), "{name}");
        for secret in &secrets {
            // The signature alone would be enough.
            let tail = secret.rsplit('.').next().unwrap();
            assert!(!log.contains(tail), "a secret in the log of {name}");
        }
    }
    for command in ["all", "games", "players", "gateway", "token"] {
        let help = std::process::Command::new(env!("CARGO_BIN_EXE_shashki"))
            .args([command, "--help"])
            .env("SHASHKI_TOKEN", "hidden-token")
            .env("SHASHKI_DATABASE", "postgres://ann:hidden@host/db")
            .env("SHASHKI_REDIS", "redis://:hidden@host")
            .output()
            .unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        assert!(!help.is_empty() && !help.contains("hidden"), "{help}");
    }
}

#[tokio::test]
async fn reflection_can_be_off() {
    let settings = [("SHASHKI_REFLECTION", "false".to_owned())];
    let suite = Suite::start_with(Kind::Embedded, &settings).await;
    let method = Method {
        service: "grpc.reflection.v1.ServerReflection".to_owned(),
        name: "ServerReflectionInfo".to_owned(),
        player_id: None,
    };
    let refused = method.call(suite.grpc_port(), suite.token(), "").await;
    assert_eq!(refused.unwrap_err().code(), Code::Unimplemented);
}
