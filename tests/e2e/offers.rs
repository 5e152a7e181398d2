//! What players ask of each other: draws and taking back; their lists and their news.

use futures::StreamExt as _;
use proto::games::v1 as games;
use proto::games::v1::watch_player_response::News;
use proto::rules::v1::{Reason, Result as GameResult};
use support::WAIT_TIMEOUT;
use tokio::time::Instant;
use tonic::{Code, Status, Streaming};

use crate::harness::{Client, Kind, Suite, bot, fault_of, player};
use crate::rematches::rematch;

async fn offer(client: &mut Client, id: &str, player: &str) -> Result<games::GameEvent, Status> {
    let request = games::OfferDrawRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
    };
    Ok(client
        .games
        .offer_draw(request)
        .await?
        .into_inner()
        .event
        .unwrap())
}

async fn answer(
    client: &mut Client,
    id: &str,
    player: &str,
    accept: bool,
) -> Result<games::GameEvent, Status> {
    let request = games::AnswerDrawRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
        accept,
    };
    Ok(client
        .games
        .answer_draw(request)
        .await?
        .into_inner()
        .event
        .unwrap())
}

async fn abort(client: &mut Client, id: &str, player: &str) -> Result<games::GameEvent, Status> {
    let request = games::AbortGameRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
    };
    Ok(client
        .games
        .abort_game(request)
        .await?
        .into_inner()
        .event
        .unwrap())
}

pub(crate) async fn resign(client: &mut Client, id: &str, player: &str) {
    let request = games::ResignRequest {
        game_id: id.to_owned(),
        player_id: player.to_owned(),
        side: 0,
    };
    client.games.resign(request).await.unwrap();
}

pub(crate) fn refused(code: Code, reason: &str) -> (Code, String) {
    (code, reason.to_owned())
}

#[tokio::test]
async fn a_draw_is_offered_declined_offered_again_and_agreed() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let id = game.id.as_str();
    let precondition = Code::FailedPrecondition;
    assert_eq!(
        fault_of(&answer(&mut client, id, "bob", true).await.unwrap_err()),
        refused(precondition, "NO_OFFER")
    );

    let first = offer(&mut client, id, "ann").await.unwrap();
    assert_eq!(
        offer(&mut client, id, "ann").await.unwrap(),
        first,
        "a repeat is the same offer"
    );
    assert_eq!(
        fault_of(&offer(&mut client, id, "bob").await.unwrap_err()),
        refused(precondition, "OFFER_OPEN")
    );
    assert_eq!(
        fault_of(&answer(&mut client, id, "ann", true).await.unwrap_err()),
        refused(precondition, "NO_OFFER")
    );
    assert_eq!(
        fault_of(&offer(&mut client, id, "eve").await.unwrap_err()),
        refused(Code::PermissionDenied, "NOT_YOUR_GAME")
    );

    // The state right after a move has the move, and one's own move leaves the offer open.
    client.play(id, "ann", 0, "c3-d4").await.unwrap();
    let shown = client.game(id).await;
    assert_eq!(
        (shown.ply, shown.draw_offered_by()),
        (1, proto::rules::v1::Side::White)
    );
    // The opponent's move lets it lapse.
    client.play(id, "bob", 1, "b6-a5").await.unwrap();
    assert_eq!(client.game(id).await.draw_offered_by, None);
    assert_eq!(
        fault_of(&answer(&mut client, id, "bob", true).await.unwrap_err()),
        refused(precondition, "NO_OFFER")
    );

    offer(&mut client, id, "bob").await.unwrap();
    let declined = answer(&mut client, id, "ann", false).await.unwrap();
    assert_eq!(
        answer(&mut client, id, "ann", false).await.unwrap(),
        declined
    );
    offer(&mut client, id, "bob").await.unwrap();
    let agreed = answer(&mut client, id, "ann", true).await.unwrap();
    let outcome = agreed.outcome.clone().unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::Draw, Reason::Agreement)
    );
    assert_eq!(answer(&mut client, id, "ann", true).await.unwrap(), agreed);
    assert_eq!(
        fault_of(&offer(&mut client, id, "bob").await.unwrap_err()),
        refused(precondition, "GAME_OVER")
    );
}

#[tokio::test]
async fn no_draws_with_bots_nor_with_oneself() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    for black in [bot(), player("ann")] {
        let game = client.create("russian", "", player("ann"), black).await;
        let fault = fault_of(&offer(&mut client, &game.id, "ann").await.unwrap_err());
        assert_eq!(fault, refused(Code::FailedPrecondition, "NOT_WITH_BOTS"));
    }
}

#[tokio::test]
async fn a_game_is_taken_back_before_it_has_begun() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let late = fault_of(&abort(&mut client, &game.id, "ann").await.unwrap_err());
    assert_eq!(late, refused(Code::FailedPrecondition, "TOO_LATE_TO_ABORT"));
    let aborted = abort(&mut client, &game.id, "bob").await.unwrap();
    assert_eq!(abort(&mut client, &game.id, "bob").await.unwrap(), aborted);
    let outcome = aborted.outcome.unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::Aborted, Reason::AbortedByPlayer)
    );
}

/// The next news of a kind; other news may come before it.
pub(crate) async fn next<T>(
    news: &mut Streaming<games::WatchPlayerResponse>,
    pick: impl Fn(News) -> Option<T>,
) -> T {
    loop {
        let message = tokio::time::timeout(std::time::Duration::from_secs(30), news.next());
        let message = message.await.expect("news in time").unwrap().unwrap();
        if let Some(found) = pick(message.news.unwrap()) {
            return found;
        }
    }
}

pub(crate) async fn follow(
    client: &mut Client,
    player: &str,
) -> Streaming<games::WatchPlayerResponse> {
    let request = games::WatchPlayerRequest {
        player_id: player.to_owned(),
    };
    client
        .games
        .watch_player(request)
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test]
async fn a_player_is_told_what_concerns_him() {
    for kind in [Kind::Embedded, Kind::Split] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let before = client
            .create("russian", "", player("ann"), player("bob"))
            .await;
        while live(&mut client, "ann").await.is_empty() {
            tokio::task::yield_now().await;
        }
        let mut news = follow(&mut client, "ann").await;
        let first = news.next().await.unwrap().unwrap().news.unwrap();
        let News::LiveGames(list) = first else {
            panic!("{first:?}")
        };
        assert_eq!(
            list.games.iter().map(|game| &game.id).collect::<Vec<_>>(),
            [&before.id]
        );

        let game = client
            .create("russian", "", player("bob"), player("ann"))
            .await;
        let started = next(&mut news, |news| match news {
            News::GameStarted(started) => Some(started.id),
            _ => None,
        });
        assert_eq!(started.await, game.id);
        client.play(&game.id, "bob", 0, "c3-d4").await.unwrap();
        let turn = next(&mut news, |news| match news {
            News::YourTurn(turn) => Some(turn),
            _ => None,
        });
        assert_eq!(
            turn.await,
            games::YourTurn {
                game_id: game.id.clone(),
                ply: 1,
                version: 2
            }
        );
        offer(&mut client, &game.id, "bob").await.unwrap();
        let offered = next(&mut news, |news| match news {
            News::DrawOfferReceived(offer) => Some(offer.game_id),
            _ => None,
        });
        assert_eq!(offered.await, game.id);
        resign(&mut client, &game.id, "bob").await;
        let over = next(&mut news, |news| match news {
            News::GameOver(over) => Some(over),
            _ => None,
        });
        let over = over.await;
        assert_eq!(
            (over.id, over.outcome.unwrap().result()),
            (game.id.clone(), GameResult::BlackWins)
        );
        rematch(&mut client, &game.id, "bob").await.unwrap();
        let wanted = next(&mut news, |news| match news {
            News::RematchOfferReceived(offer) => Some(offer.game_id),
            _ => None,
        });
        assert_eq!(wanted.await, game.id);
    }
}

async fn list(
    client: &mut Client,
    player: &str,
    filter: games::GamesFilter,
    page_token: String,
) -> games::ListGamesResponse {
    let request = games::ListGamesRequest {
        player_id: player.to_owned(),
        filter: filter.into(),
        page_size: 3,
        page_token,
    };
    client.games.list_games(request).await.unwrap().into_inner()
}

async fn live(client: &mut Client, player: &str) -> Vec<games::Game> {
    list(client, player, games::GamesFilter::Live, String::new())
        .await
        .games
}

#[tokio::test]
async fn finished_games_are_listed_page_by_page_and_exported() {
    let mut suite = Suite::start(Kind::AllOnRedis).await;
    let mut client = suite.client();
    let mut ids = Vec::new();
    for _ in 0..8 {
        let game = client
            .create("russian", "", player("ann"), player("bob"))
            .await;
        client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
        client.play(&game.id, "bob", 1, "b6-a5").await.unwrap();
        resign(&mut client, &game.id, "bob").await;
        ids.push(game.id);
    }
    ids.reverse();
    let mut found = Vec::new();
    for _ in 0..600 {
        found.clear();
        let mut token = String::new();
        loop {
            let page = list(&mut client, "ann", games::GamesFilter::Finished, token).await;
            assert!(page.games.len() <= 3);
            found.extend(page.games.into_iter().map(|game| game.id));
            token = page.next_page_token;
            if token.is_empty() {
                break;
            }
        }
        if found.len() == ids.len() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(found, ids, "newest first, each once");
    assert!(live(&mut client, "ann").await.is_empty());
    // The archive is written before the live game goes, so look until it has.
    for id in &ids {
        let pattern = format!("*{id}*");
        while !suite
            .redis()
            .command(&["--scan", "--pattern", &pattern])
            .await
            .is_empty()
        {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    assert_eq!(
        client.game(&ids[0]).await.moves.len(),
        2,
        "it is still there to be read"
    );

    let request = games::ExportGameRequest {
        game_id: ids[0].clone(),
    };
    let pdn = client
        .games
        .export_game(request)
        .await
        .unwrap()
        .into_inner()
        .pdn;
    let read = draughts::pdn::read(&pdn, &draughts::RULESETS[0]);
    assert_eq!(read.len(), 1, "{pdn}");
    assert!(read[0].is_ok(), "{pdn}");
    for part in [
        "1. c3-d4",
        "b6-a5",
        "1-0",
        "[White \"ann\"]",
        "[%emt 0:00:0",
    ] {
        assert!(pdn.contains(part), "{part}: {pdn}");
    }

    let request = games::ListGamesRequest {
        player_id: "ann".to_owned(),
        filter: games::GamesFilter::Finished.into(),
        page_token: "not a token".to_owned(),
        ..Default::default()
    };
    let fault = fault_of(&client.games.list_games(request).await.unwrap_err());
    assert_eq!(
        fault,
        refused(Code::InvalidArgument, "MALFORMED_PAGE_TOKEN")
    );
}

#[tokio::test]
async fn spectators_are_counted_and_players_are_not() {
    let suite = Suite::start(Kind::TwoGames).await;
    let clients = suite.clients();
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    let mut streams = Vec::new();
    for (place, watcher) in ["", "eve", "ann", ""].into_iter().enumerate() {
        let request = games::WatchGameRequest {
            game_id: game.id.clone(),
            after_version: 0,
            player_id: watcher.to_owned(),
        };
        let mut client = clients[place % 2].clone();
        streams.push(client.games.watch_game(request).await.unwrap().into_inner());
    }
    until_spectators(&mut client, &game.id, 3).await;
    streams.truncate(1);
    until_spectators(&mut client, &game.id, 1).await;
}

pub(crate) async fn until_spectators(client: &mut Client, id: &str, number: u32) {
    let begun = Instant::now();
    while begun.elapsed() < WAIT_TIMEOUT {
        if client.game(id).await.spectators == number {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!(
        "there are {} spectators, not {number}",
        client.game(id).await.spectators
    );
}
