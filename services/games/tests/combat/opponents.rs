//! Bots use boosts where the rule book lets them, from no inventory.

use proto::bots::v1::Level;
use proto::rules::v1::{Boost, Side};

use crate::kit::{World, until};
use crate::table::{At, bot, create, person};

#[tokio::test]
async fn a_hard_bot_uses_rocket_and_sabotage_once_each() {
    let world = World::new().await;
    let replica = world.replica().await;
    let game = create(
        &world,
        &replica,
        "combat-ai",
        person("ann"),
        bot(Level::Hard),
    )
    .await
    .unwrap();
    let ann = At::new(&world, &replica, &game.id, "ann");
    ann.play(0, "c3-d4").await.unwrap();
    until("the bot moves", async || ann.look().await.ply == 3).await;
    let game = ann.look().await;
    let boosts = game.boosts.iter();
    let boosts: Vec<_> = boosts
        .map(|used| (used.boost(), used.side(), &*used.target, &*used.r#move))
        .collect();
    assert_eq!(
        boosts,
        [
            (Boost::Rocket, Side::Black, "d8", ""),
            (Boost::Sabotage, Side::Black, "", "a1-b2")
        ]
    );
    let plies: Vec<_> = game
        .moves
        .iter()
        .map(|ply| (ply.side(), &*ply.text, ply.sabotaged))
        .collect();
    assert_eq!(
        plies,
        [
            (Side::White, "c3-d4", false),
            (Side::White, "a1-b2", true),
            (Side::Black, "b6-a5", false)
        ]
    );
    ann.play(3, "d4-e5").await.unwrap();
    until("the bot moves again", async || ann.look().await.ply == 5).await;
    let allowed = world.bots.allowed.lock().unwrap().clone();
    assert_eq!(
        allowed,
        [
            vec![Boost::Rocket, Boost::Sabotage],
            vec![Boost::Sabotage],
            vec![],
            vec![]
        ]
    );
    assert_eq!(world.shop.kept(), 0, "nothing was paid for");
    // What the bot moved for Ann is no move of hers.
    let repeat = ann.play(1, "a1-b2").await.unwrap_err();
    assert_eq!(crate::kit::reason(&repeat), "STALE_PLY");
}

#[tokio::test]
async fn other_bots_and_other_modes_have_no_boosts() {
    let world = World::new().await;
    let replica = world.replica().await;
    let games = [
        ("combat-ai", Level::Easy),
        ("combat-ai", Level::Medium),
        ("combat", Level::Hard),
    ];
    for (mode, level) in games {
        let game = create(&world, &replica, mode, person("ann"), bot(level))
            .await
            .unwrap();
        let ann = At::new(&world, &replica, &game.id, "ann");
        ann.play(0, "c3-d4").await.unwrap();
        until("the bot moves", async || ann.look().await.ply == 2).await;
        assert_eq!(ann.look().await.boosts, []);
    }
    let allowed = world.bots.allowed.lock().unwrap();
    assert!(allowed.iter().all(Vec::is_empty), "{allowed:?}");
}
