//! Buying.

use futures::future::join_all;
use proto::shop::v1 as wire;
use tonic::Code;

use crate::kit::{GIFT, Suite, by, detail, named, purchase, reason, refused};

pub(super) async fn parallel_purchases_never_overdraw(url: String) {
    let suite = Suite::start(&url).await;
    let other = Suite::start(&url).await;
    let before = suite.has("ann").await;
    assert_eq!(before.0, 100);
    let purchases = (0..50).map(|number| {
        let suite = [&suite, &other][number % 2].clone();
        let request = purchase("ann", "rocket", 1, 30, &format!("buy-{number}"));
        tokio::spawn(async move { suite.buy(request).await })
    });
    let answers = join_all(purchases.collect::<Vec<_>>()).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let (bought, not): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(bought.len(), 3);
    for refusal in not {
        let status = refused(refusal, Code::FailedPrecondition, "NOT_ENOUGH_COINS");
        assert_eq!(detail(&status, "cost"), "30");
        assert!(!detail(&status, "coins").is_empty());
    }
    let after = suite.has("ann").await;
    assert_eq!(after.0, 10);
    assert_eq!(after.1["rocket"], before.1["rocket"] + 3);
    let rows = suite.ledger("ann").await;
    let reasons: Vec<_> = rows.iter().map(wire::LedgerRow::reason).collect();
    let three = [wire::Reason::Purchase; 3];
    assert_eq!(reasons, [&three[..], &[wire::Reason::Gift]].concat());
    let coins: Vec<_> = rows
        .iter()
        .map(|row| (row.coins, row.coins_after))
        .collect();
    assert_eq!(coins, [(-30, 10), (-30, 40), (-30, 70), (100, 100)]);
    suite.agrees().await;
}

pub(super) async fn a_repeat_gets_the_first_receipt(url: String) {
    let suite = Suite::start(&url).await;
    let order = || purchase("ann", "starter-pack", 2, 120, "one");
    suite.grant("ann", 1_000, "coins").await.unwrap();
    let first = suite.buy(order()).await.unwrap();
    let receipt = first.receipt.clone().unwrap();
    assert_eq!(receipt.number, 3);
    assert_eq!(receipt.reason(), wire::Reason::Purchase);
    assert_eq!(receipt.request_id, "one");
    assert_eq!((receipt.coins, receipt.coins_after), (-240, 860));
    assert_eq!(receipt.note, "starter-pack");
    assert!(receipt.at.unwrap().seconds > 1_700_000_000);
    let items: Vec<_> = receipt
        .items
        .iter()
        .map(|item| (&*item.item, item.count))
        .collect();
    assert_eq!(
        items,
        [("recon", 10), ("rocket", 2), ("sabotage", 2), ("shield", 4)]
    );
    assert_eq!(first.wallet.unwrap(), suite.wallet("ann").await);

    // Others happen meanwhile, and the offer is gone: the receipt is the same, the wallet today's.
    suite
        .buy(purchase("ann", "rocket", 0, 30, "two"))
        .await
        .unwrap();
    let mut catalogue = suite.catalogue().await;
    catalogue.offers.retain(|offer| offer.id != "starter-pack");
    suite.set_catalogue(catalogue).await.unwrap();
    let again = suite.buy(order()).await.unwrap();
    assert_eq!(again.receipt, Some(receipt.clone()));
    assert_eq!(again.wallet.unwrap(), suite.wallet("ann").await);
    assert_eq!(suite.has("ann").await.0, 830);
    assert_eq!(suite.ledger("ann").await.len(), 4);

    // Other content under the same name.
    for other in [
        purchase("ann", "starter-pack", 1, 120, "one"),
        purchase("ann", "starter-pack", 2, 121, "one"),
        purchase("ann", "shield", 2, 120, "one"),
        purchase("ann", "nothing", 2, 120, "one"),
    ] {
        refused(
            suite.buy(other).await,
            Code::AlreadyExists,
            "REQUEST_ID_TAKEN",
        );
    }
    let grant = suite.grant("ann", 5, "one").await;
    refused(grant, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let used = suite.consume("ann", "rocket", "one").await;
    refused(used, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let back = suite.give_back("ann", "rocket", "one").await;
    refused(back, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    // Another player's names are another's.
    suite
        .buy(purchase("bob", "rocket", 1, 30, "one"))
        .await
        .unwrap();

    let first = suite.grant("bob", 7, "two").await.unwrap();
    assert_eq!(suite.grant("bob", 7, "two").await.unwrap(), first);
    assert_eq!((first.coins, &*first.note), (7, "for playing"));
    let other = suite.grant("bob", 8, "two").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let request = wire::GrantCoinsRequest {
        player_id: "bob".to_owned(),
        coins: 7,
        note: "for nothing".to_owned(),
        request_id: "two".to_owned(),
    };
    let other = suite.client().grant_coins(named(request)).await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    assert_eq!(suite.has("bob").await.0, GIFT - 30 + 7);
    suite.agrees().await;
}

pub(super) async fn a_hundred_repeats_at_once_are_one_purchase(url: String) {
    let suite = Suite::start(&url).await;
    let other = Suite::start(&url).await;
    // There are coins for one alone: whoever comes later is not told that there are too few.
    let repeats = (0..100).map(|number| {
        let suite = [&suite, &other][number % 2].clone();
        let request = purchase("ann", "sabotage", 2, 40, "same");
        tokio::spawn(async move { suite.buy(request).await })
    });
    let answers = join_all(repeats.collect::<Vec<_>>()).await;
    let receipts: Vec<_> = answers
        .into_iter()
        .map(|answer| answer.unwrap().unwrap().receipt.unwrap())
        .collect();
    assert_eq!(receipts[0].coins, -80);
    assert!(receipts.iter().all(|receipt| *receipt == receipts[0]));
    assert_eq!(suite.has("ann").await.0, GIFT - 80);
    assert_eq!(suite.ledger("ann").await.len(), 2);
    suite.agrees().await;
}

pub(super) async fn what_cannot_be_bought_is_refused(url: String) {
    let suite = Suite::start(&url).await;
    let dear = suite.buy(purchase("ann", "arsenal", 1, 400, "1")).await;
    let status = refused(dear, Code::FailedPrecondition, "NOT_ENOUGH_COINS");
    assert_eq!(detail(&status, "coins"), "100");
    assert_eq!(detail(&status, "cost"), "400");
    let none = suite.buy(purchase("ann", "tank", 1, 400, "1")).await;
    refused(none, Code::NotFound, "UNKNOWN_OFFER");
    for price in [0, 29, 31, u64::MAX] {
        let changed = suite.buy(purchase("ann", "rocket", 1, price, "1")).await;
        let status = refused(changed, Code::FailedPrecondition, "PRICE_CHANGED");
        assert_eq!(detail(&status, "price"), "30");
    }
    let many = suite.buy(purchase("ann", "rocket", 100, 30, "1")).await;
    let status = refused(many, Code::FailedPrecondition, "NOT_ENOUGH_COINS");
    assert_eq!(detail(&status, "cost"), "3000");
    // What was refused has changed nothing, and its name is free.
    assert_eq!(suite.ledger("ann").await.len(), 1);
    suite
        .buy(purchase("ann", "rocket", 1, 30, "1"))
        .await
        .unwrap();
    suite.agrees().await;
}

pub(super) async fn names_of_players_and_services_are_apart(url: String) {
    let suite = Suite::start(&url).await;
    let mut client = suite.client();
    // A player cannot take the name that a game will come with.
    let mine = purchase("", "rocket", 1, 30, "game:7");
    let bought = client.purchase(by("player ann", mine.clone())).await;
    let bought = bought.unwrap().into_inner();
    assert_eq!(bought.wallet.unwrap().player_id, "ann");
    let used = suite.consume("ann", "rocket", "game:7").await.unwrap();
    assert_eq!(used.request_id, "game:7");
    assert!(suite.give_back("ann", "rocket", "game:7").await.unwrap());
    let again = client.purchase(by("player ann", mine)).await;
    assert_eq!(again.unwrap().into_inner().receipt, bought.receipt);
    let other = purchase("ann", "shield", 1, 20, "game:7");
    let refusal = client.purchase(by("player ann", other)).await.unwrap_err();
    assert_eq!(reason(&refusal), "REQUEST_ID_TAKEN");
    suite.agrees().await;
}

pub(super) async fn wallets_are_bounded(url: String) {
    let suite = Suite::start(&url).await;
    suite.wallet("ann").await;
    suite
        .execute("UPDATE shop_wallets SET coins = 999999999990")
        .await;
    let full = suite.grant("ann", 11, "1").await;
    let status = refused(full, Code::FailedPrecondition, "WALLET_FULL");
    assert_eq!(detail(&status, "most"), "1000000000000");
    let last = suite.grant("ann", 10, "1").await.unwrap();
    assert_eq!(last.coins_after, 1_000_000_000_000);

    suite
        .execute("UPDATE shop_wallets SET items = '{\"rocket\":999999}'")
        .await;
    let full = suite.buy(purchase("ann", "rocket", 2, 30, "2")).await;
    let status = refused(full, Code::FailedPrecondition, "INVENTORY_FULL");
    assert_eq!(detail(&status, "item"), "rocket");
    suite.consume("ann", "rocket", "use").await.unwrap();
    suite
        .buy(purchase("ann", "rocket", 2, 30, "2"))
        .await
        .unwrap();
    // What was taken finds its way back all the same.
    assert!(suite.give_back("ann", "rocket", "use").await.unwrap());
    assert_eq!(suite.count("ann", "rocket").await, 1_000_001);

    // The tables themselves refuse what must never be.
    for never in [
        "UPDATE shop_wallets SET coins = -1",
        "UPDATE shop_wallets SET coins = 1000000000001",
        "UPDATE shop_wallets SET items = '{\"rocket\":-1}'",
        "UPDATE shop_ledger SET coins_after = -1",
    ] {
        let refused = store::records::sqlx::query(never)
            .execute(suite.records.pool())
            .await;
        assert!(refused.is_err(), "{never}");
    }
}
