//! Several processes, of which one dies.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use proto::matchmaking::v1::InviteStatus;
use proto::matchmaking::v1::enqueue_response::Update;
use support::APPEND_ONLY;
use tokio::task::JoinSet;

use crate::both::on_both;
use crate::harness::{Ground, PATIENCE, QUICK, World, queue, reason};
use crate::invites::wish;

on_both! {
    a_dead_replica_stops_nothing
    what_a_dead_replica_had_paired_gets_its_game
    what_was_accepted_at_a_dead_replica_gets_its_game
}

/// Players come all the time and come back when their stream is lost; one of two replicas dies on
/// the way. Everybody is matched, and there is one game for each pairing.
async fn a_dead_replica_stops_nothing(mut world: World) {
    world.times.widening.anybody_after = Duration::from_secs(2);
    let [first, second] = [world.replica().await, world.replica().await];
    world.peers.state().slow = Duration::from_millis(5);
    let mut players = JoinSet::new();
    for number in 0..120_usize {
        let mut doors = [&first, &second].map(|replica| replica.player(&format!("player{number}")));
        doors.rotate_left(number % 2);
        players.spawn(async move {
            tokio::time::sleep(Duration::from_millis(10 * number as u64)).await;
            for attempt in 0.. {
                let player = &doors[attempt % 2];
                let Ok(mut stream) = player.enqueue(queue("classic", false)).await else {
                    continue;
                };
                loop {
                    match stream.next().await {
                        Ok(Some(Update::Matched(matched))) => return (player.id.clone(), matched),
                        Ok(Some(Update::Waiting(_))) => {}
                        Err(_) => break,
                        other => unreachable!("{other:?}"),
                    }
                }
            }
            unreachable!()
        });
    }
    tokio::time::sleep(Duration::from_millis(600)).await;
    first.kill();
    let mut games = HashMap::<String, Vec<String>>::new();
    for (player, matched) in players.join_all().await {
        games.entry(matched.game_id).or_default().push(player);
    }
    assert!(
        games.values().all(|players| players.len() == 2),
        "{games:?}"
    );
    assert_eq!(games.len(), 60);
    assert_eq!(world.peers.state().games.len(), 60);
}

/// The pairing is in the store; another replica makes the game when the lease ends.
async fn what_a_dead_replica_had_paired_gets_its_game(mut world: World) {
    world.times = QUICK;
    let first = world.replica().await;
    world.peers.state().slow = Duration::from_secs(1);
    let mut anna = first
        .player("anna")
        .enqueue(queue("classic", false))
        .await
        .unwrap();
    let mut boris = first
        .player("boris")
        .enqueue(queue("classic", false))
        .await
        .unwrap();
    // The pairing is in the store, and its game is being made.
    world.peers.asked(1).await;
    first.kill();
    for stream in [&mut anna, &mut boris] {
        // What was told before is heard first: no match is among it.
        while let Ok(Some(update)) = stream.next().await {
            assert!(matches!(update, Update::Waiting(_)), "{update:?}");
        }
    }
    world.peers.state().slow = Duration::ZERO;
    let second = world.replica().await;
    let mut anna = second
        .player("anna")
        .enqueue(queue("classic", false))
        .await
        .unwrap();
    let mut boris = second
        .player("boris")
        .enqueue(queue("classic", false))
        .await
        .unwrap();
    assert_eq!(anna.matched().await, boris.matched().await);
    assert_eq!(world.peers.state().games.len(), 1);
}

/// Nobody asks for the invite again: the job that its acceptance has planned makes the game.
async fn what_was_accepted_at_a_dead_replica_gets_its_game(world: World) {
    let first = world.replica().await;
    world.peers.state().slow = Duration::from_secs(60);
    let invite = first.player("anna").invites(wish()).await.unwrap();
    let boris = first.player("boris");
    let code = invite.code.clone();
    let accepting = tokio::spawn(async move { boris.accepts(&code).await });
    world.peers.asked(1).await;
    first.kill();
    accepting.await.unwrap().unwrap_err();
    world.peers.state().slow = Duration::ZERO;
    let second = world.replica().await;
    let made = async {
        while world.peers.games_of("anna", "boris").is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, made).await.unwrap();
    let accepted = second.player("boris").accepts(&invite.code).await.unwrap();
    assert_eq!(accepted.status(), InviteStatus::Accepted);
    assert_eq!(world.peers.games_of("anna", "boris").len(), 1);
}

/// Redis is killed and comes back: streams go on, places are kept, and pairing with them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_outlive_the_store_being_away() {
    let mut world = World::on_redis_with(&APPEND_ONLY).await;
    let replica = world.replica().await;
    let mut anna = replica.player("anna").waits(queue("classic", false)).await;
    let Ground::Redis(redis) = &mut world.ground else {
        panic!("it is on Redis");
    };
    redis.kill();
    let refused = replica
        .player("boris")
        .enqueue(queue("classic", false))
        .await;
    assert_eq!(reason(&refused.err().unwrap()), "STORE_UNAVAILABLE");
    assert!(anna.stays(Duration::from_secs(2)).await);
    redis.start_again().await;
    let came = Instant::now();
    let mut boris = loop {
        match replica
            .player("boris")
            .enqueue(queue("classic", false))
            .await
        {
            Ok(stream) => break stream,
            Err(status) => assert_eq!(reason(&status), "STORE_UNAVAILABLE"),
        }
        assert!(came.elapsed() < PATIENCE);
    };
    assert_eq!(boris.matched().await, anna.matched().await);
}
