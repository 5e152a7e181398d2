//! What each boost does to a game.

use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::{Boost, Result as GameResult, Side};

use crate::bots::HINT;
use crate::kit::World;
use crate::table::{At, combat, used};

#[tokio::test]
async fn each_boost_takes_effect_once_it_is_paid_for() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;

    let (recon, told) = used(&ann.boost(0, Boost::Recon, "").await.unwrap());
    assert_eq!(
        (told.action, told.ply, told.hint),
        (1, 0, HINT.map(str::to_owned).to_vec())
    );
    assert_eq!((&*recon.fen, recon.side_to_move()), ("W:", Side::White));

    let (rocket, told) = used(&ann.boost(1, Boost::Rocket, "b8").await.unwrap());
    assert_eq!(
        (told.action, &*told.target),
        (2, "d8"),
        "its target is drawn, not asked for"
    );
    assert!(!told.shield_burned);
    assert_eq!(rocket.fen, "W: rocket@d8");

    let (shield, told) = used(&ann.boost(2, Boost::Shield, "C1").await.unwrap());
    assert_eq!((told.action, &*told.target), (3, "c1"));
    assert_eq!(shield.fen, "W: rocket@d8 shield@c1");

    let (sabotage, told) = used(&ann.boost(3, Boost::Sabotage, "A7-B6").await.unwrap());
    assert_eq!((told.action, told.ply, &*told.r#move), (4, 0, "a7-b6"));
    let ply = sabotage.r#move.as_ref().unwrap();
    assert_eq!(
        (ply.ply, ply.side(), &*ply.text, ply.sabotaged),
        (1, Side::Black, "a7-b6", true)
    );
    assert_eq!(
        sabotage.side_to_move(),
        Side::White,
        "the turn is the player's again"
    );

    ann.play(1, "c3-d4").await.unwrap();
    let (_, told) = used(&bob.boost(5, Boost::Shield, "e1").await.unwrap());
    assert_eq!((told.action, told.ply, told.side()), (6, 2, Side::Black));

    let game = bob.look().await;
    assert_eq!((game.actions, game.ply), (6, 2));
    let sides: Vec<_> = game
        .moves
        .iter()
        .map(|ply| (ply.ply, ply.side(), ply.sabotaged))
        .collect();
    assert_eq!(sides, [(1, Side::Black, true), (2, Side::White, false)]);
    let numbers: Vec<_> = game.boosts.iter().map(|boost| boost.action).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 6]);
    assert_eq!(game.boost_in_flight, None);
    for (player, item, left) in [
        ("ann", "recon", 4),
        ("ann", "rocket", 4),
        ("ann", "shield", 4),
        ("ann", "sabotage", 4),
        ("bob", "shield", 4),
        ("bob", "rocket", 5),
    ] {
        assert_eq!(world.shop.count(player, item), left, "{player} {item}");
    }
}

#[tokio::test]
async fn what_happened_is_told_again_with_its_positions() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    ann.boost(0, Boost::Shield, "c1").await.unwrap();
    ann.boost(1, Boost::Sabotage, "a7-b6").await.unwrap();
    ann.play(1, "c3-d4").await.unwrap();
    bob.boost(3, Boost::Rocket, "").await.unwrap();
    bob.play(2, "b6-a5").await.unwrap();

    let told = bob.told(1).await;
    let fens: Vec<_> = told.iter().filter_map(fen).collect();
    assert_eq!(
        fens,
        [
            "W: shield@c1",
            "W: shield@c1 sabotage@a7-b6",
            "B: shield@c1 sabotage@a7-b6 c3-d4",
            "B: shield@c1 sabotage@a7-b6 c3-d4 rocket@d8",
            "W: shield@c1 sabotage@a7-b6 c3-d4 rocket@d8 b6-a5",
        ]
    );
    let versions: Vec<_> = told.iter().map(|event| event.version).collect();
    assert_eq!(
        versions,
        (2..=9).collect::<Vec<_>>(),
        "each call is an event of its own"
    );

    let export = wire::ExportGameRequest {
        game_id: ann.game.clone(),
    };
    let pdn = ann.client.clone().export_game(export).await.unwrap();
    assert_eq!(
        pdn.into_inner().pdn,
        "[\"Shield@c1\"] a7-b6!; [] c3-d4; [\"Rocket@d8\"] b6-a5"
    );
}

fn fen(event: &wire::GameEvent) -> Option<&str> {
    match event.happening.as_ref()? {
        Happening::BoostUsed(used) => Some(&used.fen),
        Happening::MovePlayed(played) => Some(&played.fen),
        _ => None,
    }
}

#[tokio::test]
async fn the_clock_stands_still_and_sabotage_gives_a_fresh_one() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, _) = combat(&world, &replica).await;
    ann.boost(0, Boost::Shield, "c1").await.unwrap();
    let told = ann.told(1).await;
    let clock = |event: &wire::GameEvent| event.clock.unwrap();
    assert_eq!(clock(&told[0]).deadline, None, "a boost is being paid for");
    assert!(clock(&told[1]).deadline.is_some());
    assert_eq!(
        clock(&told[0]).white_ms,
        clock(&told[1]).white_ms,
        "and that costs no time"
    );

    until_some_time_is_gone(&ann).await;
    let sabotage = ann.boost(1, Boost::Sabotage, "a7-b6").await.unwrap();
    assert_eq!(clock(&sabotage).white_ms, 120_000);
}

async fn until_some_time_is_gone(at: &At) {
    crate::kit::until("time runs", async || {
        at.look().await.clock.unwrap().white_ms < 120_000
    })
    .await;
}

#[tokio::test]
async fn a_boost_can_end_the_game() {
    let world = World::new().await;
    let replica = world.replica_with(|_| 0).await;
    let (ann, bob) = combat(&world, &replica).await;
    let event = ann.boost(0, Boost::Rocket, "").await.unwrap();
    assert_eq!(used(&event).1.target, "b8");
    assert_eq!(event.outcome.unwrap().result(), GameResult::WhiteWins);
    let game = bob.look().await;
    assert_eq!(game.outcome.unwrap().result(), GameResult::WhiteWins);
    assert_eq!(world.shop.count("ann", "rocket"), 4, "it had its effect");
    let export = wire::ExportGameRequest {
        game_id: ann.game.clone(),
    };
    let pdn = ann.client.clone().export_game(export).await.unwrap();
    assert_eq!(
        pdn.into_inner().pdn,
        "[\"Rocket@b8\"] ",
        "before the end, without a move"
    );
}
