//! A bot that cannot be reached when its turn comes still moves, once.

use std::time::Duration;

use proto::bots::v1::Level;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::seat::Occupant;
use proto::games::v1::{CreateGameRequest, PlayMoveRequest, Seat};
use tokio::time::sleep;

use crate::backend::Backend;
use crate::seeds;
use crate::table::person;
use crate::weather::{Kind, Trouble};
use crate::world::{BOTS, GAMES, World};

/// When the links to the bots fail and when they work again.
const FROM: Duration = Duration::from_secs(1);
const UNTIL: Duration = Duration::from_secs(13);

/// A dead connection is found within ten seconds; then the job comes again.
const OWED_FOR: Duration = Duration::from_secs(14);

#[test]
fn a_move_that_a_bot_owes_comes_once_the_bots_are_back() {
    let kinds = [Kind::Stalled, Kind::Cut, Kind::CutOneWay, Kind::Cut];
    for (seed, kind) in seeds().zip(kinds.into_iter().cycle()) {
        let trouble = |games| Trouble {
            link: (games, BOTS),
            kind,
            from: FROM,
            until: UNTIL,
        };
        let mut world = World::new(seed, UNTIL);
        world.sim.client("ann", wait_for_the_bot());
        world.run(&GAMES.map(trouble));
    }
}

async fn wait_for_the_bot() -> turmoil::Result {
    let backend = Backend::new(0);
    let request = CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(person("ann")),
        black: Some(Seat {
            occupant: Some(Occupant::Bot(Level::Easy.into())),
        }),
        ..CreateGameRequest::default()
    };
    let answer = backend
        .ask(request, async |mut games, request| {
            games.create_game(request).await
        })
        .await;
    let game = answer?.game.unwrap().id;
    sleep(FROM).await;

    let request = PlayMoveRequest {
        game_id: game.clone(),
        player_id: "ann".to_owned(),
        expected_ply: 0,
        r#move: "c3-d4".to_owned(),
    };
    backend
        .ask(request, async |mut games, request| {
            games.play_move(request).await
        })
        .await?;
    while turmoil::sim_elapsed().unwrap() < UNTIL {
        assert_eq!(
            backend.game(&game).await.ply,
            1,
            "nobody can have moved for the bot"
        );
        sleep(Duration::from_secs(1)).await;
    }
    while backend.game(&game).await.ply == 1 {
        assert!(
            turmoil::sim_elapsed().unwrap() < UNTIL + OWED_FOR,
            "the bot does not move"
        );
        sleep(Duration::from_millis(100)).await;
    }
    // Long enough for a job that came twice.
    sleep(Duration::from_secs(10)).await;
    let game = backend.game(&game).await;
    assert_eq!((game.ply, game.version), (2, 3));
    Ok(())
}
