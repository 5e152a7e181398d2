//! kill -9 in mid-game: nothing acknowledged is missing, and what was due still comes.

use std::time::Duration;

use futures::StreamExt as _;
use proto::games::v1::Game;

use crate::harness::{Client, Kind, Suite, bot, player};

#[tokio::test]
async fn the_embedded_store_survives_a_kill() {
    survives_a_kill(Kind::Embedded).await;
}

#[tokio::test]
async fn the_suite_on_redis_survives_a_kill() {
    survives_a_kill(Kind::AllOnRedis).await;
}

#[tokio::test]
async fn separate_processes_survive_a_kill() {
    survives_a_kill(Kind::Split).await;
}

/// Many games are in mid-move when everything is killed; they go on where they were.
async fn survives_a_kill(kind: Kind) {
    let mut suite = Suite::start(kind).await;
    let tables: Vec<_> = (0..12)
        .map(|table| tokio::spawn(play_until_cut(suite.client(), table)))
        .collect();
    tokio::time::sleep(Duration::from_millis(700)).await;
    suite.kill().await;
    let mut acknowledged = Vec::new();
    for table in tables {
        acknowledged.push(table.await.unwrap());
    }
    assert!(
        acknowledged.iter().any(|table| table.moves.len() > 2),
        "the kill came in mid-game"
    );

    suite.launch().await;
    let mut client = suite.client();
    for table in acknowledged {
        let game = client.game(&table.id).await;
        let texts: Vec<_> = game
            .moves
            .iter()
            .map(|played| played.text.clone())
            .collect();
        assert_eq!(
            texts[..table.moves.len()],
            table.moves,
            "an acknowledged move is missing"
        );
        // What was sent and not answered may have been stored or not; it is never stored twice.
        assert!(
            texts.len() <= table.moves.len() + 1,
            "{texts:?} after {:?}",
            table.moves
        );
        assert_eq!(game.version, 1 + texts.len() as u64);
        play_on(&mut client, game).await;
    }
}

/// What a table was told before the cut.
struct Table {
    id: String,
    moves: Vec<String>,
}

/// Plays the first legal move on and on, until the suite is gone.
async fn play_until_cut(mut client: Client, table: usize) -> Table {
    let ruleset = ["russian", "international", "english"][table % 3];
    let game = client
        .create(ruleset, "", player("ann"), player("ann"))
        .await;
    let mut told = Table {
        id: game.id,
        moves: Vec::new(),
    };
    let mut fen = game.fen;
    for ply in 0.. {
        let request = proto::rules::v1::LegalMovesRequest {
            ruleset: ruleset.to_owned(),
            position: Some(proto::rules::v1::Position {
                fen: fen.clone(),
                history: None,
            }),
            notation: 0,
        };
        let Ok(answer) = client.rules.legal_moves(request).await else {
            break;
        };
        let Some(legal) = answer.into_inner().moves.into_iter().next() else {
            break;
        };
        let Ok(event) = client.play(&told.id, "ann", ply, &legal.text).await else {
            break;
        };
        told.moves.push(legal.text);
        fen = legal.after_fen;
        if event.outcome.is_some() {
            break;
        }
    }
    told
}

/// The game can be gone on with: a move is taken, or it is over.
async fn play_on(client: &mut Client, game: Game) {
    if game.outcome.is_some() {
        return;
    }
    let request = proto::rules::v1::LegalMovesRequest {
        ruleset: game.ruleset,
        position: Some(proto::rules::v1::Position {
            fen: game.fen,
            history: None,
        }),
        notation: 0,
    };
    let legal = client
        .rules
        .legal_moves(request)
        .await
        .unwrap()
        .into_inner()
        .moves;
    client
        .play(&game.id, "ann", game.ply, &legal[0].text)
        .await
        .unwrap();
}

/// The bots service is away when its turn comes, and everything is killed meanwhile: the move is
/// played once all are back.
#[tokio::test]
async fn a_pending_bot_move_comes_after_a_kill() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let game = client.create("russian", "", player("ann"), bot()).await;
    // Order of the harness: rules, bots, games, gateway.
    suite.process(1).kill().await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let pending = client.game(&game.id).await;
    assert_eq!(pending.ply, 1, "nobody can have moved for the bot");

    suite.kill().await;
    suite.launch().await;
    assert_bot_moves(suite.client(), &game.id).await;
}

/// On the embedded store the kill falls between the answer and the bot's move, again and again.
#[tokio::test]
async fn a_bot_moves_though_the_process_is_killed_right_after_the_move() {
    let mut suite = Suite::start(Kind::Embedded).await;
    for _ in 0..5 {
        let mut client = suite.client();
        let game = client.create("russian", "", player("ann"), bot()).await;
        client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
        suite.kill().await;
        suite.launch().await;
        assert_bot_moves(suite.client(), &game.id).await;
    }
}

async fn assert_bot_moves(mut client: Client, id: &str) {
    let mut updates = client.watch(id, 2).await;
    let next = tokio::time::timeout(Duration::from_secs(30), updates.next());
    let event = crate::harness::event_of(next.await.expect("the bot moves").unwrap().unwrap());
    assert_eq!(event.version, 3);
    let game = client.game(id).await;
    assert_eq!(game.ply, 2, "the bot moved exactly once");
}

/// A bot is still owed a move when the rules service is away for a while.
#[tokio::test]
async fn moves_wait_for_the_rules_service() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    suite.process(0).kill().await;
    let refused = client.play(&game.id, "ann", 0, "c3-d4").await.unwrap_err();
    assert_eq!(
        crate::harness::fault_of(&refused),
        (tonic::Code::Unavailable, "RULES_UNAVAILABLE".to_owned())
    );
    suite.kill().await;
    suite.launch().await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
}
