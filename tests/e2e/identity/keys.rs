//! Keys that change.

use std::collections::HashSet;
use std::time::Duration;

use proto::games::v1::ListModesRequest;
use tokio::time::Instant;
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use super::guest;
use crate::harness::{Kind, Suite, fault_of};

/// The part of a token that names its key.
fn header(token: &str) -> &str {
    token.split('.').next().unwrap()
}

async fn asks(suite: &Suite, token: &str) -> Result<(), Status> {
    let mut client = suite.client_with(token);
    client
        .games
        .list_modes(ListModesRequest {})
        .await
        .map(|_| ())
}

#[tokio::test]
async fn keys_rotate_and_nobody_notices() {
    let suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let before = guest(&mut client).await;
    suite.operator("keys rotate", &["--lead", "3"]);

    let mut signed_by = HashSet::from([header(&before.access).to_owned()]);
    let begun = Instant::now();
    while signed_by.len() < 2 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "the new key never signs"
        );
        let now = guest(&mut client).await;
        signed_by.insert(header(&now.access).to_owned());
        for token in [&before.access, &now.access, suite.token()] {
            asks(&suite, token).await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    // What the old key has signed stays good: the services' own tokens too.
    asks(&suite, &before.access).await.unwrap();
    asks(&suite, &suite.mint(&["--name", "later"], &[]))
        .await
        .unwrap();
    let jwks = reqwest::get(suite.url("/.well-known/jwks.json"))
        .await
        .unwrap();
    let jwks: serde_json::Value = jwks.json().await.unwrap();
    assert_eq!(jwks["keys"].as_array().unwrap().len(), 2);
    for key in jwks["keys"].as_array().unwrap() {
        assert_eq!(
            (&key["kty"], &key["crv"]),
            (&"OKP".into(), &"Ed25519".into())
        );
    }
}

#[tokio::test]
async fn a_key_that_got_out_ends_with_all_it_signed() {
    let suite = Suite::start(Kind::Embedded).await;
    let before = guest(&mut suite.client()).await;
    asks(&suite, &before.access).await.unwrap();
    suite.operator("keys revoke", &[]);
    let begun = Instant::now();
    loop {
        match asks(&suite, &before.access).await {
            Ok(()) => assert!(begun.elapsed() < Duration::from_secs(120), "it never ends"),
            Err(status) => {
                let unknown = (Code::Unauthenticated, "UNKNOWN_KEY".to_owned());
                assert_eq!(fault_of(&status), unknown);
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let after = guest(&mut suite.client_with("")).await;
    asks(&suite, &after.access).await.unwrap();
}

#[tokio::test]
async fn what_is_known_goes_on_while_the_players_service_is_away() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let ann = guest(&mut client).await;
    suite.kill_one("players");
    // A token that was not seen before as well.
    let fresh = suite.mint(&["--name", "fresh"], &[]);
    for token in [&ann.access, &fresh] {
        asks(&suite, token).await.unwrap();
    }
    // A process that starts meanwhile knows no keys: it says so, and is there once they are.
    suite.kill_one("rules");
    suite.launch_all_but("players");
    let away = loop {
        let mut client = suite.client();
        let request = proto::rules::v1::ListRulesetsRequest {};
        match client.rules.list_rulesets(request).await {
            Err(status) if status.get_details_error_info().is_none() => {}
            Err(status) => break status,
            Ok(_) => panic!("without keys it believes a token"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(
        fault_of(&away),
        (Code::Unavailable, "KEYS_UNAVAILABLE".to_owned())
    );
    suite.launch().await;
    let request = proto::rules::v1::ListRulesetsRequest {};
    suite.client().rules.list_rulesets(request).await.unwrap();
}
