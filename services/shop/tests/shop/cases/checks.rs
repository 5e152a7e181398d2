//! The operator's check.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::join_all;

use crate::kit::{Suite, purchase};

pub(super) async fn what_disagrees_is_found(url: String) {
    let suite = Suite::start(&url).await;
    assert_eq!(suite.checked().await, (0, 0, vec![]));
    for player in ["ann", "bob", "eve", "gus", "ian", "kim"] {
        suite
            .buy(purchase(player, "rocket", 2, 30, "1"))
            .await
            .unwrap();
        suite.grant(player, 5, "2").await.unwrap();
    }
    assert_eq!(suite.checked().await, (6, 18, vec![]));
    for tampering in [
        "UPDATE shop_wallets SET coins = 46 WHERE player = 'ann'",
        "UPDATE shop_wallets SET items = '{\"rocket\":3,\"tank\":1}' WHERE player = 'bob'",
        "DELETE FROM shop_ledger WHERE player = 'eve' AND number = 3",
        "DELETE FROM shop_ledger WHERE player = 'gus' AND number = 2",
        "UPDATE shop_ledger SET items = '{\"recon\":-9}' WHERE player = 'ian' AND number = 2",
        "DELETE FROM shop_wallets WHERE player = 'kim'",
    ] {
        suite.execute(tampering).await;
    }
    let (wallets, rows, wrong) = suite.checked().await;
    assert_eq!((wallets, rows), (5, 16));
    let expected = [
        "ann: the wallet has 46 coins, and the ledger sums to 45",
        "bob: the wallet has 0 of recon, and the ledger sums to 3",
        "bob: the wallet has 0 of sabotage, and the ledger sums to 1",
        "bob: the wallet has 0 of shield, and the ledger sums to 1",
        "bob: the wallet has 1 of tank, and the ledger sums to 0",
        "eve: the wallet has 45 coins, and the ledger sums to 40",
        "eve: the wallet has had 3 changes, and the ledger's last row is 2",
        "gus: row 2 is missing before row 3",
        "gus: row 3 says 45 coins, and the rows up to it sum to 105",
        "gus: the wallet has 45 coins, and the ledger sums to 105",
        "gus: the wallet has 3 of rocket, and the ledger sums to 1",
        "ian: row 2 takes a recon that is not there",
        "ian: the wallet has 3 of recon, and the ledger sums to -6",
        "ian: the wallet has 3 of rocket, and the ledger sums to 1",
        "kim: the ledger has rows, but there is no wallet",
    ];
    assert_eq!(wrong, expected);
}

pub(super) async fn players_at_it_do_not_disturb_the_check(url: String) {
    let suite = Suite::start(&url).await;
    // More wallets than a page has.
    for part in 0..6 {
        let opened = (0..100).map(|number| {
            let suite = suite.clone();
            async move { suite.wallet(&format!("p{part}-{number}")).await }
        });
        join_all(opened).await;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let players = (0..4).map(|player| {
        let (suite, stop) = (suite.clone(), Arc::clone(&stop));
        tokio::spawn(async move {
            let mut number = 0;
            while !stop.load(Ordering::Relaxed) {
                number += 1;
                let name = number.to_string();
                let who = format!("p{}-{number}", player % 2);
                suite.grant(&who, 10, &name).await.unwrap();
                suite
                    .buy(purchase(
                        "busy",
                        "recon",
                        1,
                        10,
                        &format!("{player}-{name}"),
                    ))
                    .await
                    .ok();
                suite
                    .grant("busy", 10, &format!("{player}-g{name}"))
                    .await
                    .unwrap();
            }
        })
    });
    let players: Vec<_> = players.collect();
    for _ in 0..3 {
        let (wallets, rows, wrong) = suite.checked().await;
        assert!(
            wallets >= 600 && rows >= wallets,
            "{wallets} wallets, {rows} rows"
        );
        assert_eq!(wrong, Vec::<String>::new());
    }
    stop.store(true, Ordering::Relaxed);
    for player in join_all(players).await {
        player.unwrap();
    }
    suite.agrees().await;
}
