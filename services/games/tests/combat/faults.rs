//! Whatever dies in between, a boost is spent exactly once and together with its effect.

use std::time::Duration;

use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::{Boost, Reason, Result as GameResult};
use tonic::Code;

use crate::kit::{Replica, World, reason, until};
use crate::shaky::{Failure, Step};
use crate::shop::Mood;
use crate::table::{At, combat, used};

/// Longer than a job is in the hands of a worker.
const LEASE_OVER: Duration = Duration::from_secs(6);

/// Longer than the shop is waited for.
const GIVEN_UP: Duration = Duration::from_secs(11);

fn boosts_used(events: &[wire::GameEvent]) -> usize {
    let used = |event: &&wire::GameEvent| matches!(event.happening, Some(Happening::BoostUsed(_)));
    events.iter().filter(used).count()
}

#[tokio::test]
async fn a_process_that_dies_at_any_step_leaves_the_boost_used_and_paid_for_once() {
    let steps = [
        (Some((Step::Called, Failure::Lost)), Mood::Open),
        (Some((Step::Called, Failure::Untold)), Mood::Open),
        (None, Mood::Away),
        (None, Mood::Mute),
        (Some((Step::Used, Failure::Lost)), Mood::Open),
        (Some((Step::Used, Failure::Untold)), Mood::Open),
    ];
    for (step, mood) in steps {
        for repeated in [true, false] {
            let case = format!("{step:?}, {mood:?}, repeated: {repeated}");
            let world = World::new().await;
            let first = world.replica().await;
            let (ann, _) = combat(&world, &first).await;
            if let Some((step, failure)) = step {
                world.store.fail(step, failure);
            }
            world.shop.is(mood);
            let broken = ann.boost(0, Boost::Rocket, "").await.unwrap_err();
            assert_eq!(broken.code(), Code::Unavailable, "{case}");
            first.kill();

            world.shop.is(Mood::Open);
            world.pass(LEASE_OVER);
            let second = world.replica().await;
            let ann = At::new(&world, &second, &ann.game, "ann");
            if step == Some((Step::Called, Failure::Lost)) && !repeated {
                assert_eq!(
                    ann.look().await.version,
                    1,
                    "{case}: nothing was called for"
                );
                assert_eq!(world.shop.kept(), 0, "{case}");
                continue;
            }
            if repeated {
                until("the repeat is answered", async || {
                    ann.boost(0, Boost::Rocket, "").await.is_ok()
                })
                .await;
            }
            until("the boost is used", async || ann.look().await.actions == 1).await;
            let again = ann.boost(0, Boost::Rocket, "").await.unwrap();
            assert_eq!(used(&again).1.target, "d8", "{case}");
            assert_eq!(boosts_used(&ann.told(1).await), 1, "{case}");
            assert_eq!(world.shop.kept(), 1, "{case}");
            assert_eq!(world.shop.count("ann", "rocket"), 4, "{case}");
            // The clock runs on.
            assert!(ann.look().await.clock.unwrap().deadline.is_some(), "{case}");
        }
    }
}

/// A game in which a boost is in flight, for the shop is not itself.
async fn in_flight(world: &World, replica: &Replica, mood: Mood) -> (At, At) {
    let (ann, bob) = combat(world, replica).await;
    world.shop.is(mood);
    let status = ann.boost(0, Boost::Shield, "c1").await.unwrap_err();
    assert_eq!(
        (status.code(), &*reason(&status)),
        (Code::Unavailable, "BOOST_IN_FLIGHT")
    );
    let flight = bob.look().await.boost_in_flight.unwrap();
    assert_eq!((flight.action, flight.boost()), (1, Boost::Shield));
    (ann, bob)
}

#[tokio::test]
async fn a_shop_that_comes_back_in_time_is_all_that_a_boost_waits_for() {
    for mood in [Mood::Away, Mood::Mute] {
        let world = World::new().await;
        let replica = world.replica().await;
        let (ann, _) = in_flight(&world, &replica, mood).await;
        world.shop.is(Mood::Open);
        until("a job settles it", async || ann.look().await.actions == 1).await;
        assert_eq!(world.shop.count("ann", "shield"), 4);
    }
}

#[tokio::test]
async fn a_shop_that_stays_away_costs_neither_the_game_nor_the_item() {
    for mood in [Mood::Away, Mood::Mute] {
        let world = World::new().await;
        let replica = world.replica().await;
        let (ann, bob) = in_flight(&world, &replica, mood).await;
        let before = bob.look().await.clock.unwrap();
        world.pass(GIVEN_UP);
        until("it is given up", async || {
            bob.look().await.boost_in_flight.is_none()
        })
        .await;
        let told = bob.told(2).await;
        let Some(Happening::BoostRefused(refused)) = &told[0].happening else {
            panic!("{told:?}");
        };
        assert_eq!(refused.reason, "SHOP_UNAVAILABLE");
        assert_eq!(refused.call.as_ref().unwrap().action, 1);
        assert_eq!(told[0].clock.as_ref().unwrap().white_ms, before.white_ms);

        world.shop.is(Mood::Open);
        until("what was taken is given back", async || {
            world.shop.count("ann", "shield") == 5 && world.shop.kept() == 0
        })
        .await;
        // What was called for in vain can be called for again, and is paid for once.
        ann.boost(0, Boost::Shield, "c1").await.unwrap();
        assert_eq!(world.shop.count("ann", "shield"), 4);
        ann.play(0, "c3-d4").await.unwrap();
    }
}

#[tokio::test]
async fn a_refusal_that_is_not_told_is_not_told_twice() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = in_flight(&world, &replica, Mood::Away).await;
    world.store.fail(Step::Refused, Failure::Untold);
    world.pass(GIVEN_UP);
    until("it is given up", async || {
        bob.look().await.boost_in_flight.is_none()
    })
    .await;
    assert_eq!(ann.told(2).await.len(), 1);
}

#[tokio::test]
async fn whoever_gives_up_meanwhile_ends_the_game_and_the_item_comes_back() {
    for ann_resigns in [true, false] {
        let world = World::new().await;
        let replica = world.replica().await;
        let (ann, bob) = in_flight(&world, &replica, Mood::Mute).await;
        assert_eq!(
            world.shop.count("ann", "shield"),
            4,
            "the shop has taken it"
        );
        let (loser, result) = if ann_resigns {
            (&ann, GameResult::BlackWins)
        } else {
            (&bob, GameResult::WhiteWins)
        };
        let outcome = loser.resign().await.unwrap().outcome.unwrap();
        assert_eq!(
            (outcome.result(), outcome.reason()),
            (result, Reason::Resignation)
        );
        // By then the game lies in the archive.
        until("the game is archived", async || {
            let filter = wire::GamesFilter::Finished.into();
            let request = wire::ListGamesRequest {
                filter,
                ..wire::ListGamesRequest::default()
            };
            let page = ann.client.clone().list_games(request).await.unwrap();
            !page.into_inner().games.is_empty()
        })
        .await;
        world.shop.is(Mood::Open);
        until("it is given back", async || {
            world.shop.count("ann", "shield") == 5
        })
        .await;
        assert_eq!(world.shop.kept(), 0);
        assert_eq!(ann.look().await.actions, 0);
        let late = ann.boost(0, Boost::Shield, "c1").await.unwrap_err();
        assert_eq!(reason(&late), "GAME_OVER");
    }
}

#[tokio::test]
async fn an_item_spent_elsewhere_in_the_meantime_is_missed() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = in_flight(&world, &replica, Mood::Away).await;
    world.shop.stock("ann", "shield", 0);
    world.shop.is(Mood::Open);
    let answer = ann.boost(0, Boost::Shield, "c1").await.unwrap_err();
    assert_eq!(
        (answer.code(), &*reason(&answer)),
        (Code::FailedPrecondition, "NOT_IN_INVENTORY")
    );
    let told = bob.told(2).await;
    let Some(Happening::BoostRefused(refused)) = &told[0].happening else {
        panic!("{told:?}");
    };
    assert_eq!(refused.reason, "NOT_IN_INVENTORY");
    ann.play(0, "c3-d4").await.unwrap();
}

#[tokio::test]
async fn a_game_waits_for_its_boost() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = in_flight(&world, &replica, Mood::Away).await;
    let waits = |status: tonic::Status| {
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::Unavailable, "BOOST_IN_FLIGHT")
        );
    };
    waits(ann.play(0, "c3-d4").await.unwrap_err());
    waits(ann.boost(0, Boost::Rocket, "").await.unwrap_err());
    waits(ann.boost(0, Boost::Shield, "e1").await.unwrap_err());
    waits(ann.boost(0, Boost::Shield, "C1").await.unwrap_err());
    let game_id = ann.game.clone();
    let abort = wire::AbortGameRequest {
        game_id: game_id.clone(),
        ..wire::AbortGameRequest::default()
    };
    waits(bob.client.clone().abort_game(abort).await.unwrap_err());
    let offer = wire::OfferDrawRequest {
        game_id,
        ..wire::OfferDrawRequest::default()
    };
    waits(bob.client.clone().offer_draw(offer).await.unwrap_err());
    assert_eq!(
        reason(&bob.play(0, "b6-a5").await.unwrap_err()),
        "NOT_YOUR_TURN"
    );
    let options = ann.options().await.unwrap();
    let refused = options
        .iter()
        .map(|option| option.choice.as_ref().unwrap().refused.as_deref());
    assert_eq!(refused.collect::<Vec<_>>(), [Some("BOOST_IN_FLIGHT"); 4]);
    assert_eq!(bob.look().await.version, 2);
}
