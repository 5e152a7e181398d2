//! Players meet in the queue and play for their ratings while processes die: each is in one game, and
//! each game is rated once.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures::future::join_all;
use proto::games::v1 as games;
use proto::games::v1::game_event::Happening;
use proto::games::v1::watch_game_response::Update;
use proto::matchmaking::v1 as matchmaking;
use proto::matchmaking::v1::enqueue_response::Update as Told;
use proto::ratings::v1 as ratings;
use support::WAIT_TIMEOUT;
use tokio::time::{sleep, timeout};
use tonic::Code;

use crate::harness::{Client, Kind, Suite, is_away};

const MODE: &str = "russian";

const PLAYERS: usize = 8;

/// Waits until matched, and comes back whenever the stream or the service is lost.
async fn meet(mut client: Client, player: String) -> matchmaking::Match {
    let request = matchmaking::EnqueueRequest {
        mode: MODE.to_owned(),
        rated: true,
        player_id: player,
        offer_bot_after_ms: 0,
    };
    loop {
        match client.matchmaking.enqueue(request.clone()).await {
            Ok(stream) => {
                let mut stream = stream.into_inner();
                while let Ok(Some(message)) = stream.message().await {
                    match message.update {
                        Some(Told::Matched(matched)) => return matched,
                        Some(Told::Waiting(_)) => {}
                        other => panic!("{other:?}"),
                    }
                }
            }
            // The last game has only just ended, or the service is away.
            Err(status) => assert!(
                status.code() == Code::FailedPrecondition || is_away(&status),
                "{status:?}"
            ),
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// White gives up; what it made of the ratings is the last that watchers hear.
async fn play(mut client: Client, matched: matchmaking::Match) -> games::RatingChanges {
    let resign = games::ResignRequest {
        game_id: matched.game_id.clone(),
        player_id: matched.white.unwrap(),
        side: 0,
    };
    while let Err(status) = client.games.resign(resign.clone()).await {
        assert!(is_away(&status), "{status:?}");
        sleep(Duration::from_millis(50)).await;
    }
    loop {
        let request = games::WatchGameRequest {
            game_id: matched.game_id.clone(),
            after_version: 1,
            player_id: String::new(),
        };
        let Ok(stream) = client.games.watch_game(request).await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let mut stream = stream.into_inner();
        let mut last = None;
        while let Ok(Some(message)) = stream.message().await {
            last = message.update;
        }
        if let Some(Update::Event(games::GameEvent {
            happening: Some(Happening::Rated(rated)),
            outcome: Some(_),
            ..
        })) = last
        {
            return rated.changes.unwrap();
        }
    }
}

async fn changes(client: &mut Client, player: &str) -> Vec<ratings::Change> {
    let request = ratings::ListChangesRequest {
        player_id: player.to_owned(),
        pool: MODE.to_owned(),
        ..Default::default()
    };
    let answer = client.ratings.list_changes(request).await.unwrap();
    answer.into_inner().changes
}

async fn rounds_with_deaths(kind: Kind, deaths: &[[&str; 2]]) {
    let mut suite = Suite::start(kind).await;
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| format!("player-{number}"))
        .collect();
    let mut told = HashMap::new();
    for [while_waiting, at_the_end] in deaths {
        let waiting = players.iter().cloned();
        let waiting = waiting.map(|player| tokio::spawn(meet(suite.client(), player)));
        let waiting: Vec<_> = waiting.collect();
        sleep(Duration::from_millis(30)).await;
        suite.kill_one(while_waiting);
        suite.launch().await;
        let matches = timeout(WAIT_TIMEOUT, join_all(waiting))
            .await
            .expect("all meet");
        let matches: Vec<_> = matches.into_iter().map(Result::unwrap).collect();

        let mut seats: Vec<_> = Vec::new();
        let mut by_game = HashMap::new();
        for (player, matched) in players.iter().zip(&matches) {
            assert!([&matched.white, &matched.black].contains(&&Some(player.clone())));
            by_game.insert(matched.game_id.clone(), matched.clone());
        }
        for matched in by_game.values() {
            seats.extend([&matched.white, &matched.black]);
        }
        assert_eq!(by_game.len(), PLAYERS / 2, "one game for two");
        assert_eq!(seats.iter().collect::<HashSet<_>>().len(), PLAYERS);

        let games = by_game.values().cloned();
        let games = games.map(|matched| tokio::spawn(play(suite.client(), matched)));
        let games: Vec<_> = games.collect();
        suite.kill_one(at_the_end);
        suite.launch().await;
        let rated = timeout(WAIT_TIMEOUT, join_all(games))
            .await
            .expect("all are rated");
        for (matched, changes) in by_game.into_values().zip(rated) {
            told.insert(matched.game_id, changes.unwrap());
        }
    }

    let mut client = suite.client();
    for player in &players {
        let changes = changes(&mut client, player).await;
        assert_eq!(changes.len(), deaths.len(), "{player}: each game once");
        let games: HashSet<_> = changes.iter().map(|change| &change.game_id).collect();
        assert_eq!(games.len(), changes.len());
        for (later, earlier) in changes.iter().zip(&changes[1..]) {
            assert!((later.before - earlier.after).abs() < 1e-9, "{player}");
        }
        for change in &changes {
            let told = &told[&change.game_id];
            let told = if change.side() == proto::rules::v1::Side::White {
                told.white
            } else {
                told.black
            };
            let told = told.unwrap();
            assert_eq!((told.before, told.after), (change.before, change.after));
        }
        let request = ratings::GetRatingsRequest {
            pool: MODE.to_owned(),
            player_ids: vec![player.clone()],
        };
        let rating = client.ratings.get_ratings(request).await.unwrap();
        let rating = rating.into_inner().ratings.remove(0);
        assert!((rating.value - changes[0].after).abs() < 1e-9, "{player}");
        assert_eq!(
            (rating.wins + rating.losses) as usize,
            deaths.len(),
            "{player}"
        );
    }
}

#[tokio::test]
async fn the_queue_and_the_ratings_outlive_their_processes() {
    let deaths = [
        ["matchmaking", "ratings"],
        ["games", "games"],
        ["ratings", "matchmaking"],
    ];
    rounds_with_deaths(Kind::Split, &deaths).await;
}

#[tokio::test]
async fn the_queue_and_the_ratings_outlive_the_whole_suite() {
    rounds_with_deaths(Kind::Embedded, &[["all", "all"], ["all", "all"]]).await;
}
