//! A rematch that both accept at once makes one game, however often they say so.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proto::games::v1::create_game_request::Rules;
use proto::games::v1::{CreateGameRequest, Game, GamesFilter, RematchRequest, ResignRequest};
use tokio::time::sleep;

use crate::backend::Backend;
use crate::seeds;
use crate::table::{list, person};
use crate::weather::{Link, bad_weather};
use crate::world::{GAMES, RULES, World};

/// Bad weather lasts so long.
const BAD: Duration = Duration::from_secs(40);

/// Rematches in a row.
const ROUNDS: usize = 8;

const PLAYERS: [&str; 2] = ["ann", "bob"];

#[test]
fn a_rematch_accepted_by_both_at_once_is_one_game() {
    for seed in seeds() {
        let links: Vec<Link> = GAMES
            .into_iter()
            .flat_map(|games| [PLAYERS[0], PLAYERS[1], RULES].map(|other| (other, games)))
            .collect();
        let played: [Arc<Mutex<Vec<String>>>; 2] = Default::default();
        let mut world = World::new(seed, BAD);
        for (place, player) in PLAYERS.into_iter().enumerate() {
            let games = Arc::clone(&played[place]);
            world.sim.client(player, async move {
                let ids = play_on(player, place).await;
                *games.lock().unwrap() = ids;
                Ok(())
            });
        }
        world.run(&bad_weather(seed, &links, BAD));

        world.calm(Duration::from_secs(5));
        let [ann, bob] = played.map(|ids| ids.lock().unwrap().clone());
        assert_eq!(ann, bob, "seed {seed}: they play different games");
        world.sim.client("judge", judge(ann));
        world.run(&[]);
    }
}

/// Plays games that White gives up at once, each the rematch of the one before; gives their ids.
async fn play_on(player: &'static str, place: usize) -> Vec<String> {
    let backend = Backend::new(place);
    let mut ids = vec![create(&backend).await.id];
    while ids.len() <= ROUNDS {
        let game = ids[ids.len() - 1].clone();
        if place == (ids.len() - 1) % 2 {
            resign(&backend, &game, player).await;
        }
        while backend.game(&game).await.outcome.is_none() {
            sleep(Duration::from_millis(20)).await;
        }
        ids.push(want_another(&backend, &game, player).await);
    }
    ids
}

async fn create(backend: &Backend) -> Game {
    let request = CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(person(PLAYERS[0])),
        black: Some(person(PLAYERS[1])),
        request_id: "the-first-one".to_owned(),
        ..CreateGameRequest::default()
    };
    let answer = backend
        .ask(request, async |mut games, request| {
            games.create_game(request).await
        })
        .await;
    answer.unwrap().game.unwrap()
}

async fn resign(backend: &Backend, game: &str, player: &str) {
    let request = ResignRequest {
        game_id: game.to_owned(),
        player_id: player.to_owned(),
        ..ResignRequest::default()
    };
    let answer = backend
        .ask(request, async |mut games, request| {
            games.resign(request).await
        })
        .await;
    assert!(answer.unwrap().event.unwrap().outcome.is_some());
}

/// Says so until the other one has said so too; gives the new game.
async fn want_another(backend: &Backend, game: &str, player: &str) -> String {
    loop {
        let request = RematchRequest {
            game_id: game.to_owned(),
            player_id: player.to_owned(),
        };
        let answer = backend
            .ask(request, async |mut games, request| {
                games.rematch(request).await
            })
            .await;
        let rematch = answer.unwrap().rematch.unwrap();
        if !rematch.game_id.is_empty() {
            return rematch.game_id;
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// The games follow from one another, colours swapped, and there are no others.
async fn judge(ids: Vec<String>) -> turmoil::Result {
    let backend = Backend::new(0);
    let mut before: Option<Game> = None;
    for id in &ids {
        let game = backend.game(id).await;
        if let Some(before) = before {
            assert_eq!(game.rematch_of.as_ref(), Some(&before.id));
            assert_eq!((&game.white, &game.black), (&before.black, &before.white));
            assert_eq!(before.rematch.unwrap().game_id, *id);
        }
        before = Some(game);
    }
    let names = |games: Vec<Game>| games.into_iter().map(|game| game.id).collect::<Vec<_>>();
    let (last, over) = ids.split_last().unwrap();
    for player in PLAYERS {
        let live = names(list(&backend, player, GamesFilter::Live).await);
        assert_eq!(live, std::slice::from_ref(last));
        let mut finished = names(list(&backend, player, GamesFilter::Finished).await);
        finished.sort();
        let mut over = over.to_vec();
        over.sort();
        assert_eq!(finished, over);
    }
    Ok(())
}
