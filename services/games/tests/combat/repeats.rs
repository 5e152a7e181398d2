//! A boost said again has its effect once and is answered alike.

use futures::future::join_all;
use proto::rules::v1::Boost;
use tonic::Code;

use crate::kit::{World, reason};
use crate::table::combat;

#[tokio::test]
async fn a_repeat_gets_the_first_answer_and_another_boost_is_stale() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    let boosts = [
        (Boost::Recon, "", ""),
        (Boost::Rocket, "", ""),
        (Boost::Shield, "c1", "C1"),
        (Boost::Sabotage, "a7-b6", "A7-B6"),
    ];
    let mut answers = Vec::new();
    for (action, (boost, on, _)) in (0..).zip(boosts) {
        answers.push(ann.boost(action, boost, on).await.unwrap());
    }
    ann.play(1, "c3-d4").await.unwrap();
    bob.play(2, "b6-a5").await.unwrap();
    let version = ann.look().await.version;
    for (action, ((boost, on, spelled), first)) in (0..).zip(boosts.into_iter().zip(&answers)) {
        assert_eq!(&ann.boost(action, boost, on).await.unwrap(), first);
        assert_eq!(
            &ann.boost(action, boost, spelled).await.unwrap(),
            first,
            "however it is written"
        );
    }
    for (action, boost, on) in [
        (0, Boost::Rocket, ""),
        (2, Boost::Shield, "e1"),
        (3, Boost::Sabotage, "c7-d6"),
        (4, Boost::Recon, ""),
        (5, Boost::Recon, ""),
    ] {
        let status = ann.boost(action, boost, on).await.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::Aborted, "STALE_ACTION"),
            "{action}"
        );
    }
    let status = bob.boost(0, Boost::Recon, "").await.unwrap_err();
    assert_eq!(reason(&status), "STALE_ACTION", "it was the opponent's");
    assert_eq!(ann.look().await.version, version);
    assert_eq!(world.shop.kept(), 4);
}

#[tokio::test]
async fn a_move_is_repeated_by_its_ply_and_a_sabotaged_ply_is_nobodys_move() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    let stale = async |at: &crate::table::At, ply, text| {
        let status = at.play(ply, text).await.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::Aborted, "STALE_PLY")
        );
    };
    ann.boost(0, Boost::Sabotage, "a7-b6").await.unwrap();
    stale(&ann, 0, "a7-b6").await;
    stale(&ann, 0, "c3-d4").await;
    stale(&bob, 0, "a7-b6").await;
    let first = ann.play(1, "c3-d4").await.unwrap();
    bob.play(2, "b6-a5").await.unwrap();
    assert_eq!(ann.play(1, "C3-D4").await.unwrap(), first);
    stale(&ann, 1, "e3-d4").await;
}

#[tokio::test]
async fn many_at_once_are_one() {
    let world = World::new().await;
    let (one, other) = (world.replica().await, world.replica().await);
    let (ann, _) = combat(&world, &one).await;
    let there = crate::table::At::new(&world, &other, &ann.game, "ann");
    let calls = (0..40).map(|number| {
        let at = if number % 2 == 0 { &ann } else { &there };
        at.boost(0, Boost::Rocket, "")
    });
    let answers = join_all(calls).await;
    let mut told: Vec<_> = answers.into_iter().filter_map(Result::ok).collect();
    told.dedup();
    assert_eq!(told.len(), 1, "one answer");
    let game = ann.look().await;
    assert_eq!((game.actions, game.version), (1, 3), "one call, one use");
    assert_eq!(world.shop.count("ann", "rocket"), 4);
}
