//! Using items, and giving them back.

use futures::future::join_all;
use proto::shop::v1 as wire;
use tonic::Code;

use crate::kit::{Suite, refused};

pub(super) async fn what_is_used_is_taken_once_and_given_back_once(url: String) {
    let suite = Suite::start(&url).await;
    let had = suite.count("ann", "recon").await;
    let taken = suite.consume("ann", "recon", "g:1").await.unwrap();
    assert_eq!(taken.reason(), wire::Reason::Use);
    assert_eq!((taken.coins, taken.request_id.as_str()), (0, "g:1"));
    assert_eq!(
        (taken.items[0].item.as_str(), taken.items[0].count),
        ("recon", -1)
    );
    assert_eq!(suite.consume("ann", "recon", "g:1").await.unwrap(), taken);
    assert_eq!(suite.count("ann", "recon").await, had - 1);
    let other = suite.consume("ann", "rocket", "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let other = suite.give_back("ann", "rocket", "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");

    let repeats = (0..20).map(|_| {
        let suite = suite.clone();
        tokio::spawn(async move { suite.give_back("ann", "recon", "g:1").await })
    });
    for answer in join_all(repeats.collect::<Vec<_>>()).await {
        assert!(answer.unwrap().unwrap());
    }
    assert_eq!(suite.count("ann", "recon").await, had);
    let back = suite.ledger("ann").await.remove(0);
    assert_eq!(back.reason(), wire::Reason::GivenBack);
    assert_eq!((back.number, back.request_id.as_str()), (3, "g:1"));
    assert_eq!(
        (back.items[0].item.as_str(), back.items[0].count),
        ("recon", 1)
    );
    let other = suite.give_back("ann", "rocket", "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");

    // It is back: whoever asks for it again must not think that it is taken.
    let late = suite.consume("ann", "recon", "g:1").await;
    refused(late, Code::FailedPrecondition, "GIVEN_BACK");
    assert_eq!(suite.count("ann", "recon").await, had);
    suite.agrees().await;
}

pub(super) async fn what_was_given_back_is_not_taken_any_more(url: String) {
    let suite = Suite::start(&url).await;
    // Nobody has seen the player or taken anything yet.
    assert!(!suite.give_back("ann", "rocket", "g:1").await.unwrap());
    assert!(!suite.give_back("ann", "rocket", "g:1").await.unwrap());
    let other = suite.give_back("ann", "shield", "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let late = suite.consume("ann", "rocket", "g:1").await;
    refused(late, Code::FailedPrecondition, "GIVEN_BACK");
    let other = suite.consume("ann", "shield", "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    let other = suite.grant("ann", 5, "g:1").await;
    refused(other, Code::AlreadyExists, "REQUEST_ID_TAKEN");
    assert!(!suite.give_back("ann", "rocket", "g:1").await.unwrap());
    // Also when there is none to take.
    suite.consume("ann", "rocket", "g:2").await.unwrap();
    let late = suite.consume("ann", "rocket", "g:1").await;
    refused(late, Code::FailedPrecondition, "GIVEN_BACK");
    let none = suite.consume("ann", "rocket", "g:3").await;
    refused(none, Code::FailedPrecondition, "NOT_IN_INVENTORY");
    // Only what changed stands in the ledger.
    assert_eq!(suite.ledger("ann").await.len(), 2);
    suite.agrees().await;
}

pub(super) async fn taken_or_given_back_whoever_is_first(url: String) {
    let suite = Suite::start(&url).await;
    let other = Suite::start(&url).await;
    for round in 0..15 {
        let player = format!("p{round}");
        let had = suite.count(&player, "shield").await;
        let (taken, back) = tokio::join!(
            suite.consume(&player, "shield", "g:1"),
            other.give_back(&player, "shield", "g:1"),
        );
        match (taken, back.unwrap()) {
            (Ok(_), true) => assert_eq!(suite.ledger(&player).await.len(), 3),
            (late, false) => {
                refused(late, Code::FailedPrecondition, "GIVEN_BACK");
                assert_eq!(suite.ledger(&player).await.len(), 1);
            }
            // It was taken by a call whose answer was lost, given back, and then asked for again.
            (late, true) => {
                refused(late, Code::FailedPrecondition, "GIVEN_BACK");
            }
        }
        assert_eq!(suite.count(&player, "shield").await, had);
    }
    suite.agrees().await;
}

pub(super) async fn the_last_one_is_used_once(url: String) {
    let suite = Suite::start(&url).await;
    assert_eq!(suite.count("ann", "sabotage").await, 1);
    let uses = (0..20).map(|number| {
        let suite = suite.clone();
        tokio::spawn(async move {
            suite
                .consume("ann", "sabotage", &format!("g:{number}"))
                .await
        })
    });
    let mut taken = 0;
    for answer in join_all(uses.collect::<Vec<_>>()).await {
        match answer.unwrap() {
            Ok(_) => taken += 1,
            refusal => {
                refused(refusal, Code::FailedPrecondition, "NOT_IN_INVENTORY");
            }
        }
    }
    assert_eq!(taken, 1);
    assert_eq!(suite.count("ann", "sabotage").await, 0);
    suite.agrees().await;
}
