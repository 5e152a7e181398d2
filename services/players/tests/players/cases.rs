//! What holds on both databases. Each case takes the URL of an empty one.

use std::sync::atomic::Ordering;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use futures::future::join_all;
use players::Keyring;
use proto::players::v1 as wire;
use store::records::Records;
use store::records::sqlx::{self, Row as _};
use tonic::Code;

use crate::kit::{Service, device, email, guest, reason, refresh, register, sign_in};

support::on_both![
    of_many_who_want_a_name_one_gets_it,
    of_many_who_use_a_refresh_token_one_gets_the_next,
    what_is_taken_is_named,
    malformed_credentials_are_named,
    many_guesses_at_once_are_counted,
    an_account_is_signed_in_to_and_upgraded_and_deleted,
    who_signs_in_while_being_deleted_gets_no_further,
    profiles_come_in_the_order_asked,
    ratings_forget_whoever_is_deleted_once_they_can,
    all_processes_have_the_same_keys,
    nothing_of_a_secret_is_kept,
];

async fn of_many_who_want_a_name_one_gets_it(url: String) {
    let service = Service::start(&url).await;
    let names = ["Ann", "ANN", "ann", "Аnn", "Ann "];
    let all = join_all((0..20).map(|number| {
        register(
            service.stranger(),
            device(number),
            names[number % names.len()],
        )
    }));
    let mut won = 0;
    for registered in all.await {
        match registered {
            Ok(_) => won += 1,
            Err(status) => {
                let reason = reason(&status);
                assert!(
                    ["NAME_TAKEN", "MALFORMED_NAME"].contains(&&*reason),
                    "{reason}"
                );
            }
        }
    }
    assert_eq!(won, 1);
    // Guests never stand in each other's way.
    let guests = join_all((0..50).map(|_| guest(service.stranger()))).await;
    let names: std::collections::HashSet<_> = guests.iter().map(|guest| &guest.name).collect();
    assert_eq!(names.len(), 50);
}

async fn of_many_who_use_a_refresh_token_one_gets_the_next(url: String) {
    let service = Service::start(&url).await;
    let ann = guest(service.stranger()).await;
    let all = join_all((0..10).map(|_| refresh(service.stranger(), &ann.refresh))).await;
    let won: Vec<_> = all.iter().flatten().collect();
    assert_eq!(won.len(), 1);
    let ended = refresh(service.stranger(), won[0]).await.unwrap_err();
    assert_eq!(reason(&ended), "UNKNOWN_REFRESH_TOKEN");

    // Others are not touched, and a chain goes on.
    let mut token = guest(service.stranger()).await.refresh;
    for _ in 0..5 {
        token = refresh(service.stranger(), &token).await.unwrap();
    }
    for wrong in ["", "x", "not a token", &token[1..]] {
        let refused = refresh(service.stranger(), wrong).await.unwrap_err();
        assert_eq!(reason(&refused), "UNKNOWN_REFRESH_TOKEN", "{wrong}");
    }
    // One that was never given, of a family that somebody knows, is a guess: the family ends.
    let end = if token.ends_with('A') { "Q" } else { "A" };
    let guess = format!("{}{end}", &token[..token.len() - 1]);
    let refused = refresh(service.stranger(), &guess).await.unwrap_err();
    assert_eq!(reason(&refused), "REFRESH_TOKEN_REUSED");
    refresh(service.stranger(), &token).await.unwrap_err();
}

async fn what_is_taken_is_named(url: String) {
    let service = Service::start(&url).await;
    let stranger = || service.stranger();
    let ann = email("ann@example.org", "correct horse");
    register(stranger(), ann, "Ann").await.unwrap();
    register(stranger(), device(1), "Bob").await.unwrap();
    for (credentials, name, expected) in [
        (
            email("ANN@example.org", "battery staple"),
            "Cid",
            "EMAIL_TAKEN",
        ),
        (device(1), "Cid", "DEVICE_KEY_TAKEN"),
        (device(2), "bob", "NAME_TAKEN"),
    ] {
        let refused = register(stranger(), credentials, name).await.unwrap_err();
        assert_eq!(reason(&refused), expected);
    }
    // A name for which nothing was asked is made up.
    let made_up = register(stranger(), device(2), "").await.unwrap();
    assert!(made_up.name.starts_with("Guest "), "{made_up:?}");
    // A player may write its own name anew.
    let request = wire::RenameRequest {
        name: made_up.name.to_uppercase(),
    };
    let renamed = service.with(&made_up.access).rename(request).await.unwrap();
    assert_eq!(
        renamed.into_inner().player.unwrap().name,
        made_up.name.to_uppercase()
    );
}

async fn malformed_credentials_are_named(url: String) {
    let service = Service::start(&url).await;
    let short = wire::Credentials {
        kind: Some(wire::credentials::Kind::Device(wire::DeviceKey {
            key: "short".to_owned(),
        })),
    };
    for (credentials, expected) in [
        (short, "MALFORMED_DEVICE_KEY"),
        (email("nowhere", "correct horse"), "MALFORMED_EMAIL"),
        (email("ann@example.org", "short"), "MALFORMED_PASSWORD"),
    ] {
        let registered = register(service.stranger(), credentials, "").await;
        let refused = registered.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(reason(&refused), expected);
    }
}

async fn many_guesses_at_once_are_counted(url: String) {
    let service = Service::start(&url).await;
    let ann = email("ann@example.org", "correct horse");
    register(service.stranger(), ann, "Ann").await.unwrap();
    let guesses = join_all((0..12).map(|number| {
        let guess = email("ann@example.org", &format!("password{number}"));
        sign_in(service.stranger(), guess)
    }));
    let reasons: Vec<_> = guesses
        .await
        .into_iter()
        .map(|guess| reason(&guess.unwrap_err()))
        .collect();
    let tried = reasons
        .iter()
        .filter(|reason| *reason == "WRONG_CREDENTIALS")
        .count();
    assert!((5..=8).contains(&tried), "{reasons:?}");
    assert!(reasons.iter().any(|reason| reason == "TOO_MANY_ATTEMPTS"));
}

async fn an_account_is_signed_in_to_and_upgraded_and_deleted(url: String) {
    let service = Service::start(&url).await;
    let ann = guest(service.stranger()).await;
    let mut anns = service.with(&ann.access);
    let credentials = || email("ann@example.org", "correct horse");
    let upgrade = wire::UpgradeRequest {
        credentials: Some(credentials()),
        name: "Ann".to_owned(),
    };
    let upgraded = anns.upgrade(upgrade.clone()).await.unwrap().into_inner();
    let player = upgraded.player.unwrap();
    assert_eq!(
        (&player.id, &*player.name, player.guest),
        (&ann.id, "Ann", false)
    );
    let refused = anns.upgrade(upgrade).await.unwrap_err();
    assert_eq!(reason(&refused), "NOT_A_GUEST");
    let ended = refresh(service.stranger(), &ann.refresh).await.unwrap_err();
    assert_eq!(reason(&ended), "UNKNOWN_REFRESH_TOKEN");

    let again = sign_in(service.stranger(), credentials()).await.unwrap();
    assert_eq!(again.id, ann.id);
    anns.delete_player(wire::DeletePlayerRequest {})
        .await
        .unwrap();
    let refused = sign_in(service.stranger(), credentials())
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), "WRONG_CREDENTIALS");
    let request = wire::RenameRequest {
        name: "Ann".to_owned(),
    };
    let refused = anns.rename(request).await.unwrap_err();
    assert_eq!(reason(&refused), "UNKNOWN_PLAYER");
    let other = register(service.stranger(), credentials(), "Ann")
        .await
        .unwrap();
    assert_ne!(other.id, ann.id);

    // What a player does, a service cannot do for it.
    let token = service
        .keyring
        .sign_for_service("backend", &[], Duration::from_secs(900))
        .await
        .unwrap();
    let mut backend = service.with(&token);
    let refused = backend
        .delete_player(wire::DeletePlayerRequest {})
        .await
        .unwrap_err();
    assert_eq!(reason(&refused), "NOT_A_PLAYER");
    let request = wire::GetPlayerRequest::default();
    let refused = backend.get_player(request).await.unwrap_err();
    assert_eq!(reason(&refused), "MISSING_FIELD");
    let request = wire::GetPlayerRequest {
        player_id: "nobody\0".to_owned(),
    };
    let refused = backend.get_player(request).await.unwrap_err();
    assert_eq!(reason(&refused), "UNKNOWN_PLAYER");
}

async fn who_signs_in_while_being_deleted_gets_no_further(url: String) {
    let service = Service::start(&url).await;
    let ann = guest(service.stranger()).await;
    let family = "SELECT id_hash, secret_hash, expires_ms FROM refresh_families WHERE player = $1";
    let family = sqlx::query(family)
        .bind(&*ann.id)
        .fetch_one(service.records.pool())
        .await
        .unwrap();
    let mut anns = service.with(&ann.access);
    anns.delete_player(wire::DeletePlayerRequest {})
        .await
        .unwrap();
    // What had found the player before it was deleted, and begins the family after.
    sqlx::query(
        "INSERT INTO refresh_families (player, id_hash, secret_hash, expires_ms) \
         VALUES ($1, $2, $3, $4)",
    )
    .bind(&*ann.id)
    .bind(family.get::<String, _>("id_hash"))
    .bind(family.get::<String, _>("secret_hash"))
    .bind(family.get::<i64, _>("expires_ms"))
    .execute(service.records.pool())
    .await
    .unwrap();
    let refused = refresh(service.stranger(), &ann.refresh).await.unwrap_err();
    assert_eq!(reason(&refused), "UNKNOWN_REFRESH_TOKEN");

    let upgrade = wire::UpgradeRequest {
        credentials: Some(device(1)),
        name: String::new(),
    };
    let refused = anns.upgrade(upgrade).await.unwrap_err();
    assert_eq!(reason(&refused), "UNKNOWN_PLAYER");
}

async fn profiles_come_in_the_order_asked(url: String) {
    let service = Service::start(&url).await;
    let guests = join_all((0..5).map(|_| guest(service.stranger()))).await;
    let list = async |ids: &[&str]| -> Vec<String> {
        let player_ids = ids.iter().map(|id| String::from(*id)).collect();
        let request = wire::ListPlayersRequest { player_ids };
        let mut players = service.with(&guests[0].access);
        let listed = players.list_players(request).await.unwrap().into_inner();
        listed.players.into_iter().map(|player| player.id).collect()
    };
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|number: usize| &*guests[number].id);
    assert_eq!(list(&[d, a, e, c, b]).await, [d, a, e, c, b]);
    assert_eq!(list(&[b, "nobody", "no\0body", a, b]).await, [b, a, b]);
    assert!(list(&[]).await.is_empty());
    assert!(list(&["\0"]).await.is_empty());
}

async fn ratings_forget_whoever_is_deleted_once_they_can(url: String) {
    let mut service = Service::start(&url).await;
    service.ratings.broken.store(true, Ordering::SeqCst);
    let ann = guest(service.stranger()).await;
    let bob = guest(service.stranger()).await;
    for player in [&ann, &bob] {
        let request = wire::DeletePlayerRequest {};
        service
            .with(&player.access)
            .delete_player(request)
            .await
            .unwrap();
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(service.ratings.told.is_empty());
    service.ratings.broken.store(false, Ordering::SeqCst);
    let told = async {
        [
            service.ratings.told.recv().await,
            service.ratings.told.recv().await,
        ]
    };
    let told = tokio::time::timeout(Duration::from_secs(30), told)
        .await
        .unwrap();
    assert_eq!(told.map(Option::unwrap), [ann.id, bob.id]);
    let left = async || {
        let left = "SELECT COUNT(*) FROM players WHERE forgotten_ms IS NULL";
        let row = sqlx::query(left)
            .fetch_one(service.records.pool())
            .await
            .unwrap();
        row.get::<i64, _>(0)
    };
    while left().await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn all_processes_have_the_same_keys(url: String) {
    let records = Records::connect(&url).await.unwrap();
    records.migrate().await.unwrap();
    let opened = join_all((0..8).map(|_| Keyring::open(records.clone()))).await;
    let rings: Vec<_> = opened.into_iter().map(Result::unwrap).collect();
    assert!(rings.iter().all(|ring| ring.jwks() == rings[0].jwks()));

    // Eight who make the next key at once are not in each other's way.
    let lead = Duration::from_secs(3600);
    for rotated in join_all(rings.iter().map(|ring| ring.rotate(lead))).await {
        rotated.unwrap();
    }
    let ring = Keyring::open(records.clone()).await.unwrap();
    let count = |ring: &Keyring| ring.jwks().to_json().matches("kid").count();
    ring.revoke().await.unwrap();
    assert_eq!(count(&ring), 1);
    assert_eq!(Keyring::open(records).await.unwrap().jwks(), ring.jwks());
}

async fn nothing_of_a_secret_is_kept(url: String) {
    let service = Service::start(&url).await;
    let ann = email("ann@example.org", "correct horse");
    let ann = register(service.stranger(), ann, "Ann").await.unwrap();
    register(service.stranger(), device(7), "Bob")
        .await
        .unwrap();
    let rows = sqlx::query(
        "SELECT COALESCE(password_hash, '') || ' ' || COALESCE(device_hash, '') AS kept \
         FROM players UNION ALL SELECT id_hash || ' ' || secret_hash FROM refresh_families",
    );
    let rows = rows.fetch_all(service.records.pool()).await.unwrap();
    assert_eq!(rows.len(), 4);
    // A token names its family and has a part of its own: neither is kept, in the form of a digest.
    let token = BASE64_URL_SAFE_NO_PAD.decode(&ann.refresh).unwrap();
    let (family, own) = token.split_at(16);
    let [family, own] = [family, own].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part));
    for row in rows {
        let kept: String = row.get("kept");
        for secret in ["correct horse", "a device key", &ann.refresh, &family, &own] {
            assert!(!kept.contains(secret), "{kept}");
        }
    }
}
