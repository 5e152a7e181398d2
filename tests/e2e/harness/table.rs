//! Two players and a watcher at a table, who note all that they are told, and the check of those
//! notes against the model of a game. Whatever breaks meanwhile: it must come out right.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use draughts::{Game, Position, Ruleset};
use futures::StreamExt as _;
use proto::games::v1 as games;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::watch_game_response::Update;
use support::WAIT_TIMEOUT;

use super::client::{Client, is_away, player};

/// A game in progress, with all that its people were told.
pub(crate) struct Table {
    ruleset: &'static Ruleset,
    id: String,
    player: tokio::task::JoinHandle<Vec<Answer>>,
    watcher: tokio::task::JoinHandle<Vec<games::GameEvent>>,
    stop: Arc<AtomicBool>,
}

/// A move that was answered.
struct Answer {
    ply: u32,
    text: String,
    event: games::GameEvent,
}

impl Table {
    /// Sits two players down, who play the moves that `number` leads them to, and a watcher.
    pub(crate) async fn start(
        clients: Vec<Client>,
        number: usize,
        clock: Option<games::ClockRule>,
    ) -> Self {
        let ids = ["russian", "international", "english", "poddavki"];
        let ruleset = Ruleset::by_id(ids[number % ids.len()]).unwrap();
        let request = games::CreateGameRequest {
            rules: Some(Rules::Ruleset(ruleset.id.to_owned())),
            white: Some(player(&format!("ann{number}"))),
            black: Some(player(&format!("bob{number}"))),
            clock,
            request_id: format!("table-{number}"),
            ..Default::default()
        };
        let answer = clients[0].clone().games.create_game(request).await.unwrap();
        let id = answer.into_inner().game.unwrap().id;
        let stop = Arc::new(AtomicBool::new(false));
        let seat = Seat {
            clients: clients.clone(),
            place: number,
            id: id.clone(),
            number,
        };
        let player = tokio::spawn(play(seat, ruleset, Arc::clone(&stop)));
        let watcher = tokio::spawn(watch(clients, number, id.clone()));
        Self {
            ruleset,
            id,
            player,
            watcher,
            stop,
        }
    }

    /// Asks the players to come to an end.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

/// Where a player sends moves: to one games process, and if it is away to the next.
struct Seat {
    clients: Vec<Client>,
    place: usize,
    id: String,
    number: usize,
}

impl Seat {
    /// Sends a move until it is answered; an error that is no outage is the test's failure.
    async fn send(&mut self, player: &str, ply: u32, text: &str) -> games::GameEvent {
        for _ in 0..2_000 {
            let place = self.place % self.clients.len();
            let sent = self.clients[place].play(&self.id, player, ply, text);
            match tokio::time::timeout(Duration::from_secs(3), sent).await {
                Ok(Ok(event)) => return event,
                Ok(Err(status)) if is_away(&status) => {}
                Ok(Err(status)) => panic!("{text} after {ply} plies of {}: {status:?}", self.id),
                Err(_silence) => {}
            }
            self.place += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("nobody answers");
    }
}

async fn play(mut seat: Seat, ruleset: &'static Ruleset, stop: Arc<AtomicBool>) -> Vec<Answer> {
    let mut model = Game::start(ruleset);
    let mut answers = Vec::new();
    for ply in 0.. {
        let legal = model.legal_moves();
        let Some(chosen) = legal.get((seat.number * 7 + ply as usize * 3) % legal.len().max(1))
        else {
            break;
        };
        if stop.load(Ordering::SeqCst) {
            resign(&seat).await;
            break;
        }
        let white_to_move = model.position().side_to_move() == draughts::Side::White;
        let player = format!(
            "{}{}",
            if white_to_move { "ann" } else { "bob" },
            seat.number
        );
        let text = chosen.to_text(ruleset.board, ruleset.notation);
        let event = seat.send(&player, ply, &text).await;
        model.play(chosen).unwrap();
        answers.push(Answer { ply, text, event });
        // A little thought, so that many tables are in the middle of something when it breaks.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    answers
}

async fn resign(seat: &Seat) {
    for attempt in 0..2_000 {
        let mut client = seat.clients[attempt % seat.clients.len()].clone();
        let request = games::ResignRequest {
            game_id: seat.id.clone(),
            player_id: format!("ann{}", seat.number),
            side: 0,
        };
        match client.games.resign(request).await {
            Ok(_) => return,
            Err(status) if is_away(&status) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(status) => panic!("resigning in {}: {status:?}", seat.id),
        }
    }
    panic!("nobody answers");
}

/// Follows a game to its end, from the last version seen whenever the stream breaks.
async fn watch(clients: Vec<Client>, number: usize, id: String) -> Vec<games::GameEvent> {
    let mut told: Vec<games::GameEvent> = Vec::new();
    for attempt in 0..5_000 {
        let mut client = clients[(number + attempt) % clients.len()].clone();
        let after_version = told.last().map_or(1, |event| event.version);
        let request = games::WatchGameRequest {
            game_id: id.clone(),
            after_version,
            player_id: String::new(),
        };
        if let Ok(answer) = client.games.watch_game(request).await {
            let mut updates = answer.into_inner();
            while let Some(Ok(update)) = updates.next().await {
                match update.update {
                    Some(Update::Event(event)) => told.push(event),
                    other => panic!("a snapshot after version {after_version}: {other:?}"),
                }
            }
            if told.last().is_some_and(|event| event.outcome.is_some()) {
                return told;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the stream of {id} does not come back");
}

/// Waits for a table's end and checks what everybody was told against the model of a game.
pub(crate) async fn check(table: Table, client: &mut Client) {
    let Table {
        ruleset,
        id,
        player,
        watcher,
        ..
    } = table;
    let answers = tokio::time::timeout(WAIT_TIMEOUT * 2, player)
        .await
        .expect("they play on")
        .unwrap();
    let told = tokio::time::timeout(WAIT_TIMEOUT * 2, watcher)
        .await
        .expect("it is told")
        .unwrap();
    let game = client.game(&id).await;

    let versions: Vec<_> = told.iter().map(|event| event.version).collect();
    assert_eq!(
        versions,
        (2..=game.version).collect::<Vec<_>>(),
        "no event is missing, none comes twice"
    );
    let again: Vec<_> = client
        .watch(&id, 1)
        .await
        .map(|update| super::event_of(update.unwrap()))
        .collect()
        .await;
    assert_eq!(again, told, "the past does not change");

    let by_version: HashMap<_, _> = told.iter().map(|event| (event.version, event)).collect();
    for answer in &answers {
        let played = &game.moves[answer.ply as usize];
        assert_eq!(played.text, answer.text, "an acknowledged move is missing");
        assert_eq!(
            by_version[&answer.event.version], &answer.event,
            "the answer is the event"
        );
    }
    let mut model = Game::start(ruleset);
    for played in &game.moves {
        model
            .play_text(&played.text)
            .unwrap_or_else(|error| panic!("{}: {error}", played.text));
    }
    assert_eq!(
        &Position::from_fen(&game.fen, ruleset).unwrap(),
        model.position(),
        "each move once, in order"
    );
    assert_eq!(
        game.moves.len(),
        answers.len(),
        "nothing was played that nobody asked for"
    );
    assert!(game.outcome.is_some());
    let timeouts = told
        .iter()
        .filter(|event| matches!(event.happening, Some(Happening::TimeRanOut(_))))
        .count();
    assert_eq!(timeouts, 0, "nobody is charged for an outage");
    check_archive(client, &id, &game).await;
}

/// Every finished game is in the archive, once.
async fn check_archive(client: &mut Client, id: &str, game: &games::Game) {
    let Some(games::seat::Occupant::PlayerId(player_id)) = game.white.clone().unwrap().occupant
    else {
        panic!("a bot at the table")
    };
    let request = |filter: games::GamesFilter| games::ListGamesRequest {
        player_id: player_id.clone(),
        filter: filter.into(),
        ..Default::default()
    };
    for _ in 0..600 {
        let finished = client
            .games
            .list_games(request(games::GamesFilter::Finished))
            .await
            .unwrap()
            .into_inner();
        let live = client
            .games
            .list_games(request(games::GamesFilter::Live))
            .await
            .unwrap()
            .into_inner();
        let archived: Vec<_> = finished.games.iter().filter(|kept| kept.id == id).collect();
        if archived.is_empty() || live.games.iter().any(|game| game.id == id) {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        assert_eq!(archived.len(), 1, "archived once");
        assert_eq!(
            (&archived[0].moves, &archived[0].outcome),
            (&game.moves, &game.outcome)
        );
        return;
    }
    panic!("{id} is not archived");
}
