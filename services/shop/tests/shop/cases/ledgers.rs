//! The ledger, and the gift that it begins with.

use futures::future::join_all;
use proto::shop::v1 as wire;

use crate::kit::{GIFT, Suite, by, purchase};

pub(super) async fn pages_stay_what_they_were(url: String) {
    let suite = Suite::start(&url).await;
    assert_eq!(suite.page("ann", 0, "").await.rows, []);
    for number in 0..120 {
        suite.grant("ann", 1, &format!("{number}")).await.unwrap();
    }
    // 50 rows, unless another number is asked for; 200 at most.
    assert_eq!(suite.page("ann", 0, "").await.rows.len(), 50);
    for number in 120..210 {
        suite.grant("ann", 1, &format!("{number}")).await.unwrap();
    }
    assert_eq!(suite.page("ann", 1_000, "").await.rows.len(), 200);
    let mut numbers = Vec::new();
    let mut token = String::new();
    loop {
        let page = suite.page("ann", 60, &token).await;
        numbers.extend(page.rows.iter().map(|row| row.number));
        // Rows that come meanwhile do not shift what follows.
        let new = format!("late-{}", numbers.len());
        suite.grant("ann", 1, &new).await.unwrap();
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    let expected: Vec<_> = (1..=211).rev().collect();
    assert_eq!(numbers, expected);
    // A page that ends with the first row is the last one.
    let page = suite.page("ann", 3, "4").await;
    assert_eq!((page.rows.len(), &*page.next_page_token), (3, ""));
    let mut client = suite.client();
    let own = wire::ListLedgerRequest::default();
    let own = client.list_ledger(by("player bob", own)).await.unwrap();
    assert_eq!(own.into_inner().rows, []);
    suite.agrees().await;
}

pub(super) async fn the_gift_is_given_once_whoever_looks_first(url: String) {
    let suite = Suite::start(&url).await;
    let other = Suite::start(&url).await;
    for round in 0..10 {
        let player = format!("p{round}");
        let looks = (0..8).map(|number| {
            let suite = [&suite, &other][number % 2].clone();
            let player = player.clone();
            tokio::spawn(async move {
                let name = number.to_string();
                match number % 5 {
                    0 => drop(suite.wallet(&player).await),
                    1 => drop(
                        suite
                            .buy(purchase(&player, "recon", 1, 10, &name))
                            .await
                            .unwrap(),
                    ),
                    2 => drop(suite.grant(&player, 10, &name).await.unwrap()),
                    3 => drop(suite.consume(&player, "recon", &name).await.unwrap()),
                    _ => assert!(!suite.give_back(&player, "recon", &name).await.unwrap()),
                }
            })
        });
        for looked in join_all(looks.collect::<Vec<_>>()).await {
            looked.unwrap();
        }
        let rows = suite.ledger(&player).await;
        let gifts: Vec<_> = rows
            .iter()
            .filter(|row| row.reason() == wire::Reason::Gift)
            .map(|row| (row.number, row.coins, &*row.request_id))
            .collect();
        assert_eq!(gifts, [(1, 100, "gift")]);
        // Twice bought, used and granted.
        let (coins, items) = suite.has(&player).await;
        assert_eq!((coins, items["recon"]), (GIFT, 4));
    }
    suite.agrees().await;
}

pub(super) async fn a_shop_without_a_gift_gives_none(url: String) {
    let suite = Suite::start(&url).await;
    let mut catalogue = suite.catalogue().await;
    catalogue.gift = None;
    let catalogue = suite.set_catalogue(catalogue).await.unwrap();
    assert_eq!(catalogue.gift, Some(wire::Gift::default()));
    let nothing = wire::Wallet {
        player_id: "ann".to_owned(),
        ..wire::Wallet::default()
    };
    assert_eq!(suite.wallet("ann").await, nothing);
    assert_eq!(suite.grant("ann", 5, "1").await.unwrap().number, 1);
    // The next gift is for those who come then.
    let mut catalogue = catalogue;
    catalogue.gift = Some(wire::Gift {
        coins: 7,
        items: Vec::new(),
    });
    suite.set_catalogue(catalogue).await.unwrap();
    assert_eq!(suite.has("ann").await.0, 5);
    assert_eq!(suite.has("bob").await.0, 7);
    suite.agrees().await;
}
