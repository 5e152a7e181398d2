//! Waiting in queues.

use std::time::{Duration, Instant};

use matchmaking::Times;
use proto::matchmaking::v1 as messages;
use proto::matchmaking::v1::enqueue_response::Update;

use crate::both::on_both;
use crate::harness::peers::player;
use crate::harness::{Ground, QUICK, World, classic, queue, reason};

on_both! {
    two_who_wait_are_paired_at_once
    one_player_on_two_devices_has_one_ticket
    two_are_never_one_and_the_same
    the_place_in_the_queue_is_told
    far_ratings_wait_until_the_windows_have_widened
    whoever_has_waited_long_gets_the_next_to_come
    a_dead_clients_ticket_is_not_paired
    whoever_comes_back_keeps_the_place
    a_lost_stream_was_renewed_until_it_was_lost
    whoever_leaves_and_comes_again_is_told_the_place
    cancelled_means_out
    whoever_comes_back_hears_the_match
    after_the_game_there_is_another_one
    a_bot_plays_only_when_asked
    players_in_rated_games_are_not_paired
    a_match_takes_the_player_out_of_other_queues
    two_pairings_of_one_player_make_one_game
    a_game_that_is_refused_sends_both_away
    a_game_whose_name_is_taken_sends_both_away
    the_match_is_told_when_the_game_is_there
}

async fn two_who_wait_are_paired_at_once(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let mut first = anna.waits(classic()).await;
    let came = Instant::now();
    let mut second = boris.enqueue(classic()).await.unwrap();
    let matched = second.matched().await;
    assert!(
        came.elapsed() < Duration::from_millis(250),
        "{:?}",
        came.elapsed()
    );
    assert_eq!(first.matched().await, matched);
    assert_eq!(first.next().await.unwrap(), None);
    let games = world.peers.games_of("anna", "boris");
    assert_eq!(games.len(), 1);
    assert!(games[0].rated);
    assert_eq!(
        Some(player(games[0].white.as_ref())),
        matched.white.as_deref()
    );
    assert_eq!(
        Some(player(games[0].black.as_ref())),
        matched.black.as_deref()
    );
}

async fn one_player_on_two_devices_has_one_ticket(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    let mut phone = anna.waits(classic()).await;
    let mut laptop = anna.waits(classic()).await;
    let queues = replica
        .client()
        .list_queues(anna.says(messages::ListQueuesRequest {}))
        .await;
    let queues = queues.unwrap().into_inner().queues;
    assert_eq!(
        queues,
        [messages::QueueStatus {
            mode: "classic".to_owned(),
            rated: true,
            length: 1
        }]
    );
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    let matched = boris.matched().await;
    assert_eq!(phone.matched().await, matched);
    assert_eq!(laptop.matched().await, matched);
}

async fn two_are_never_one_and_the_same(world: World) {
    let (one, two) = (world.replica().await, world.replica().await);
    let mut streams = Vec::new();
    for _ in 0..5 {
        streams.push(one.player("anna").enqueue(classic()).await.unwrap());
        streams.push(two.player("anna").enqueue(classic()).await.unwrap());
    }
    for stream in &mut streams {
        assert!(stream.stays(Duration::from_millis(150)).await);
    }
    assert_eq!(world.peers.state().asked, 0);
}

async fn the_place_in_the_queue_is_told(mut world: World) {
    world.times.widening.anybody_after = Duration::from_secs(3600);
    let replica = world.replica().await;
    for (place, id) in ["anna", "boris", "clara"].into_iter().enumerate() {
        world
            .peers
            .state()
            .ratings
            .insert(id.to_owned(), 1000.0 + 500.0 * place as f64);
    }
    let _first = replica.player("anna").waits(classic()).await;
    let _second = replica.player("boris").waits(classic()).await;
    let mut third = replica.player("clara").enqueue(classic()).await.unwrap();
    let Some(Update::Waiting(waiting)) = third.next().await.unwrap() else {
        panic!("a place");
    };
    assert_eq!((waiting.position, waiting.length), (3, 3));
    let window = waiting.window.expect("a window");
    assert!((100..110).contains(&window), "{waiting:?}");
    // Nobody has been paired yet.
    assert_eq!(waiting.estimated_wait_ms, None);
    assert!(waiting.since.is_some());
    replica.player("anna").cancel(classic()).await.unwrap();
    let Some(Update::Waiting(waiting)) = third.next().await.unwrap() else {
        panic!("a place");
    };
    assert_eq!((waiting.position, waiting.length), (2, 2));
}

async fn far_ratings_wait_until_the_windows_have_widened(mut world: World) {
    world.times = QUICK;
    let replica = world.replica().await;
    world
        .peers
        .state()
        .ratings
        .insert("boris".to_owned(), 1900.0);
    let mut anna = replica.player("anna").waits(classic()).await;
    let mut boris = replica.player("boris").waits(classic()).await;
    let began = Instant::now();
    assert!(anna.stays(Duration::from_millis(300)).await);
    assert_eq!(boris.matched().await, anna.matched().await);
    // 100 + 600 f + 3600 f² reaches 400 after 0.22 of three seconds, and a cycle takes one.
    assert!(began.elapsed() < Duration::from_secs(4));
}

async fn whoever_has_waited_long_gets_the_next_to_come(mut world: World) {
    world.times = QUICK;
    let replica = world.replica().await;
    world
        .peers
        .state()
        .ratings
        .insert("grandmaster".to_owned(), 9000.0);
    let mut first = replica.player("grandmaster").waits(classic()).await;
    // Longer than `anybody_after`, as five minutes are in production.
    assert!(first.stays(Duration::from_millis(3300)).await);
    let came = Instant::now();
    let mut second = replica.player("novice").enqueue(classic()).await.unwrap();
    assert_eq!(second.matched().await, first.matched().await);
    assert!(
        came.elapsed() < Duration::from_millis(250),
        "{:?}",
        came.elapsed()
    );
}

async fn a_dead_clients_ticket_is_not_paired(mut world: World) {
    world.times = QUICK;
    let replica = world.replica().await;
    drop(replica.player("anna").waits(classic()).await);
    tokio::time::sleep(QUICK.lapse_after + Duration::from_millis(300)).await;
    let mut boris = replica.player("boris").waits(classic()).await;
    assert!(boris.stays(Duration::from_secs(2)).await);
    assert_eq!(world.peers.state().asked, 0);
}

/// As after a Redis that had kept nothing.
#[tokio::test]
async fn a_ticket_that_is_gone_ends_its_stream() {
    let mut world = World::on_redis().await;
    world.times = QUICK;
    let replica = world.replica().await;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    anna.next().await.unwrap();
    let Ground::Redis(server) = &world.ground else {
        panic!("it is on Redis");
    };
    server.command(&["flushall"]).await;
    let ended = loop {
        match anna.next().await {
            Ok(_) => {}
            Err(status) => break status,
        }
    };
    assert_eq!(reason(&ended), "TICKET_LAPSED");
}

async fn whoever_comes_back_keeps_the_place(mut world: World) {
    world.times.widening.anybody_after = Duration::from_secs(3600);
    let (one, two) = (world.replica().await, world.replica().await);
    world
        .peers
        .state()
        .ratings
        .insert("boris".to_owned(), 3000.0);
    let mut anna = one.player("anna").enqueue(classic()).await.unwrap();
    let Some(Update::Waiting(before)) = anna.next().await.unwrap() else {
        panic!("a place");
    };
    let _boris = one.player("boris").waits(classic()).await;
    drop(anna);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut anna = two.player("anna").enqueue(classic()).await.unwrap();
    let Some(Update::Waiting(after)) = anna.next().await.unwrap() else {
        panic!("a place");
    };
    assert_eq!((after.position, after.length), (1, 2));
    assert_eq!(after.since, before.since);
}

/// However long the stream was open: the time that is left counts from its end.
async fn a_lost_stream_was_renewed_until_it_was_lost(mut world: World) {
    world.times = Times {
        lapse_after: Duration::from_secs(2),
        beat: Duration::from_millis(100),
        ..QUICK
    };
    let replica = world.replica().await;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    let Some(Update::Waiting(before)) = anna.next().await.unwrap() else {
        panic!("a place");
    };
    assert!(anna.stays(Duration::from_secs(3)).await);
    drop(anna);
    tokio::time::sleep(Duration::from_millis(1400)).await;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    let Some(Update::Waiting(after)) = anna.next().await.unwrap() else {
        panic!("a place");
    };
    assert_eq!(after.since, before.since);
}

async fn whoever_leaves_and_comes_again_is_told_the_place(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    for _ in 0..3 {
        let _waiting = anna.waits(classic()).await;
        assert_eq!(anna.cancel(classic()).await.unwrap(), None);
    }
}

async fn cancelled_means_out(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    let (mut phone, mut laptop) = (anna.waits(classic()).await, anna.waits(classic()).await);
    assert_eq!(anna.cancel(classic()).await.unwrap(), None);
    for stream in [&mut phone, &mut laptop] {
        loop {
            match stream.next().await.unwrap() {
                Some(Update::Waiting(_)) => {}
                told => break assert_eq!(told, Some(Update::Cancelled(messages::Cancelled {}))),
            }
        }
        assert_eq!(stream.next().await.unwrap(), None);
    }
    assert_eq!(anna.cancel(classic()).await.unwrap(), None);
    let mut boris = replica.player("boris").waits(classic()).await;
    assert!(boris.stays(Duration::from_millis(300)).await);
    // Whoever has cancelled can come again.
    let mut again = anna.enqueue(classic()).await.unwrap();
    assert_eq!(again.matched().await, boris.matched().await);
}

async fn whoever_comes_back_hears_the_match(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    drop(anna.waits(classic()).await);
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    let matched = boris.matched().await;
    world
        .peers
        .state()
        .busy
        .extend(["anna".to_owned(), "boris".to_owned()]);
    assert_eq!(
        anna.enqueue(classic()).await.unwrap().matched().await,
        matched
    );
    assert_eq!(anna.cancel(classic()).await.unwrap(), Some(matched.clone()));
    assert_eq!(anna.accept_bot(classic()).await.unwrap(), matched);
    assert_eq!(world.peers.state().games.len(), 1);
}

async fn after_the_game_there_is_another_one(world: World) {
    let replica = world.replica().await;
    let mut played = std::collections::HashSet::new();
    for _ in 0..4 {
        let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
        let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
        let matched = anna.matched().await;
        assert_eq!(boris.matched().await, matched);
        world.peers.state().over.insert(matched.game_id.clone());
        assert!(played.insert(matched.game_id));
    }
}

async fn a_bot_plays_only_when_asked(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    assert_eq!(
        reason(&anna.accept_bot(classic()).await.unwrap_err()),
        "NOT_WAITING"
    );
    let mut stream = anna.enqueue_or_bot(classic(), 700).await.unwrap();
    let began = Instant::now();
    loop {
        match stream.next().await.unwrap() {
            Some(Update::Waiting(_)) => {}
            Some(Update::BotOffered(offer)) => break assert_eq!(offer.level, 1),
            other => panic!("{other:?}"),
        }
    }
    assert!(
        (600..1500).contains(&began.elapsed().as_millis()),
        "{:?}",
        began.elapsed()
    );
    assert!(
        stream.stays(Duration::from_millis(500)).await,
        "waiting goes on"
    );
    assert_eq!(world.peers.state().asked, 0);
    let matched = anna.accept_bot(classic()).await.unwrap();
    assert_eq!(stream.matched().await, matched);
    assert_eq!(anna.accept_bot(classic()).await.unwrap(), matched);
    let games = world.peers.games_of("anna", "");
    assert_eq!(games.len(), 1);
    assert!(!games[0].rated);
}

async fn players_in_rated_games_are_not_paired(world: World) {
    let replica = world.replica().await;
    let mut anna = replica.player("anna").waits(classic()).await;
    world.peers.state().busy.insert("anna".to_owned());
    let boris = replica.player("boris");
    let mut waits = boris.waits(classic()).await;
    assert!(waits.stays(Duration::from_millis(1200)).await);
    let refused = replica.player("anna").enqueue(queue("russian", true)).await;
    assert_eq!(reason(&refused.err().unwrap()), "IN_RATED_GAME");
    // A casual game is nobody's business.
    let _casual = replica.player("anna").waits(queue("classic", false)).await;
    world.peers.state().busy.clear();
    assert_eq!(anna.matched().await, waits.matched().await);
}

async fn a_match_takes_the_player_out_of_other_queues(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    let mut here = anna.waits(classic()).await;
    let mut there = anna.waits(queue("russian", false)).await;
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    assert_eq!(here.matched().await, boris.matched().await);
    there.cancelled().await;
}

async fn two_pairings_of_one_player_make_one_game(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    // Games take a while: both pairings are made before either has its game.
    world.peers.state().slow = Duration::from_millis(400);
    let mut here = anna.waits(classic()).await;
    let mut there = anna.waits(queue("russian", false)).await;
    let (boris, clara) = (replica.player("boris"), replica.player("clara"));
    let mut boris = boris.enqueue(classic()).await.unwrap();
    let mut clara = clara.enqueue(queue("russian", false)).await.unwrap();
    let told = tokio::join!(here.next(), there.next());
    let mut told = [told.0.unwrap(), told.1.unwrap()];
    // Places may be told first.
    for (told, stream) in told.iter_mut().zip([&mut here, &mut there]) {
        while matches!(told, Some(Update::Waiting(_))) {
            *told = stream.next().await.unwrap();
        }
    }
    let matched = told
        .iter()
        .filter(|told| matches!(told, Some(Update::Matched(_))));
    assert_eq!(matched.count(), 1, "{told:?}");
    assert!(
        told.contains(&Some(Update::Cancelled(messages::Cancelled {}))),
        "{told:?}"
    );
    assert_eq!(world.peers.state().games.len(), 1);
    // The one who was let down is back in the queue, and gets the next to come.
    let dora = replica.player("dora");
    if matches!(told[0], Some(Update::Matched(_))) {
        boris.matched().await;
        let mut dora = dora.enqueue(queue("russian", false)).await.unwrap();
        assert_eq!(clara.matched().await, dora.matched().await);
    } else {
        clara.matched().await;
        let mut dora = dora.enqueue(classic()).await.unwrap();
        assert_eq!(boris.matched().await, dora.matched().await);
    }
}

async fn a_game_that_is_refused_sends_both_away(world: World) {
    let replica = world.replica().await;
    world.peers.state().refuse = true;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    anna.cancelled().await;
    boris.cancelled().await;
}

async fn a_game_whose_name_is_taken_sends_both_away(world: World) {
    let replica = world.replica().await;
    world.peers.state().taken = true;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    anna.cancelled().await;
    boris.cancelled().await;
}

async fn the_match_is_told_when_the_game_is_there(world: World) {
    let replica = world.replica().await;
    world.peers.state().away = true;
    let mut anna = replica.player("anna").enqueue(classic()).await.unwrap();
    let mut boris = replica.player("boris").enqueue(classic()).await.unwrap();
    assert!(anna.stays(Duration::from_millis(700)).await);
    assert!(world.peers.state().asked > 0, "it was asked for");
    world.peers.state().away = false;
    assert_eq!(anna.matched().await, boris.matched().await);
    assert_eq!(world.peers.state().games.len(), 1);
}
