//! What happens to a cluster, or to one node of it, and must not matter elsewhere, nor for longer
//! than it lasts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::join_all;
use store::redis::RedisStore;
use store::{Error, Store, Subscription};
use support::RedisServer;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep};

use crate::kit::{
    Apart, LONG, apply, claim, here, names, next, publish, put, schedule, version, version_of,
    works_again,
};
use crate::redis_cluster::{RedisCluster, in_step, until};

/// A partition, as a store in which it is `here` to the kit.
struct Place {
    store: Store,
    slot: u16,
}

/// A place on each node.
async fn places(cluster: &RedisCluster) -> [Place; 3] {
    let store = cluster.store().await;
    let mut found = [None, None, None];
    for number in 0..30 {
        let apart = Apart::new(&number.to_string(), store.clone());
        let slot = cluster.slot(&apart.place(&here())).await;
        let store = Arc::new(apart);
        found[RedisCluster::owner(slot)].get_or_insert(Place { store, slot });
    }
    found.map(|place| place.expect("a name for each node"))
}

async fn follow(store: &Store) -> Subscription {
    store.subscribe(&here(), "game").await.unwrap()
}

/// Follows a topic of which messages are sent, until one comes: the first look after a node has lost
/// a slot may still be at that node.
async fn hear(store: &Store) -> Subscription {
    loop {
        let mut events = follow(store).await;
        if next(&mut events).await.is_some() {
            return events;
        }
    }
}

async fn is_primary(node: &RedisServer) -> bool {
    node.command(&["ROLE"]).await.starts_with("master")
}

/// Waits until a replica has the one key that there is.
async fn has_it_all(replica: &RedisServer) {
    until("a copy", async || replica.command(&["DBSIZE"]).await == "1").await;
}

/// Follows one topic after the other and hears on each what is told there, if no node loses it.
async fn come_and_go(store: Store) {
    for number in 0.. {
        let topic = format!("{number}");
        if let Ok(mut events) = store.subscribe(&here(), &topic).await
            && apply(&store, [], [publish(&topic, &topic)]).await.is_ok()
        {
            assert!(next(&mut events).await.is_none_or(|text| text == topic));
        }
    }
}

/// The version of the game, as soon as it can be read.
async fn found(store: &Store) -> u64 {
    loop {
        sleep(Duration::from_millis(5)).await;
        match store.read(&here(), &["game"]).await {
            Ok(read) => return read.documents[0].as_ref().map_or(0, |game| game.version),
            Err(Error::Unavailable(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

/// Somebody who moves, whatever happens, and notes what was acknowledged.
struct Player {
    stop: Arc<AtomicBool>,
    task: JoinHandle<u64>,
}

impl Player {
    fn start(store: Store) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            let mut seen = version_of(&store, "game").await;
            while !stopped.load(Ordering::Relaxed) {
                let text = (seen + 1).to_string();
                let effects = [
                    put("game", &text),
                    schedule("clock", store::Timestamp(4_000_000_000_000)),
                    publish("game", &text),
                ];
                match apply(&store, [version("game", seen)], effects).await {
                    Ok(_) => seen += 1,
                    Err(Error::Unavailable(_)) => {
                        // It may have been carried out.
                        let found = found(&store).await;
                        assert!(found == seen || found == seen + 1, "{seen}, {found}");
                        seen = found;
                    }
                    Err(other) => panic!("at {seen}: {other}"),
                }
            }
            seen
        });
        Self { stop, task }
    }

    async fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_node_comes_back_with_what_it_acknowledged() {
    let mut cluster = RedisCluster::start_append_only(0).await;
    let places = places(&cluster).await.map(|place| place.store);
    // Flushed scripts are loaded again, by each node.
    for place in &places {
        version_of(place, "game").await;
    }
    join_all(
        cluster
            .nodes
            .iter()
            .map(|node| node.command(&["SCRIPT", "FLUSH"])),
    )
    .await;
    for place in &places {
        let now = place.now().await.unwrap();
        apply(place, [], [schedule("job", now)]).await.unwrap();
        assert_eq!(names(&claim(place, 1, LONG).await), ["job"]);
    }

    let mut events = Vec::new();
    for place in &places {
        events.push(follow(place).await);
    }
    let mut players: Vec<_> = places.iter().cloned().map(Player::start).collect();
    sleep(Duration::from_millis(200)).await;
    cluster.nodes[1].kill();
    // Those who followed its topics know at once; the others keep receiving.
    while next(&mut events[1]).await.is_some() {}
    assert!(next(&mut events[0]).await.is_some());
    let refused = places[1].subscribe(&here(), "game").await.map(drop);
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    // The other nodes notice, and work on.
    until("a node marked as failed", async || {
        let info = cluster.nodes[0].command(&["CLUSTER", "INFO"]).await;
        info.contains("cluster_slots_fail:5461")
    })
    .await;
    for number in [0, 2] {
        apply(&places[number], [], [put("other", "a")])
            .await
            .unwrap();
    }
    places[1].now().await.unwrap();
    // A new store finds the cluster by those that are left.
    let ports: Vec<_> = cluster.nodes.iter().map(RedisServer::port).collect();
    let url = format!("redis://127.0.0.1:{},127.0.0.1:{}", ports[1], ports[0]);
    RedisStore::connect(&url).await.unwrap();

    cluster.nodes[1].start_again().await;
    works_again(&places[1]).await;
    events[1] = follow(&places[1]).await;
    assert!(next(&mut events[1]).await.is_some());
    for place in &places {
        let acknowledged = players.remove(0).stop().await;
        assert_eq!(version_of(place, "game").await, acknowledged);
        assert!(acknowledged > 10, "{acknowledged}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_takes_over() {
    let mut cluster = RedisCluster::start_append_only(1).await;
    let [Place { store: place, .. }, ..] = places(&cluster).await;
    apply(&place, [], [put("game", "1"), put("game", "2")])
        .await
        .unwrap();
    let mut events = follow(&place).await;
    has_it_all(&cluster.nodes[3]).await;
    cluster.nodes[0].kill();
    assert_eq!(next(&mut events).await, None);
    let since = Instant::now();
    works_again(&place).await;
    println!("taken over after {:?}", since.elapsed());
    assert!(is_primary(&cluster.nodes[3]).await);
    assert_eq!(version_of(&place, "game").await, 2);
    let mut events = follow(&place).await;
    apply(&place, [version("game", 2)], [publish("game", "here")])
        .await
        .unwrap();
    assert_eq!(next(&mut events).await.as_deref(), Some("here"));

    // The dead one comes back as the other's replica, and takes its place again in good order.
    cluster.nodes[0].start_again().await;
    in_step(&cluster.nodes[0]).await;
    let player = Player::start(place.clone());
    assert!(next(&mut events).await.is_some());
    until("the old primary in its place", async || {
        // It may take longer than it may take, and is given up then.
        cluster.nodes[0].command(&["CLUSTER", "FAILOVER"]).await;
        sleep(Duration::from_secs(1)).await;
        is_primary(&cluster.nodes[0]).await
    })
    .await;
    while next(&mut events).await.is_some() {}
    drop(hear(&place).await);
    works_again(&place).await;
    let acknowledged = player.stop().await;
    assert_eq!(version_of(&place, "game").await, acknowledged);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slot_moves_under_the_hands_of_players() {
    let cluster = RedisCluster::start_append_only(0).await;
    let [Place { store: place, slot }, Place { store: other, .. }, _] = &places(&cluster).await;
    let slot = slot.to_string();
    let filler: Vec<_> = (0..200).map(|n| put(&format!("{n}"), "a")).collect();
    apply(place, [], filler).await.unwrap();
    let mut events = follow(place).await;
    let mut elsewhere = follow(other).await;
    let player = Player::start(place.clone());
    let mut guests = JoinSet::new();
    for place in [place, place, place, other] {
        guests.spawn(come_and_go(place.clone()));
    }
    assert!(next(&mut events).await.is_some());

    let mut ids = Vec::new();
    for node in &cluster.nodes {
        ids.push(node.command(&["CLUSTER", "MYID"]).await);
    }
    let (from, to) = (&cluster.nodes[0], &cluster.nodes[1]);
    let set = ["CLUSTER", "SETSLOT", &slot];
    to.command(&[&set[..], &["IMPORTING", &ids[0]]].concat())
        .await;
    from.command(&[&set[..], &["MIGRATING", &ids[1]]].concat())
        .await;
    // In several rounds, between which the players find their keys here or there or on both sides.
    loop {
        let keys = from
            .command(&["CLUSTER", "GETKEYSINSLOT", &slot, "70"])
            .await;
        let keys: Vec<_> = keys.lines().filter(|key| !key.is_empty()).collect();
        if keys.is_empty() {
            break;
        }
        let port = to.port().to_string();
        let migrate = ["MIGRATE", "127.0.0.1", &port, "", "0", "5000", "KEYS"];
        assert_eq!(from.command(&[&migrate[..], &keys].concat()).await, "OK");
        sleep(Duration::from_millis(30)).await;
    }
    // All is there, and both nodes know how it will be: commits go to the one by the other.
    let before = version_of(place, "game").await;
    until("a commit by way of a detour", async || {
        version_of(place, "game").await > before
    })
    .await;
    for node in [to, from, &cluster.nodes[2]] {
        node.command(&[&set[..], &["NODE", &ids[1]]].concat()).await;
    }
    while next(&mut events).await.is_some() {}
    drop(hear(place).await);
    apply(other, [], [publish("game", "unmoved")])
        .await
        .unwrap();
    assert_eq!(next(&mut elsewhere).await.as_deref(), Some("unmoved"));
    let acknowledged = player.stop().await;
    assert_eq!(version_of(place, "game").await, acknowledged);
    assert_eq!(version_of(place, "199").await, 1);
    assert!(guests.try_join_next().is_none(), "a guest has gone");
}

/// A primary that stops is not seen to be gone: nothing is refused, nothing answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_primary_is_left_for_its_replica() {
    let mut cluster = RedisCluster::start_append_only(1).await;
    let [place, other, _] = places(&cluster).await.map(|place| place.store);
    apply(&place, [], [put("game", "1")]).await.unwrap();
    has_it_all(&cluster.nodes[3]).await;
    let mut events = follow(&place).await;
    cluster.nodes[0].process().suspend().await;
    while next(&mut events).await.is_some() {}
    let asked = Instant::now();
    apply(&other, [], [put("game", "1")]).await.unwrap();
    assert!(asked.elapsed() < Duration::from_secs(1));
    works_again(&place).await;
    let mut events = follow(&place).await;
    apply(&place, [version("game", 1)], [publish("game", "here")])
        .await
        .unwrap();
    assert_eq!(next(&mut events).await.as_deref(), Some("here"));
    cluster.nodes[0].signal("CONT");
    apply(&place, [version("game", 1)], [put("game", "2")])
        .await
        .unwrap();
}
