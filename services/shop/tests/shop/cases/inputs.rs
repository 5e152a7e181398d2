//! Who may call, and with what.

use proto::shop::v1 as wire;
use tonic::{Code, Request, Status};

use crate::kit::{Suite, by, named, purchase, reason, refused};

fn wallet(player_id: &str) -> wire::GetWalletRequest {
    wire::GetWalletRequest {
        player_id: player_id.to_owned(),
    }
}

fn grant(player: &str, coins: u64, note: &str, request_id: &str) -> wire::GrantCoinsRequest {
    wire::GrantCoinsRequest {
        player_id: player.to_owned(),
        coins,
        note: note.to_owned(),
        request_id: request_id.to_owned(),
    }
}

fn consume(player: &str, item: &str, request_id: &str) -> wire::ConsumeRequest {
    wire::ConsumeRequest {
        player_id: player.to_owned(),
        item: item.to_owned(),
        request_id: request_id.to_owned(),
    }
}

fn back(player: &str, item: &str, request_id: &str) -> wire::GiveBackRequest {
    wire::GiveBackRequest {
        player_id: player.to_owned(),
        item: item.to_owned(),
        request_id: request_id.to_owned(),
    }
}

fn ledger(player: &str, page_token: &str) -> wire::ListLedgerRequest {
    wire::ListLedgerRequest {
        player_id: player.to_owned(),
        page_token: page_token.to_owned(),
        page_size: 0,
    }
}

/// The field at fault.
fn field(status: &Status) -> String {
    use tonic_types::StatusExt as _;
    let details = status.get_error_details();
    let bad = details.bad_request().unwrap();
    assert!(!bad.field_violations[0].description.is_empty());
    bad.field_violations[0].field.clone()
}

pub(super) async fn callers_need_their_scopes(url: String) {
    let suite = Suite::start(&url).await;
    let mut client = suite.client();
    let nobody = client.get_catalogue(Request::new(wire::GetCatalogueRequest {}));
    refused(nobody.await, Code::Unauthenticated, "NO_TOKEN");
    client
        .get_catalogue(by("player ann", wire::GetCatalogueRequest {}))
        .await
        .unwrap();

    // A player acts for itself, and need not say who it is.
    let mine = client.get_wallet(by("player ann", wallet(""))).await;
    assert_eq!(mine.unwrap().into_inner().wallet.unwrap().player_id, "ann");
    client
        .get_wallet(by("player ann", wallet("ann")))
        .await
        .unwrap();
    let theirs = client.get_wallet(by("player ann", wallet("bob"))).await;
    refused(theirs, Code::PermissionDenied, "NOT_YOU");
    let theirs = client
        .list_ledger(by("player ann", ledger("bob", "")))
        .await;
    refused(theirs, Code::PermissionDenied, "NOT_YOU");
    let theirs = purchase("bob", "rocket", 1, 30, "1");
    let theirs = client.purchase(by("player ann", theirs)).await;
    refused(theirs, Code::PermissionDenied, "NOT_YOU");

    let set = || wire::SetCatalogueRequest::default();
    for caller in ["player ann", "coins.grant", "players.act"] {
        let denied = client.set_catalogue(by(caller, set())).await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
        let denied = client
            .consume(by(caller, consume("ann", "recon", "1")))
            .await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
        let denied = client
            .give_back(by(caller, back("ann", "recon", "1")))
            .await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
    }
    for caller in ["player ann", "items.use", "shop.manage", "players.act"] {
        let denied = client
            .grant_coins(by(caller, grant("ann", 1, "", "1")))
            .await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
    }
    for caller in ["items.use", "coins.grant", "shop.manage"] {
        let denied = client.get_wallet(by(caller, wallet("ann"))).await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
        let bought = purchase("ann", "rocket", 1, 30, "1");
        let denied = client.purchase(by(caller, bought)).await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
        let denied = client.list_ledger(by(caller, ledger("ann", ""))).await;
        refused(denied, Code::PermissionDenied, "MISSING_SCOPE");
    }
    assert_eq!(suite.ledger("ann").await.len(), 1);

    // Each scope is enough for what it allows.
    let granted = by("coins.grant", grant("ann", 1, "", "1"));
    client.grant_coins(granted).await.unwrap();
    let used = by("items.use", consume("ann", "recon", "2"));
    client.consume(used).await.unwrap();
    let given = by("items.use", back("ann", "recon", "2"));
    client.give_back(given).await.unwrap();
    let bought = by("players.act", purchase("ann", "rocket", 1, 30, "3"));
    client.purchase(bought).await.unwrap();
    let catalogue = Some(suite.catalogue().await);
    let set = by("shop.manage", wire::SetCatalogueRequest { catalogue });
    client.set_catalogue(set).await.unwrap();
}

pub(super) async fn faulty_requests_are_refused_with_reasons(url: String) {
    let suite = Suite::start(&url).await;
    let mut client = suite.client();
    let long = "x".repeat(65);
    let fine = "x".repeat(64);

    for (bad, why) in [
        ("", "MISSING_FIELD"),
        ("a b", "MALFORMED_NAME"),
        ("ann\0", "MALFORMED_NAME"),
        ("Аня", "MALFORMED_NAME"),
        (&*long, "MALFORMED_NAME"),
    ] {
        let answers = [
            client.get_wallet(named(wallet(bad))).await.err(),
            client.list_ledger(named(ledger(bad, ""))).await.err(),
            client
                .purchase(named(purchase(bad, "rocket", 1, 30, "1")))
                .await
                .err(),
            client
                .grant_coins(named(grant(bad, 1, "", "1")))
                .await
                .err(),
            client
                .consume(named(consume(bad, "recon", "1")))
                .await
                .err(),
            client.give_back(named(back(bad, "recon", "1"))).await.err(),
        ];
        for answer in answers {
            let status = answer.unwrap();
            assert_eq!(
                (status.code(), &*reason(&status)),
                (Code::InvalidArgument, why)
            );
            assert_eq!(field(&status), "player_id");
        }
        let answers = [
            client
                .purchase(named(purchase("ann", "rocket", 1, 30, bad)))
                .await
                .err(),
            client
                .grant_coins(named(grant("ann", 1, "", bad)))
                .await
                .err(),
            client
                .consume(named(consume("ann", "recon", bad)))
                .await
                .err(),
            client
                .give_back(named(back("ann", "recon", bad)))
                .await
                .err(),
        ];
        for answer in answers {
            let status = answer.unwrap();
            assert_eq!(
                (status.code(), &*reason(&status)),
                (Code::InvalidArgument, why)
            );
            assert_eq!(field(&status), "request_id");
        }
    }
    for (bad, why) in [
        ("", "MISSING_FIELD"),
        ("Rocket", "MALFORMED_NAME"),
        ("a.b", "MALFORMED_NAME"),
        ("a:-1", "MALFORMED_NAME"),
        (&*long, "MALFORMED_NAME"),
    ] {
        let answers = [
            (
                client.consume(named(consume("ann", bad, "1"))).await.err(),
                "item",
            ),
            (
                client.give_back(named(back("ann", bad, "1"))).await.err(),
                "item",
            ),
            (
                client
                    .purchase(named(purchase("ann", bad, 1, 30, "1")))
                    .await
                    .err(),
                "offer_id",
            ),
        ];
        for (answer, at_fault) in answers {
            let status = answer.unwrap();
            assert_eq!(
                (status.code(), &*reason(&status)),
                (Code::InvalidArgument, why)
            );
            assert_eq!(field(&status), at_fault);
        }
    }
    for quantity in [101, u32::MAX] {
        let many = purchase("ann", "rocket", quantity, 30, "1");
        let many = client.purchase(named(many)).await;
        let status = refused(many, Code::InvalidArgument, "OUT_OF_BOUNDS");
        assert_eq!(field(&status), "quantity");
    }
    for coins in [0, 1_000_000_001, u64::MAX] {
        let answer = client
            .grant_coins(named(grant("ann", coins, "", "1")))
            .await;
        let status = refused(answer, Code::InvalidArgument, "OUT_OF_BOUNDS");
        assert_eq!(field(&status), "coins");
    }
    let long_note = "я".repeat(201);
    for note in [&*long_note, "two\nlines", "nul\0"] {
        let answer = client.grant_coins(named(grant("ann", 1, note, "1"))).await;
        let status = refused(answer, Code::InvalidArgument, "MALFORMED_NOTE");
        assert_eq!(field(&status), "note");
    }
    for token in ["x", "0", "-1", "01"] {
        let answer = client.list_ledger(named(ledger("ann", token))).await;
        let status = refused(answer, Code::InvalidArgument, "MALFORMED_PAGE_TOKEN");
        assert_eq!(field(&status), "page_token");
    }

    // What is just within bounds is fine.
    let note = "я".repeat(200);
    let most = grant(&fine, 1_000_000_000, &note, "A-z_0.9:1");
    let receipt = client.grant_coins(named(most)).await.unwrap();
    assert_eq!(receipt.into_inner().receipt.unwrap().note, note);
    let hundred = purchase(&fine, "rocket", 100, 30, &fine);
    suite.buy(hundred).await.unwrap();
    assert_eq!(suite.count(&fine, "rocket").await, 101);
    suite.agrees().await;
}
