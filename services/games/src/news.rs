//! Following a player: the live games first, then what the player has to know, as it happens. It
//! comes from the games themselves; the player's own topic only says that there is a new one.

use std::collections::{HashSet, VecDeque};
use std::pin::Pin;
use std::time::Duration;

use futures::stream::SelectAll;
use futures::{Stream, StreamExt as _, stream};
use prost::Message as _;
use proto::games::v1 as messages;
use proto::games::v1::game_event::Happening;
use proto::games::v1::seat::Occupant;
use proto::games::v1::watch_game_response::Update;
use proto::games::v1::watch_player_response::News;
use proto::rules::v1::Side;
use store::Subscription;
use tonic::Status;

use crate::reader::Reader;
use crate::repository::unavailable;
use crate::sealed::Viewer;
use crate::watch;

/// After this long without anything new the player's games are read, in case word was lost.
const DOUBT_AFTER: Duration = Duration::from_secs(10);

/// The updates of one game, each with the game as it was when it was first seen.
type Followed = Pin<Box<dyn Stream<Item = (messages::Game, Result<Update, Status>)> + Send>>;

/// What a player has to know, from now on.
pub(crate) async fn of_player(
    reader: Reader,
    player: String,
) -> Result<
    impl Stream<Item = Result<messages::WatchPlayerResponse, Status>> + Send + 'static,
    Status,
> {
    let word = reader
        .players
        .subscribe(&player)
        .await
        .map_err(|error| unavailable(&error))?;
    let mut follower = Follower {
        reader,
        player,
        word,
        known: HashSet::new(),
        games: SelectAll::new(),
        ready: VecDeque::new(),
    };
    let live = follower.new_games().await?;
    follower
        .ready
        .push_back(News::LiveGames(messages::LiveGames { games: live }));
    Ok(stream::try_unfold(follower, |mut follower| async move {
        let news = follower.next().await?;
        Ok(Some((
            messages::WatchPlayerResponse { news: Some(news) },
            follower,
        )))
    }))
}

struct Follower {
    reader: Reader,
    player: String,
    word: Subscription,
    /// The games that were told of.
    known: HashSet<String>,
    games: SelectAll<Followed>,
    ready: VecDeque<News>,
}

impl Follower {
    async fn next(&mut self) -> Result<News, Status> {
        loop {
            if let Some(news) = self.ready.pop_front() {
                return Ok(news);
            }
            tokio::select! {
                Some((game, update)) = self.games.next() => self.hear(&game, update?).await?,
                word = self.word.next() => match word {
                    Some(word) => self.listen(&word).await?,
                    None => {
                        let word = self.reader.players.subscribe(&self.player).await;
                        self.word = word.map_err(|error| unavailable(&error))?;
                        self.look().await?;
                    }
                },
                () = tokio::time::sleep(DOUBT_AFTER) => self.look().await?,
            }
        }
    }

    /// Takes in what the player's topic says.
    async fn listen(&mut self, word: &[u8]) -> Result<(), Status> {
        match messages::WatchPlayerResponse::decode(word)
            .ok()
            .and_then(|word| word.news)
        {
            Some(News::RematchOfferReceived(offer)) => {
                self.ready.push_back(News::RematchOfferReceived(offer));
            }
            _ => self.look().await?,
        }
        Ok(())
    }

    /// Looks for games that have started.
    async fn look(&mut self) -> Result<(), Status> {
        let started = self.new_games().await?;
        self.ready
            .extend(started.into_iter().map(News::GameStarted));
        Ok(())
    }

    /// The live games not known yet; from now on they are followed.
    async fn new_games(&mut self) -> Result<Vec<messages::Game>, Status> {
        let mut games = self.reader.live_games(&self.player).await?;
        games.retain(|game| self.known.insert(game.id.clone()));
        for game in &games {
            let viewer = Viewer::new(self.holds(game, Side::White), self.holds(game, Side::Black));
            let id = game.id.clone();
            let updates = watch::updates(self.reader.clone(), id, game.version, viewer).await?;
            let game = game.clone();
            self.games
                .push(Box::pin(updates.map(move |update| (game.clone(), update))));
        }
        Ok(games)
    }

    /// Takes in what happened in a game.
    async fn hear(&mut self, game: &messages::Game, update: Update) -> Result<(), Status> {
        let Update::Event(event) = update else {
            return Ok(());
        };
        // Whoever wants to know what it made of the ratings follows the game.
        if matches!(event.happening, Some(Happening::Rated(_))) {
            return Ok(());
        }
        if event.outcome.is_some() {
            let over = self.reader.game(&game.id, &self.player).await?;
            self.ready.push_back(News::GameOver(over));
            return Ok(());
        }
        let game_id = game.id.clone();
        match event.happening {
            Some(Happening::MovePlayed(played)) if self.holds(game, played.side_to_move()) => {
                let ply = played.r#move.map_or(0, |played| played.ply);
                self.ready.push_back(News::YourTurn(messages::YourTurn {
                    game_id,
                    ply,
                    version: event.version,
                }));
            }
            // A sabotage is a ply, and the turn after it is its user's again.
            Some(Happening::BoostUsed(used)) if self.holds(game, used.side_to_move()) => {
                if let Some(sabotage) = used.r#move {
                    self.ready.push_back(News::YourTurn(messages::YourTurn {
                        game_id,
                        ply: sabotage.ply,
                        version: event.version,
                    }));
                }
            }
            Some(Happening::DrawOffered(offer)) if !self.holds(game, offer.side()) => {
                self.ready
                    .push_back(News::DrawOfferReceived(messages::DrawOfferReceived {
                        game_id,
                    }));
            }
            _ => {}
        }
        Ok(())
    }

    fn holds(&self, game: &messages::Game, side: Side) -> bool {
        let seat = match side {
            Side::White => &game.white,
            Side::Black => &game.black,
            Side::Unspecified => return false,
        };
        let occupant = seat.as_ref().and_then(|seat| seat.occupant.as_ref());
        matches!(occupant, Some(Occupant::PlayerId(id)) if *id == self.player)
    }
}
