//! What a board shows of a game: the legal moves, and the positions that it has gone through.

use proto::games::v1 as wire;
use proto::rules::v1::{Boost, Notation, Side};
use tonic::{Code, Status};

use crate::bots::HINT;
use crate::kit::{World, reason};
use crate::table::{At, combat, create, person};

impl At {
    async fn legal_moves(
        &self,
        notation: Notation,
    ) -> Result<wire::ListLegalMovesResponse, Status> {
        let request = wire::ListLegalMovesRequest {
            game_id: self.game.clone(),
            notation: notation.into(),
        };
        let answer = self.client.clone().list_legal_moves(request).await?;
        Ok(answer.into_inner())
    }

    async fn positions(&self) -> Result<wire::ListPositionsResponse, Status> {
        let request = wire::ListPositionsRequest {
            game_id: self.game.clone(),
            ..wire::ListPositionsRequest::default()
        };
        let answer = self.client.clone().list_positions(request).await?;
        Ok(answer.into_inner())
    }
}

/// The moves, the side to move, the ply and the version.
fn told(legal: &wire::ListLegalMovesResponse) -> (Vec<&str>, Side, u32, u64) {
    let texts = legal.moves.iter().map(|legal| &*legal.text).collect();
    (texts, legal.side_to_move(), legal.ply, legal.version)
}

#[tokio::test]
async fn legal_moves_are_those_of_the_side_to_move() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    let eve = At::new(&world, &replica, &ann.game, "eve");
    for at in [&ann, &bob, &eve] {
        let legal = at.legal_moves(Notation::Unspecified).await.unwrap();
        assert_eq!(told(&legal), (vec!["c3-d4"], Side::White, 0, 1));
        assert_eq!(legal.fen, "W:");
    }
    ann.play(0, "c3-d4").await.unwrap();
    let legal = ann.legal_moves(Notation::Numeric).await.unwrap();
    assert_eq!(told(&legal), (vec!["9-13"], Side::Black, 1, 2));
    assert_eq!(legal.fen, "B: c3-d4");

    // Nothing in the position says that the game is over.
    bob.resign().await.unwrap();
    let legal = ann.legal_moves(Notation::Unspecified).await.unwrap();
    assert_eq!(told(&legal), (vec![], Side::Black, 1, 3));
}

#[tokio::test]
async fn positions_are_those_after_each_move_and_boost() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    ann.boost(0, Boost::Recon, "").await.unwrap();
    ann.boost(1, Boost::Shield, "c1").await.unwrap();
    ann.boost(2, Boost::Sabotage, "a7-b6").await.unwrap();
    ann.play(1, "c3-d4").await.unwrap();
    bob.boost(4, Boost::Rocket, "").await.unwrap();
    bob.play(2, "b6-a5").await.unwrap();

    let of_ann = ann.positions().await.unwrap();
    assert_eq!(of_ann.start_fen, "W:");
    let moves: Vec<_> = of_ann.moves.iter().map(|played| &*played.text).collect();
    assert_eq!(moves, ["a7-b6", "c3-d4", "b6-a5"]);
    let steps = of_ann.steps.iter().map(|step| {
        let boost = step.boost.as_ref().map(wire::UsedBoost::boost);
        (step.ply, boost, &*step.after_fen)
    });
    assert_eq!(
        steps.collect::<Vec<_>>(),
        [
            (0, Some(Boost::Recon), "W:"),
            (0, Some(Boost::Shield), "W: shield@c1"),
            (1, Some(Boost::Sabotage), "W: shield@c1 sabotage@a7-b6"),
            (2, None, "B: shield@c1 sabotage@a7-b6 c3-d4"),
            (
                2,
                Some(Boost::Rocket),
                "B: shield@c1 sabotage@a7-b6 c3-d4 rocket@d8"
            ),
            (3, None, "W: shield@c1 sabotage@a7-b6 c3-d4 rocket@d8 b6-a5"),
        ]
    );
    let last = of_ann.steps.last().unwrap();
    assert_eq!(last.after_fen, ann.look().await.fen);
    let used: Vec<_> = of_ann
        .steps
        .iter()
        .filter_map(|step| step.boost.clone())
        .collect();
    assert_eq!(used, ann.look().await.boosts);

    // The squares of a recon are its user's alone.
    assert_eq!(used[0].hint, HINT);
    let eve = At::new(&world, &replica, &ann.game, "eve");
    let backend = At {
        game: ann.game.clone(),
        client: world.backend(&replica, &[]),
    };
    for at in [&bob, &eve, &backend] {
        let mut seen = at.positions().await.unwrap();
        let recon = seen.steps[0].boost.as_mut().unwrap();
        assert_eq!(recon.hint, [""; 0]);
        recon.hint = HINT.map(str::to_owned).to_vec();
        assert_eq!(seen, of_ann);
    }
}

#[tokio::test]
async fn a_game_without_boosts_has_no_steps() {
    let world = World::new().await;
    let replica = world.replica().await;
    let game = create(&world, &replica, "classic", person("ann"), person("bob"));
    let ann = At::new(&world, &replica, &game.await.unwrap().id, "ann");
    ann.play(0, "c3-d4").await.unwrap();
    let positions = ann.positions().await.unwrap();
    assert_eq!(positions.moves[0].after_fen, "B: c3-d4");
    assert_eq!(positions.steps, []);
}

#[tokio::test]
async fn games_that_there_are_not_have_neither() {
    let world = World::new().await;
    let replica = world.replica().await;
    let nowhere = At::new(&world, &replica, "nowhere", "ann");
    let legal = nowhere.legal_moves(Notation::Unspecified).await;
    let positions = nowhere.positions().await;
    for status in [legal.unwrap_err(), positions.unwrap_err()] {
        assert_eq!(status.code(), Code::NotFound);
        assert_eq!(reason(&status), "UNKNOWN_GAME");
    }
}
