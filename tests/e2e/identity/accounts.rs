//! Guests and accounts.

use std::time::Duration;

use proto::games::v1 as games;
use proto::players::v1 as players;
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use super::{device, email, guest, refresh, register, sign_in};
use crate::harness::{Client, Kind, Suite, bot, fault_of, player};

const KEY: &str = "0123456789abcdef0123456789abcdef";

/// How long a refusal says to wait.
fn retry_after(status: &Status) -> Duration {
    let info = status.get_details_error_info().unwrap();
    Duration::from_millis(info.metadata["retry_after_ms"].parse().unwrap())
}

async fn profile(client: &mut Client, id: &str) -> players::Player {
    let request = players::GetPlayerRequest {
        player_id: id.to_owned(),
    };
    let answer = client.players.get_player(request).await.unwrap();
    answer.into_inner().player.unwrap()
}

#[tokio::test]
async fn a_refresh_token_is_good_once_and_a_copy_ends_the_family() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client_with("");
    let ann = guest(&mut client).await;
    let second = refresh(&mut client, &ann.refresh).await.unwrap();
    let third = refresh(&mut client, &second.refresh_token).await.unwrap();

    // A thief comes with the first: now neither has any.
    let stolen = refresh(&mut client, &ann.refresh).await.unwrap_err();
    assert_eq!(
        fault_of(&stolen),
        (Code::Unauthenticated, "REFRESH_TOKEN_REUSED".to_owned())
    );
    for token in [&third.refresh_token, &second.refresh_token] {
        let ended = refresh(&mut client, token).await.unwrap_err();
        assert_eq!(fault_of(&ended).1, "UNKNOWN_REFRESH_TOKEN");
    }

    // Of two at once one wins at most, and the family ends.
    let bob = guest(&mut client).await;
    let (mut one, mut other) = (client.clone(), client.clone());
    let both = tokio::join!(
        refresh(&mut one, &bob.refresh),
        refresh(&mut other, &bob.refresh)
    );
    let won: Vec<_> = [both.0, both.1].into_iter().flatten().collect();
    assert_eq!(won.len(), 1);
    let ended = refresh(&mut client, &won[0].refresh_token).await;
    assert!(ended.is_err());

    // Another sign-in is another family; signing out ends one.
    let ann = register(&mut client, device(KEY), "").await.unwrap();
    let elsewhere = sign_in(&mut client, device(KEY)).await.unwrap();
    assert_eq!(ann.id, elsewhere.id);
    let request = players::SignOutRequest {
        refresh_token: ann.refresh.clone(),
    };
    // The refresh token is all that it takes.
    client.players.sign_out(request).await.unwrap();
    refresh(&mut client, &ann.refresh).await.unwrap_err();
    refresh(&mut client, &elsewhere.refresh).await.unwrap();
}

#[tokio::test]
async fn wrong_passwords_slow_down_and_tell_nothing() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client_with("");
    let right = || email("Ann@Example.org", "correct horse");
    let ann = register(&mut client, right(), "Ann").await.unwrap();
    assert_eq!(sign_in(&mut client, right()).await.unwrap().id, ann.id);

    // Whether there is such an account or not, all goes alike.
    for address in ["nobody@example.org", "ann@example.org"] {
        let mut tried = 0;
        let wait = loop {
            let wrong = sign_in(&mut client, email(address, "battery staple")).await;
            let refused = wrong.err().expect("a wrong password lets nobody in");
            if fault_of(&refused).1 == "WRONG_CREDENTIALS" {
                tried += 1;
                continue;
            }
            assert_eq!(
                fault_of(&refused),
                (Code::ResourceExhausted, "TOO_MANY_ATTEMPTS".to_owned())
            );
            // Long enough that a busy machine does not sit it out before the next attempt.
            let wait = retry_after(&refused);
            if wait > Duration::from_secs(2) {
                break wait;
            }
            tokio::time::sleep(wait).await;
        };
        assert!((5..10).contains(&tried), "{address}: {tried}");
        assert!(wait < Duration::from_secs(60), "{wait:?}");
    }

    // The right one has to wait as well, and then it is let in, and all is forgotten.
    let refused = sign_in(&mut client, right()).await;
    let refused = refused.err().expect("it has to wait");
    tokio::time::sleep(retry_after(&refused)).await;
    sign_in(&mut client, right()).await.unwrap();
    let wrong = sign_in(&mut client, email("ann@example.org", "battery staple")).await;
    assert_eq!(fault_of(&wrong.err().unwrap()).1, "WRONG_CREDENTIALS");
}

#[tokio::test]
async fn attempts_are_counted_by_address_and_account() {
    let settings = [
        ("SHASHKI_SIGN_INS_BY_ADDRESS", "4".to_owned()),
        ("SHASHKI_SIGN_INS_BY_ACCOUNT", "2".to_owned()),
        ("SHASHKI_PROXIES", "1".to_owned()),
    ];
    let suite = Suite::start_with(Kind::Embedded, &settings).await;
    let http = reqwest::Client::new();
    let from = async |address: &str, path: &str, body: &Value| {
        let request = http.post(suite.url(path)).json(body);
        let answer = request
            .header("x-forwarded-for", address)
            .send()
            .await
            .unwrap();
        let status = answer.status().as_u16();
        (status, answer.json::<Value>().await.unwrap())
    };
    // What a client claims itself stands before what our proxy saw.
    for number in 0..4 {
        let address = format!("203.0.113.{number}, 192.0.2.1");
        assert_eq!(from(&address, "/v1/sign-in/guest", &json!({})).await.0, 200);
    }
    let (status, body) = from("192.0.2.1", "/v1/sign-in/guest", &json!({})).await;
    assert_eq!(
        (status, &body["reason"]),
        (429, &json!("TOO_MANY_ATTEMPTS"))
    );
    assert_eq!(
        from("192.0.2.2", "/v1/sign-in/guest", &json!({})).await.0,
        200
    );

    // One account from many addresses.
    let credentials = json!({"credentials": {"device": {"key": KEY}}});
    for (number, expected) in (10..).zip([401, 401, 429]) {
        let address = format!("192.0.2.{number}");
        assert_eq!(
            from(&address, "/v1/sign-in", &credentials).await.0,
            expected
        );
    }

    // An address that nobody vouches for is not believed: the peer's counts.
    let mut stranger = suite.client_with("");
    for number in 0..5 {
        let mut request = tonic::Request::new(players::SignInAsGuestRequest {});
        let address = format!("198.51.100.{number}").parse().unwrap();
        request.metadata_mut().insert("x-shashki-client", address);
        let answer = stranger.players.sign_in_as_guest(request).await;
        assert_eq!(answer.is_ok(), number < 4, "{number}");
    }
}

#[tokio::test]
async fn names_are_unique_whatever_they_are_written_with() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client_with("");
    let ann = register(&mut client, device(KEY), "Élise Сосо").await;
    assert_eq!(
        fault_of(&ann.err().unwrap()),
        (Code::InvalidArgument, "MALFORMED_NAME".into())
    );
    let ann = register(&mut client, device(KEY), "Сосо").await.unwrap();
    assert_eq!(ann.name, "Сосо");

    let other = guest(&mut client).await;
    assert!(other.name.starts_with("Guest "), "{}", other.name);
    let mut client = suite.client_with(&other.access);
    let mut rename = async |name: &str| {
        let request = players::RenameRequest {
            name: name.to_owned(),
        };
        let renamed = client.players.rename(request).await;
        renamed
            .map(|answer| answer.into_inner().player.unwrap().name)
            .map_err(|status| fault_of(&status).1)
    };
    for taken in ["Сосо", "СОСО", "Coco", "  coco "] {
        assert_eq!(rename(taken).await, Err("NAME_TAKEN".to_owned()), "{taken}");
    }
    for malformed in [
        "",
        "x",
        "An\u{202E}n",
        "An\u{200B}n",
        "An\u{7}n",
        "Аnn",
        &"n".repeat(25),
    ] {
        let refused = rename(malformed).await;
        assert_eq!(refused, Err("MALFORMED_NAME".to_owned()), "{malformed:?}");
    }
    for name in ["田中さくら", "הדס", "Ann-Marie O'Neil", "ann-marie o'neil"] {
        assert_eq!(rename(name).await.as_deref(), Ok(name));
    }
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_its_games() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client_with("");
    let ann = guest(&mut client).await;
    let mut anns = suite.client_with(&ann.access);
    let game = anns.create("russian", "", player(&ann.id), bot()).await;

    let upgrade = |credentials, name: &str| players::UpgradeRequest {
        credentials: Some(credentials),
        name: name.to_owned(),
    };
    register(&mut client, device(KEY), "Taken").await.unwrap();
    let refused = anns.players.upgrade(upgrade(device(KEY), "")).await;
    assert_eq!(fault_of(&refused.unwrap_err()).1, "DEVICE_KEY_TAKEN");
    let credentials = email("ann@example.org", "correct horse");
    let refused = anns
        .players
        .upgrade(upgrade(credentials.clone(), "TAKEN"))
        .await;
    assert_eq!(fault_of(&refused.unwrap_err()).1, "NAME_TAKEN");

    let upgraded = anns
        .players
        .upgrade(upgrade(credentials.clone(), "Ann"))
        .await;
    let account = upgraded.unwrap().into_inner().player.unwrap();
    assert_eq!((&account.id, &*account.name), (&ann.id, "Ann"));
    assert!(!account.guest);
    let again = anns.players.upgrade(upgrade(credentials.clone(), "")).await;
    assert_eq!(fault_of(&again.unwrap_err()).1, "NOT_A_GUEST");
    refresh(&mut client, &ann.refresh).await.unwrap_err();

    let ann = sign_in(&mut client, credentials).await.unwrap();
    let mut anns = suite.client_with(&ann.access);
    let request = games::ListGamesRequest {
        filter: games::GamesFilter::Live.into(),
        ..Default::default()
    };
    let live = anns.games.list_games(request).await.unwrap().into_inner();
    assert_eq!(live.games[0].id, game.id);
    anns.play(&game.id, "", 0, "c3-d4").await.unwrap();
}

#[tokio::test]
async fn a_deleted_player_is_anonymous_and_its_name_free() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client_with("");
    let credentials = || email("ann@example.org", "correct horse");
    let ann = register(&mut client, credentials(), "Ann").await.unwrap();
    let mut anns = suite.client_with(&ann.access);
    let game = anns
        .create("russian", "", player(&ann.id), player(&ann.id))
        .await;
    // It can be repeated.
    for _ in 0..2 {
        let request = players::DeletePlayerRequest {};
        anns.players.delete_player(request).await.unwrap();
    }
    let left = profile(&mut suite.client(), &ann.id).await;
    assert_eq!((left.name.as_str(), left.deleted), ("", true));
    refresh(&mut client, &ann.refresh).await.unwrap_err();
    let gone = sign_in(&mut client, credentials()).await.err().unwrap();
    assert_eq!(fault_of(&gone).1, "WRONG_CREDENTIALS");
    assert_eq!(suite.client().game(&game.id).await.id, game.id);

    let other = register(&mut client, credentials(), "Ann").await.unwrap();
    assert_ne!(other.id, ann.id);
    let request = players::ListPlayersRequest {
        player_ids: vec![other.id.clone(), "nobody".to_owned(), ann.id.clone()],
    };
    let listed = suite.client().players.list_players(request).await.unwrap();
    let ids: Vec<_> = listed
        .into_inner()
        .players
        .into_iter()
        .map(|player| player.id)
        .collect();
    assert_eq!(ids, [other.id, ann.id]);
}

#[tokio::test]
async fn what_is_signed_is_kept_by_a_killed_suite() {
    let mut suite = Suite::start(Kind::Embedded).await;
    let ann = guest(&mut suite.client_with("")).await;
    suite.kill();
    suite.launch().await;
    let mut anns = suite.client_with(&ann.access);
    assert_eq!(profile(&mut anns, "").await.name, ann.name);
    refresh(&mut anns, &ann.refresh).await.unwrap();
}
