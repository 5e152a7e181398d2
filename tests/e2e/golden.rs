//! All golden games, played through the games service over gRPC by two players and a watcher.

use std::time::Duration;

use draughts::{Game, Position, Reason, Ruleset};
use futures::StreamExt as _;
use proto::games::v1::GameEvent;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::{Outcome, Result as GameResult};
use tonic::Code;

use crate::harness::{Client, GoldenGame, Kind, Suite, event_of, player};

/// Games played at once.
const TABLES: usize = 16;

/// How long a client waits before it sends a move again.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

#[tokio::test]
async fn every_golden_game_on_the_embedded_store() {
    play_all(Kind::Embedded).await;
}

#[tokio::test]
async fn every_golden_game_by_a_process_for_each_service_on_redis() {
    play_all(Kind::Split).await;
}

async fn play_all(kind: Kind) {
    let suite = Suite::start(kind).await;
    let client = suite.client();
    let games = GoldenGame::all();
    assert!(games.len() > 400);
    // The rules play all of them in crates/draughts; here it is the way through the suite that is tried.
    let share = support::by_effort(4, 1);
    let games = games.into_iter().step_by(share);
    let played = futures::stream::iter(games)
        .map(|golden| play(client.clone(), golden))
        .buffer_unordered(TABLES)
        .fold(0, |moves, more| async move { moves + more })
        .await;
    assert!(played > 10_000 / share, "{played} moves");
}

/// Plays a move as a client does: again while a busy suite says that it cannot now, which is safe.
async fn play_move(
    client: &mut Client,
    game: &str,
    player: &str,
    ply: u32,
    text: &str,
) -> GameEvent {
    loop {
        match client.play(game, player, ply, text).await {
            Ok(event) => return event,
            Err(status) if status.code() == Code::Unavailable => {
                tokio::time::sleep(RETRY_PAUSE).await;
            }
            Err(status) => panic!("{game}, {text} after {ply} plies: {status}"),
        }
    }
}

/// Plays one game and compares every position on the way with the rules themselves.
async fn play(mut client: Client, golden: GoldenGame) -> usize {
    let id = &golden.id;
    let ruleset = Ruleset::by_id(&golden.ruleset).unwrap();
    let read = |fen: &str| Position::from_fen(fen, ruleset).unwrap();
    let mut model = Game::from_position(ruleset, read(&golden.start));

    let created = client
        .create(ruleset.id, &golden.start, player("ann"), player("bob"))
        .await;
    assert_eq!(read(&created.fen), *model.position(), "{id}");
    let mut updates = client.watch(&created.id, 1).await;

    for (ply, text) in (0..).zip(&golden.moves) {
        let ann_to_move = model.position().side_to_move() == draughts::Side::White;
        let player = if ann_to_move { "ann" } else { "bob" };
        let event = play_move(&mut client, &created.id, player, ply, text).await;
        let watched = event_of(updates.next().await.unwrap().unwrap());
        assert_eq!(
            watched, event,
            "{id}: the watcher sees what the player is answered"
        );

        let expected = model
            .play_text(text)
            .unwrap()
            .to_text(ruleset.board, ruleset.notation);
        let Some(Happening::MovePlayed(played)) = event.happening else {
            panic!("{id}: no move")
        };
        assert_eq!(played.r#move.unwrap().text, expected, "{id}");
        assert_eq!(
            read(&played.fen),
            *model.position(),
            "{id} after {expected}"
        );
        assert_eq!(event.version, u64::from(ply) + 2, "{id}");
        assert_eq!(
            event.outcome.is_some(),
            ply as usize + 1 == golden.moves.len(),
            "{id} after {expected}"
        );
    }
    assert!(
        updates.next().await.is_none(),
        "{id}: the stream ends with the game"
    );

    let last = client.game(&created.id).await;
    assert_eq!(read(&last.fen), read(&golden.last), "{id}");
    assert_eq!(last.moves.len(), golden.moves.len(), "{id}");
    check_end(&golden, &last.outcome.expect("the game is over"));
    golden.moves.len()
}

fn check_end(golden: &GoldenGame, outcome: &Outcome) {
    let id = &golden.id;
    let (winner, result) = match outcome.result() {
        GameResult::WhiteWins => (Some("W"), "1-0"),
        GameResult::BlackWins => (Some("B"), "0-1"),
        GameResult::Draw => (None, "1/2-1/2"),
        other => panic!("{id}: {other:?}"),
    };
    assert_eq!(
        (winner, result),
        (golden.winner.as_deref(), golden.result.as_str()),
        "{id}"
    );
    let name = |reason: proto::rules::v1::Reason| {
        reason
            .as_str_name()
            .strip_prefix("REASON_")
            .unwrap()
            .to_ascii_lowercase()
    };
    let reason = name(outcome.reason());
    assert!(
        Reason::ALL.iter().any(|known| known.as_str() == reason),
        "{id}: {reason}"
    );
    if winner.is_some() {
        assert_eq!(reason, golden.reason, "{id}");
    } else {
        let mut all: Vec<_> = std::iter::once(reason)
            .chain(outcome.also().map(name))
            .collect();
        all.sort();
        let mut expected = golden.draw_reasons.clone();
        expected.sort();
        assert_eq!(all, expected, "{id}: every draw rule that holds is named");
    }
}
