//! A boost that cannot be had is refused with the first reason of the rule book's order, and nothing is
//! spent.

use std::sync::atomic::Ordering;

use proto::games::v1 as wire;
use proto::rules::v1::Boost;
use tonic::Code;

use crate::kit::{World, reason};
use crate::shop::Mood;
use crate::table::{At, combat, create, person, stock};

#[tokio::test]
async fn refusals_come_in_the_rule_books_order_and_spend_nothing() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    let eve = At::new(&world, &replica, &ann.game, "eve");
    for item in ["rocket", "shield", "sabotage"] {
        world.shop.stock("bob", item, 0);
    }
    ann.boost(0, Boost::Rocket, "").await.unwrap();
    let version = ann.look().await.version;

    let cases = [
        (
            &eve,
            1,
            Boost::Rocket,
            "",
            Code::PermissionDenied,
            "NOT_YOUR_GAME",
        ),
        (&bob, 0, Boost::Rocket, "", Code::Aborted, "STALE_ACTION"),
        (
            &bob,
            1,
            Boost::Shield,
            "b8",
            Code::FailedPrecondition,
            "NOT_YOUR_TURN",
        ),
        (&ann, 2, Boost::Rocket, "", Code::Aborted, "STALE_ACTION"),
        (
            &ann,
            1,
            Boost::Shield,
            "b8",
            Code::FailedPrecondition,
            "NOT_YOUR_MAN",
        ),
        (
            &ann,
            1,
            Boost::Sabotage,
            "bad",
            Code::FailedPrecondition,
            "ILLEGAL_MOVE",
        ),
        (
            &ann,
            1,
            Boost::Rocket,
            "",
            Code::FailedPrecondition,
            "LIMIT_REACHED",
        ),
        (
            &ann,
            1,
            Boost::Shield,
            "",
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            &ann,
            1,
            Boost::Sabotage,
            "",
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
        (
            &ann,
            1,
            Boost::Unspecified,
            "",
            Code::InvalidArgument,
            "MISSING_FIELD",
        ),
    ];
    for (at, action, boost, on, code, expected) in cases {
        let status = at.boost(action, boost, on).await.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (code, expected),
            "{boost:?} at {action}"
        );
    }
    assert_eq!(ann.look().await.version, version, "nothing happened");

    ann.play(0, "c3-d4").await.unwrap();
    // What the rules and the limits say goes before the inventory.
    let of_bob = [
        (Boost::Shield, "b8", "NOT_YOUR_MAN"),
        (Boost::Shield, "c1", "NOT_IN_INVENTORY"),
        (Boost::Rocket, "", "NOT_IN_INVENTORY"),
        (Boost::Sabotage, "a1-b2", "NOT_IN_INVENTORY"),
    ];
    for (boost, on, expected) in of_bob {
        let status = bob.boost(2, boost, on).await.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::FailedPrecondition, expected)
        );
    }
    assert_eq!(
        bob.look().await.version,
        version + 1,
        "no call is written that can't be paid for"
    );

    ann.resign().await.unwrap();
    let over = bob.boost(2, Boost::Shield, "b8").await.unwrap_err();
    assert_eq!(reason(&over), "GAME_OVER");
    assert_eq!(world.shop.kept(), 1);
}

#[tokio::test]
async fn a_limit_reached_goes_before_an_empty_inventory() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, _) = combat(&world, &replica).await;
    world.shop.stock("ann", "rocket", 1);
    ann.boost(0, Boost::Rocket, "").await.unwrap();
    let status = ann.boost(1, Boost::Rocket, "").await.unwrap_err();
    assert_eq!(reason(&status), "LIMIT_REACHED");
    for action in 1..4 {
        ann.boost(action, Boost::Recon, "").await.unwrap();
    }
    let status = ann.boost(4, Boost::Recon, "").await.unwrap_err();
    assert_eq!(reason(&status), "LIMIT_REACHED");
    assert_eq!(world.shop.count("ann", "recon"), 2);
}

#[tokio::test]
async fn other_modes_have_no_boosts_which_is_the_last_reason() {
    let world = World::new().await;
    let replica = world.replica().await;
    stock(&world);
    let game = create(&world, &replica, "classic", person("ann"), person("bob"))
        .await
        .unwrap();
    assert_eq!(game.boost_limits, None);
    let [ann, bob] = ["ann", "bob"].map(|player| At::new(&world, &replica, &game.id, player));
    for (at, boost, on, expected) in [
        (&bob, Boost::Recon, "", "NOT_YOUR_TURN"),
        (&ann, Boost::Shield, "b8", "NOT_YOUR_MAN"),
        (&ann, Boost::Recon, "", "NO_BOOSTS_IN_THIS_MODE"),
    ] {
        let status = at.boost(0, boost, on).await.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::FailedPrecondition, expected)
        );
    }
    let options = ann.options().await.unwrap();
    assert!(options.iter().all(|option| {
        let refused = option.choice.as_ref().unwrap().refused.as_deref();
        option.left == 0 && refused == Some("NO_BOOSTS_IN_THIS_MODE")
    }));
}

#[tokio::test]
async fn a_shop_that_is_shut_sells_nothing_and_holds_nothing_up() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, _) = combat(&world, &replica).await;
    world.shop.is(Mood::Shut);
    let status = ann.boost(0, Boost::Recon, "").await.unwrap_err();
    assert_eq!(
        (status.code(), &*reason(&status)),
        (Code::Unavailable, "SHOP_UNAVAILABLE")
    );
    assert_eq!(ann.look().await.version, 1);
    ann.play(0, "c3-d4").await.unwrap();
}

#[tokio::test]
async fn bots_that_are_away_cost_no_recon() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, _) = combat(&world, &replica).await;
    stock(&world);
    world.bots.is_away.store(true, Ordering::Relaxed);
    let status = ann.boost(0, Boost::Recon, "").await.unwrap_err();
    assert_eq!(
        (status.code(), &*reason(&status)),
        (Code::Unavailable, "BOTS_UNAVAILABLE")
    );
    assert_eq!(world.shop.count("ann", "recon"), 5);
    world.bots.is_away.store(false, Ordering::Relaxed);
    ann.boost(0, Boost::Recon, "").await.unwrap();
    assert_eq!(world.shop.count("ann", "recon"), 4);
}

#[tokio::test]
async fn options_say_why_not_and_how_many_more() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    ann.boost(0, Boost::Shield, "c1").await.unwrap();
    ann.boost(1, Boost::Rocket, "").await.unwrap();
    let options = ann.options().await.unwrap();
    let told = |option: &wire::BoostOption| {
        let choice = option.choice.clone().unwrap();
        (choice.boost(), choice.refused, option.left)
    };
    let told_of: Vec<_> = options.iter().map(told).collect();
    assert_eq!(
        told_of,
        [
            (Boost::Recon, None, 3),
            (Boost::Rocket, Some("LIMIT_REACHED".to_owned()), 0),
            (Boost::Shield, Some("SHIELD_ALREADY_PLACED".to_owned()), 1),
            (Boost::Sabotage, None, 1),
        ]
    );
    let of_bob: Vec<_> = bob.options().await.unwrap().iter().map(told).collect();
    let not_now = Some("NOT_YOUR_TURN".to_owned());
    assert_eq!(of_bob[1], (Boost::Rocket, not_now, 1));
    let eve = At::new(&world, &replica, &ann.game, "eve");
    assert_eq!(reason(&eve.options().await.unwrap_err()), "NOT_YOUR_GAME");
    ann.resign().await.unwrap();
    let over: Vec<_> = ann.options().await.unwrap().iter().map(told).collect();
    assert_eq!(over[0], (Boost::Recon, Some("GAME_OVER".to_owned()), 3));
}
