//! What a recon has shown, nobody but its user is told: the very bytes are looked at.

use platform::identity::Scope;
use prost::Message;
use proto::games::v1 as wire;
use proto::games::v1::watch_game_response::Update;
use proto::games::v1::watch_player_response::News;
use proto::rules::v1::Boost;
use tonic::Streaming;

use crate::bots::HINT;
use crate::kit::{World, until};
use crate::table::{At, combat, create, person, stock};

/// Whether a square of the hint is in what somebody gets.
fn tells(message: &impl Message) -> bool {
    let bytes = message.encode_to_vec();
    let tell = |square: &str| {
        let mut parts = bytes.windows(square.len());
        parts.any(|part| part == square.as_bytes())
    };
    HINT.into_iter().any(tell)
}

/// The next so many messages.
async fn take<T>(mut stream: Streaming<T>, count: usize) -> Vec<T> {
    let mut taken = Vec::new();
    while taken.len() < count {
        taken.push(stream.message().await.unwrap().unwrap());
    }
    taken
}

/// All news of a player up to the end of a game.
async fn until_over(
    mut stream: Streaming<wire::WatchPlayerResponse>,
) -> Vec<wire::WatchPlayerResponse> {
    let mut all = Vec::new();
    loop {
        let message = stream.message().await.unwrap().unwrap();
        let is_over = matches!(message.news, Some(News::GameOver(_)));
        all.push(message);
        if is_over {
            return all;
        }
    }
}

async fn list(at: &At, filter: wire::GamesFilter) -> wire::ListGamesResponse {
    let request = wire::ListGamesRequest {
        filter: filter.into(),
        ..wire::ListGamesRequest::default()
    };
    at.client
        .clone()
        .list_games(request)
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test]
async fn the_squares_of_a_recon_reach_its_user_alone() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, bob) = combat(&world, &replica).await;
    let eve = At::new(&world, &replica, &ann.game, "eve");
    let backend = At {
        game: ann.game.clone(),
        client: world.backend(&replica, &[]),
    };
    let others = [&bob, &eve, &backend];

    let follow = async |at: &At| {
        let request = wire::WatchPlayerRequest {
            player_id: String::new(),
        };
        at.client
            .clone()
            .watch_player(request)
            .await
            .unwrap()
            .into_inner()
    };
    let (news_of_bob, news_of_ann) = (follow(&bob).await, follow(&ann).await);
    let mut live = Vec::new();
    for at in others {
        live.push(at.watch(1).await);
    }
    let live_of_ann = ann.watch(1).await;

    assert!(tells(&ann.boost(0, Boost::Recon, "").await.unwrap()));
    assert!(
        tells(&ann.boost(0, Boost::Recon, "").await.unwrap()),
        "a repeat as well"
    );
    let stranger = bob.boost(0, Boost::Recon, "").await.unwrap_err();
    assert!(!format!("{stranger:?}").contains(HINT[0]));

    for at in others {
        assert!(!tells(&at.look().await));
    }
    assert!(tells(&ann.look().await));
    assert!(!tells(&list(&bob, wire::GamesFilter::Live).await));
    assert!(tells(&list(&ann, wire::GamesFilter::Live).await));

    // What happens live, what is told again, and what a new watcher is shown.
    // The recon itself is told: called for and used.
    for stream in live {
        assert!(!take(stream, 2).await.iter().any(tells));
    }
    assert!(take(live_of_ann, 2).await.iter().any(tells));
    for at in others {
        assert!(!at.told(1).await.iter().any(tells));
        let snapshot = at.watch(0).await.message().await.unwrap().unwrap();
        assert!(matches!(snapshot.update, Some(Update::Snapshot(_))) && !tells(&snapshot));
    }
    assert!(ann.told(1).await.iter().any(tells));
    assert!(tells(&ann.watch(0).await.message().await.unwrap().unwrap()));

    // A new stream of a player shows the live games.
    let first = async |at: &At| follow(at).await.message().await.unwrap().unwrap();
    assert!(!tells(&first(&bob).await));
    assert!(tells(&first(&ann).await));

    // And nothing of it comes out when the game is over, archived or not.
    let over = bob.resign().await.unwrap();
    assert!(!tells(&over));
    assert!(!until_over(news_of_bob).await.iter().any(tells));
    let news = until_over(news_of_ann).await;
    assert!(tells(news.last().unwrap()), "Ann is shown her own game");
    until("the game is archived", async || {
        !list(&bob, wire::GamesFilter::Finished)
            .await
            .games
            .is_empty()
    })
    .await;
    assert!(!tells(&list(&bob, wire::GamesFilter::Finished).await));
    assert!(tells(&list(&ann, wire::GamesFilter::Finished).await));
    for at in others {
        assert!(!tells(&at.look().await));
        let export = wire::ExportGameRequest {
            game_id: at.game.clone(),
        };
        assert!(!tells(
            &at.client
                .clone()
                .export_game(export)
                .await
                .unwrap()
                .into_inner()
        ));
    }
}

#[tokio::test]
async fn a_backend_sees_what_the_player_sees_that_it_acts_for() {
    let world = World::new().await;
    let replica = world.replica().await;
    let (ann, _) = combat(&world, &replica).await;
    ann.boost(0, Boost::Recon, "").await.unwrap();
    let client = world.backend(&replica, &[Scope::PlayersAct]);
    for (player, sees) in [("ann", true), ("bob", false), ("eve", false)] {
        let request = wire::WatchGameRequest {
            game_id: ann.game.clone(),
            after_version: 1,
            player_id: player.to_owned(),
        };
        let stream = client
            .clone()
            .watch_game(request)
            .await
            .unwrap()
            .into_inner();
        assert_eq!(take(stream, 2).await.iter().any(tells), sees, "{player}");
    }
}

#[tokio::test]
async fn one_player_on_both_sides_sees_the_hints_of_both() {
    let world = World::new().await;
    let replica = world.replica().await;
    stock(&world);
    let game = create(&world, &replica, "combat", person("ann"), person("ann"))
        .await
        .unwrap();
    let ann = At::new(&world, &replica, &game.id, "ann");
    ann.boost(0, Boost::Recon, "").await.unwrap();
    ann.play(0, "c3-d4").await.unwrap();
    ann.boost(2, Boost::Recon, "").await.unwrap();
    let boosts = ann.look().await.boosts;
    assert!(boosts.len() == 2 && boosts.iter().all(|boost| boost.hint == HINT));
}
