//! The modes of combat.

use proto::bots::v1::Level;
use proto::games::v1 as wire;
use proto::rules::v1::Boost;
use tonic::Code;

use crate::kit::{World, reason};
use crate::table::{At, bot, create, person, stock};

#[tokio::test]
async fn modes_say_what_boosts_they_have() {
    let world = World::new().await;
    let replica = world.replica().await;
    let mut client = world.player(&replica, "ann");
    let modes = client
        .list_modes(wire::ListModesRequest {})
        .await
        .unwrap()
        .into_inner()
        .modes;
    let limits = wire::BoostLimits {
        recon: 3,
        rocket: 1,
        shield: 2,
        sabotage: 1,
    };
    let mode = |id: &str| modes.iter().find(|mode| mode.id == id).unwrap();
    let (combat, alone, classic) = (mode("combat"), mode("combat-ai"), mode("classic"));
    assert_eq!(
        (combat.boosts, combat.only_with_bots, combat.pool.as_deref()),
        (Some(limits), false, Some("combat"))
    );
    assert_eq!(
        (alone.boosts, alone.only_with_bots, alone.pool.as_deref()),
        (Some(limits), true, None)
    );
    assert_eq!((classic.boosts, classic.only_with_bots), (None, false));
    assert_eq!(combat.clock, classic.clock);
    assert_eq!(alone.clock, None);
}

#[tokio::test]
async fn a_mode_for_bots_is_played_by_a_person_with_the_white_pieces() {
    let world = World::new().await;
    let replica = world.replica().await;
    let seats = [
        (person("ann"), person("bob"), Some("black")),
        (bot(Level::Easy), person("ann"), Some("white")),
        (bot(Level::Easy), bot(Level::Hard), Some("white")),
        (person("ann"), bot(Level::Hard), None),
    ];
    for (white, black, wrong) in seats {
        let created = create(&world, &replica, "combat-ai", white, black).await;
        let Some(field) = wrong else {
            assert_eq!(created.unwrap().boost_limits.unwrap().recon, 3);
            continue;
        };
        let status = created.unwrap_err();
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::InvalidArgument, "ONLY_WITH_BOTS")
        );
        use tonic_types::StatusExt as _;
        let violations = status.get_details_bad_request().unwrap().field_violations;
        assert_eq!(violations[0].field, field);
    }
}

#[tokio::test]
async fn a_rematch_keeps_the_mode_and_the_person_white() {
    let world = World::new().await;
    let replica = world.replica().await;
    stock(&world);
    for (mode, white) in [("combat-ai", "ann"), ("combat", "")] {
        let game = create(&world, &replica, mode, person("ann"), bot(Level::Hard))
            .await
            .unwrap();
        let ann = At::new(&world, &replica, &game.id, "ann");
        ann.boost(0, Boost::Recon, "").await.unwrap();
        ann.resign().await.unwrap();
        let request = wire::RematchRequest {
            game_id: game.id,
            ..wire::RematchRequest::default()
        };
        let rematch = ann
            .client
            .clone()
            .rematch(request)
            .await
            .unwrap()
            .into_inner();
        let again = At::new(&world, &replica, &rematch.rematch.unwrap().game_id, "ann");
        let game = again.look().await;
        assert_eq!(
            (game.mode.as_deref(), game.boost_limits.unwrap().sabotage),
            (Some(mode), 1)
        );
        assert_eq!(game.boosts, [], "and all boosts may be used again");
        let expected = if white.is_empty() {
            bot(Level::Hard)
        } else {
            person(white)
        };
        assert_eq!(game.white, Some(expected));
    }
}
