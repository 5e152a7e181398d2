//! A table: two players, each on a host of their own, play a golden game move by move. What they
//! and those who watch were told is kept, and judged when it is over.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proto::games::v1::clock_rule::Rule;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::games::v1::seat::Occupant;
use proto::games::v1::{
    ClockRule, CreateGameRequest, FischerRule, Game, GameEvent, GamesFilter, ListGamesRequest,
    PlayMoveRequest, Seat,
};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::backend::Backend;
use crate::golden::GoldenGame;
use crate::watcher::{Seen, watch};

/// A game that is played, and what was told of it.
#[derive(Clone)]
pub(crate) struct Table {
    name: &'static str,
    golden: GoldenGame,
    has_clock: bool,
    /// The answers that moves got, in no order.
    answers: Arc<Mutex<Vec<GameEvent>>>,
    /// What each watcher was told.
    heard: Arc<Mutex<Vec<Vec<GameEvent>>>>,
}

impl Table {
    pub(crate) fn new(name: &'static str, golden: GoldenGame, has_clock: bool) -> Self {
        Self {
            name,
            golden,
            has_clock,
            answers: Arc::default(),
            heard: Arc::default(),
        }
    }

    /// The player whose moves are those at even plies, or the other one.
    fn player(&self, ply: usize) -> String {
        let begins_white = self.golden.start.starts_with('W');
        let side = if begins_white == ply.is_multiple_of(2) {
            "white"
        } else {
            "black"
        };
        format!("{}-{side}", self.name)
    }

    /// Creates the game. Everybody at the table does, and gets the same one.
    async fn sit_down(&self, backend: &Backend) -> Game {
        let slow = FischerRule {
            initial_ms: 3_600_000,
            increment_ms: 1_000,
        };
        let request = CreateGameRequest {
            rules: Some(Rules::Ruleset(self.golden.ruleset.clone())),
            white: Some(person(&format!("{}-white", self.name))),
            black: Some(person(&format!("{}-black", self.name))),
            start_fen: self.golden.start.clone(),
            request_id: self.name.to_owned(),
            clock: self.has_clock.then_some(ClockRule {
                rule: Some(Rule::Fischer(slow)),
            }),
            ..Default::default()
        };
        let answer = backend
            .ask(request, async |mut games, request| {
                games.create_game(request).await
            })
            .await;
        answer.unwrap().game.unwrap()
    }

    /// Watches the game to its end, as nobody who plays it.
    pub(crate) async fn look_on(self, first: usize) -> turmoil::Result {
        let backend = Backend::new(first);
        let game = self.sit_down(&backend).await.id;
        let heard = watch(backend, game, String::new(), 0, watch::Sender::default()).await;
        self.heard.lock().unwrap().push(heard);
        Ok(())
    }

    /// Plays every other move of the game, from the first or the second on, and watches it.
    pub(crate) async fn play(self, first: usize, seed: u64) -> turmoil::Result {
        let backend = Backend::new(first);
        let game = self.sit_down(&backend).await.id;
        let (progress, seen) = watch::channel(Seen::default());
        let player = self.player(first);
        let watching = watch(backend.clone(), game.clone(), player, 0, progress);
        let random = StdRng::seed_from_u64(seed + first as u64);
        let (heard, ()) = tokio::join!(
            Box::pin(watching),
            Box::pin(self.moves(&backend, &game, first, seen, random))
        );
        self.heard.lock().unwrap().push(heard);
        Ok(())
    }

    async fn moves(
        &self,
        backend: &Backend,
        game: &str,
        first: usize,
        mut seen: watch::Receiver<Seen>,
        mut random: StdRng,
    ) {
        let mut mine: Vec<GameEvent> = Vec::new();
        for ply in (first..self.golden.moves.len()).step_by(2) {
            seen.wait_for(|seen| seen.ply as usize >= ply)
                .await
                .unwrap();
            sleep(Duration::from_millis(random.random_range(20..500))).await;
            let event = if random.random_bool(0.25) {
                // Impatient: the same move to both replicas at once.
                let other = backend.turned();
                let (one, two) =
                    tokio::join!(self.say(backend, game, ply), self.say(&other, game, ply));
                assert_eq!(one, two, "two answers for one move");
                one
            } else {
                self.say(backend, game, ply).await
            };
            if !mine.is_empty() && random.random_bool(0.15) {
                let place = random.random_range(0..mine.len());
                let again = self.say(backend, game, first + 2 * place).await;
                assert_eq!(again, mine[place], "a repeat got another answer");
            }
            mine.push(event);
        }
        self.answers.lock().unwrap().extend(mine);
    }

    /// Sends a move until it is answered.
    async fn say(&self, backend: &Backend, game: &str, ply: usize) -> GameEvent {
        let request = PlayMoveRequest {
            game_id: game.to_owned(),
            player_id: self.player(ply),
            expected_ply: u32::try_from(ply).unwrap(),
            r#move: self.golden.moves[ply].clone(),
        };
        let answer = backend
            .ask(request, async |mut games, request| {
                games.play_move(request).await
            })
            .await;
        let answer =
            answer.unwrap_or_else(|status| panic!("{} at ply {ply}: {status:?}", self.name));
        let event = answer.event.unwrap();
        assert_eq!(
            move_of(&event),
            Some((ply + 1, self.golden.moves[ply].as_str()))
        );
        event
    }

    /// Compares what everybody was told with what is there.
    pub(crate) async fn judge(self) -> turmoil::Result {
        let replicas = [Backend::new(0), Backend::new(1)];
        let game = self.sit_down(&replicas[0]).await;
        let other = replicas[1].game(&game.id).await;
        assert_eq!(game, other, "the replicas differ");

        let texts: Vec<_> = game.moves.iter().map(|played| &played.text).collect();
        assert_eq!(texts, self.golden.moves.iter().collect::<Vec<_>>());
        assert_eq!(game.version, 1 + texts.len() as u64);
        self.golden.assert_end(game.outcome.as_ref().unwrap());

        let retold = watch(
            replicas[1].clone(),
            game.id.clone(),
            String::new(),
            1,
            watch::Sender::default(),
        )
        .await;
        assert_eq!(retold.len(), texts.len());
        assert_eq!(retold.last().unwrap().outcome, game.outcome);

        let mut answers = self.answers.lock().unwrap().clone();
        answers.sort_by_key(|event| event.version);
        assert_eq!(answers, retold, "answers and history differ");
        for heard in self.heard.lock().unwrap().iter() {
            let missed = retold.len() - heard.len();
            assert_eq!(
                *heard,
                retold[missed..],
                "a watcher was told something else"
            );
        }
        for ply in [0, 1] {
            self.judge_lists(&replicas[ply], &self.player(ply), &game.id)
                .await;
        }
        Ok(())
    }

    /// The game is among the player's finished ones, once, and no longer among the live ones.
    async fn judge_lists(&self, backend: &Backend, player: &str, game: &str) {
        for (filter, times) in [(GamesFilter::Finished, 1), (GamesFilter::Live, 0)] {
            let games = list(backend, player, filter).await;
            let found = games.iter().filter(|listed| listed.id == game).count();
            assert_eq!(found, times, "{player}: {filter:?}");
        }
    }
}

/// A player's games.
pub(crate) async fn list(backend: &Backend, player: &str, filter: GamesFilter) -> Vec<Game> {
    let request = ListGamesRequest {
        player_id: player.to_owned(),
        filter: filter.into(),
        ..ListGamesRequest::default()
    };
    let answer = backend
        .ask(request, async |mut games, request| {
            games.list_games(request).await
        })
        .await;
    answer.unwrap().games
}

/// A seat for a person.
pub(crate) fn person(id: &str) -> Seat {
    Seat {
        occupant: Some(Occupant::PlayerId(id.to_owned())),
    }
}

/// The number and text of the move that an event is.
pub(crate) fn move_of(event: &GameEvent) -> Option<(usize, &str)> {
    match &event.happening {
        Some(Happening::MovePlayed(played)) => {
            let played = played.r#move.as_ref()?;
            Some((played.ply as usize, &played.text))
        }
        _ => None,
    }
}
