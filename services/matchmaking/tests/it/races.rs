//! What happens at the same moment.

use std::collections::HashMap;
use std::time::Duration;

use proto::matchmaking::v1::enqueue_response::Update;
use tokio::task::JoinSet;

use crate::both::on_both;
use crate::harness::{Player, World, queue};

on_both! {
    cancelling_races_with_pairing
    many_come_at_once
}

/// Either cancelled and never paired, or matched with the game's id: two hundred times.
async fn cancelling_races_with_pairing(world: World) {
    let (one, two) = (world.replica().await, world.replica().await);
    let mut outcomes = Vec::new();
    // Ten at a time: more would only wait for each other.
    for first in (0..200_u16).step_by(10) {
        let mut races = JoinSet::new();
        for race in first..first + 10 {
            // Far from all other pairs by rating.
            let names = [format!("anna{race}"), format!("boris{race}")];
            for name in &names {
                let mut state = world.peers.state();
                state
                    .ratings
                    .insert(name.clone(), f64::from(race) * 10_000.0);
            }
            // From before the opponent comes until after the match.
            let pause = Duration::from_micros(u64::from(race) * 300);
            races.spawn(one_race(
                one.player(&names[0]),
                two.player(&names[1]),
                pause,
            ));
        }
        outcomes.extend(races.join_all().await);
    }
    let mut matched = 0;
    for (names, was_matched) in outcomes {
        let games = world.peers.games_of(&names[0], &names[1]).len();
        assert_eq!(games, usize::from(was_matched), "{names:?}");
        matched += games;
    }
    assert!(
        (1..200).contains(&matched),
        "no race: {matched} of 200 were matched"
    );
}

async fn one_race(anna: Player, boris: Player, pause: Duration) -> ([String; 2], bool) {
    let queue = || queue("classic", false);
    let mut waiting = anna.waits(queue()).await;
    let comes = async { boris.enqueue(queue()).await.unwrap() };
    let leaves = async {
        tokio::time::sleep(pause).await;
        anna.cancel(queue()).await.unwrap()
    };
    let (mut other, outcome) = tokio::join!(comes, leaves);
    let told = loop {
        match waiting.next().await.unwrap() {
            Some(Update::Waiting(_)) => {}
            told => break told,
        }
    };
    if let Some(matched) = &outcome {
        assert!(!matched.game_id.is_empty());
        assert_eq!(told, Some(Update::Matched(matched.clone())));
        assert_eq!(&other.matched().await, matched);
    } else {
        assert!(matches!(told, Some(Update::Cancelled(_))), "{told:?}");
        assert_eq!(boris.cancel(queue()).await.unwrap(), None);
    }
    ([anna.id, boris.id], outcome.is_some())
}

/// Everybody gets one opponent, and the two agree on the game.
async fn many_come_at_once(world: World) {
    let replicas = [world.replica().await, world.replica().await];
    let mut players = JoinSet::new();
    for number in 0..100 {
        let player = replicas[number % 2].player(&format!("player{number}"));
        players.spawn(async move {
            let mut stream = player.enqueue(queue("classic", true)).await.unwrap();
            (player.id.clone(), stream.matched().await)
        });
    }
    let mut games = HashMap::<String, Vec<String>>::new();
    for (player, matched) in players.join_all().await {
        assert!([&matched.white, &matched.black].contains(&&Some(player.clone())));
        games.entry(matched.game_id).or_default().push(player);
    }
    assert_eq!(games.len(), 50);
    assert!(
        games.values().all(|players| players.len() == 2),
        "{games:?}"
    );
    assert_eq!(world.peers.state().games.len(), 50);
}
