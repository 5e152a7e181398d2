//! The shop dies while players buy, are given coins and use items; and what an operator does to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::join_all;
use proto::shop::v1 as shop;
use support::{Progress, WAIT_TIMEOUT};
use tokio::time::{Instant, sleep};
use tonic::{Code, Status};

use crate::harness::{Client, Kind, Suite, fault_of, is_away};

const PLAYERS: usize = 3;

/// Who acts at once.
const ACTORS: usize = 6;

fn player(actor: usize) -> String {
    format!("player-{}", actor % PLAYERS)
}

/// Does a piece of one's work until it is answered, and gives the row that came of it.
async fn act(client: &mut Client, actor: usize, number: usize) -> Option<shop::LedgerRow> {
    let begun = Instant::now();
    loop {
        match try_to_act(client, actor, number).await {
            Ok(row) => return row,
            Err(status) => assert!(is_away(&status), "{status:?}"),
        }
        assert!(begun.elapsed() < WAIT_TIMEOUT);
        sleep(Duration::from_millis(20)).await;
    }
}

/// Coins come, a recon is bought for them and used, and another use is given back before it is made.
async fn try_to_act(
    client: &mut Client,
    actor: usize,
    number: usize,
) -> Result<Option<shop::LedgerRow>, Status> {
    let (player_id, item) = (player(actor), "recon".to_owned());
    let request_id = format!("{actor}:{number}");
    let shop = &mut client.shop;
    match number % 4 {
        0 => {
            let request = shop::GrantCoinsRequest {
                player_id,
                coins: 10,
                note: String::new(),
                request_id,
            };
            Ok(shop.grant_coins(request).await?.into_inner().receipt)
        }
        1 => {
            let request = shop::PurchaseRequest {
                player_id,
                offer_id: item,
                quantity: 1,
                expected_price: 10,
                request_id,
            };
            Ok(shop.purchase(request).await?.into_inner().receipt)
        }
        2 => {
            let request = shop::ConsumeRequest {
                player_id,
                item,
                request_id,
            };
            Ok(shop.consume(request).await?.into_inner().receipt)
        }
        _ => {
            let request = shop::GiveBackRequest {
                player_id,
                item,
                request_id,
            };
            let given = shop.give_back(request).await?.into_inner();
            assert!(!given.had_been_taken);
            Ok(None)
        }
    }
}

async fn ledger(client: &mut Client, player: &str) -> Vec<shop::LedgerRow> {
    let mut rows = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = shop::ListLedgerRequest {
            player_id: player.to_owned(),
            page_size: 200,
            page_token,
        };
        let page = client.shop.list_ledger(request).await.unwrap().into_inner();
        rows.extend(page.rows);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return rows;
        }
    }
}

async fn nothing_is_lost_or_doubled(kind: Kind, process: &str) {
    let mut suite = Suite::start(kind).await;
    let stop = Arc::new(AtomicBool::new(false));
    let progress = Progress::default();
    let actors = (0..ACTORS).map(|actor| {
        let (mut client, stop) = (suite.client(), Arc::clone(&stop));
        let progress = progress.clone();
        tokio::spawn(async move {
            let mut told = Vec::new();
            let mut number = 0;
            // To the end of the round: what was bought is used.
            while !stop.load(Ordering::Relaxed) || number % 4 != 0 {
                told.extend(act(&mut client, actor, number).await);
                number += 1;
                progress.count(1);
            }
            (number, told)
        })
    });
    let actors: Vec<_> = actors.collect();
    for _ in 0..3 {
        progress.more(4 * ACTORS).await;
        suite.kill_one(process);
        suite.launch().await;
    }
    stop.store(true, Ordering::Relaxed);
    let told: Vec<_> = join_all(actors)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();

    let mut client = suite.client();
    let mut stored = Vec::new();
    for number in 0..PLAYERS {
        stored.push(ledger(&mut client, &player(number)).await);
    }
    let mut rounds = 0;
    for (actor, (number, rows)) in told.iter().enumerate() {
        rounds += number / 4;
        for row in rows {
            let there = &stored[actor % PLAYERS];
            assert!(there.contains(row), "{row:?} was acknowledged");
        }
    }
    assert!(rounds > ACTORS, "{rounds} rounds");
    // Each thing once, and the gifts.
    let rows: usize = stored.iter().map(Vec::len).sum();
    assert_eq!(rows, 3 * rounds + PLAYERS);
    for rows in &stored {
        let numbers: Vec<_> = rows.iter().map(|row| row.number).collect();
        let expected: Vec<_> = (1..=rows.len() as u64).rev().collect();
        assert_eq!(numbers, expected);
        assert_eq!(rows[0].coins_after, 100);
    }
    let said = suite.operator("shop check", &[]);
    assert!(said.ends_with("all agree"), "{said}");
}

#[tokio::test]
async fn what_the_shop_has_answered_outlives_its_process() {
    nothing_is_lost_or_doubled(Kind::Split, "shop").await;
}

#[tokio::test]
async fn what_the_shop_has_answered_outlives_the_whole_suite() {
    nothing_is_lost_or_doubled(Kind::Embedded, "all").await;
}

#[tokio::test]
async fn an_operator_changes_what_is_sold_while_the_shop_is_open() {
    let suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let shown = suite.operator("shop catalogue show", &[]);
    assert!(shown.starts_with("version = 1\n"), "{shown}");
    let file = suite.folder().join("catalogue.toml");
    std::fs::write(&file, shown.replace("price = 30\n", "price = 31\n")).unwrap();
    let set = suite.operator("shop catalogue set", &["catalogue.toml"]);
    assert_eq!(set, "version 2 is in place");

    let order = |price| shop::PurchaseRequest {
        player_id: "ann".to_owned(),
        offer_id: "rocket".to_owned(),
        quantity: 1,
        expected_price: price,
        request_id: "one".to_owned(),
    };
    let old = client.shop.purchase(order(30)).await.unwrap_err();
    let changed = (Code::FailedPrecondition, "PRICE_CHANGED".to_owned());
    assert_eq!(fault_of(&old), changed);
    client.shop.purchase(order(31)).await.unwrap();

    // What is not in place any more is not replaced, and nothing that is no catalogue is put there.
    for (text, why) in [
        (shown.as_str(), "version 1, and another is in place"),
        (
            "[[offer]]\nid = \"x\"\nprice = 0\nitems = { rocket = 1 }",
            "a price is 1",
        ),
    ] {
        std::fs::write(&file, text).unwrap();
        let refused = tool(&suite, &["shop", "catalogue", "set", "catalogue.toml"]);
        assert_eq!(refused.status.code(), Some(1));
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }

    let said = suite.operator("shop check", &[]);
    assert_eq!(said, "wallets: 1, rows of the ledger: 2\nall agree");
}

#[tokio::test]
async fn a_shop_whose_books_disagree_fails_the_check() {
    let mut suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let request = shop::GetWalletRequest {
        player_id: "ann".to_owned(),
    };
    client.shop.get_wallet(request).await.unwrap();
    suite.kill();
    let file = suite.folder().join("data/records.db");
    let url = format!("sqlite:{}", file.display());
    let records = store::records::Records::connect(&url).await.unwrap();
    store::records::sqlx::query("UPDATE shop_wallets SET coins = 1000")
        .execute(records.pool())
        .await
        .unwrap();
    let checked = tool(&suite, &["shop", "check"]);
    assert_eq!(checked.status.code(), Some(1));
    let said = String::from_utf8(checked.stdout).unwrap();
    let wrong = "ann: the wallet has 1000 coins, and the ledger sums to 100\n";
    assert!(said.starts_with(wrong), "{said}");
    let why = String::from_utf8(checked.stderr).unwrap();
    assert_eq!(why.trim(), "shashki: disagreements: 1");
}

#[test]
fn the_shop_and_its_commands_take_their_own_settings() {
    let run = |arguments: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_shashki"))
            .args(arguments)
            .env_remove("SHASHKI_PLAYERS_URL")
            .output()
            .unwrap();
        (ran.status.code(), String::from_utf8(ran.stderr).unwrap())
    };
    // The service cannot do without the players service, whose keys it needs; a command can.
    let (code, said) = run(&["shop"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("--players <URL>"), "{said}");
    let (code, said) = run(&["shop", "--players", "http://127.0.0.1:1", "check"]);
    assert_eq!(code, Some(2), "{said}");
    let (code, said) = run(&["shop", "check", "--database", "nonsense"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a database is named by"), "{said}");
}

/// Runs a command on the suite's records.
fn tool(suite: &Suite, arguments: &[&str]) -> std::process::Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_shashki"))
        .args(arguments)
        .args(["--data", "data"])
        .current_dir(suite.folder())
        .output()
        .unwrap()
}
