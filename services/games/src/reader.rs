//! Games as callers see them: the game with what lies beside it.

use platform::Fault;
use proto::games::v1 as messages;
use tonic::Status;

use crate::audience::Audience;
use crate::game::{Game, overdue};
use crate::players::{MOST_LIVE, Players};
use crate::repository::{Cause, Loaded, Repository, rematch_id, unavailable};
use crate::rulebook::Rulebook;
use crate::sealed::Viewer;
use crate::wire;

/// Everything that reading a game takes.
#[derive(Clone)]
pub(crate) struct Reader {
    pub(crate) repository: Repository,
    pub(crate) rulebook: Rulebook,
    pub(crate) players: Players,
    pub(crate) audience: Audience,
}

impl Reader {
    /// Reads a game with nothing left undone that time alone has made of it.
    pub(crate) async fn settled(&self, id: &str) -> Result<Loaded, Fault> {
        loop {
            let loaded = self.repository.load(id).await?;
            match overdue(&loaded.game, &loaded.outages, loaded.now) {
                Some(after) => {
                    self.repository
                        .change(id, &loaded.game, &after, Cause::Time)
                        .await?;
                }
                None => return Ok(loaded),
            }
        }
    }

    /// Reads a game as a player sees it; an empty id is nobody in particular.
    pub(crate) async fn game(&self, id: &str, player: &str) -> Result<messages::Game, Status> {
        let loaded = self.repository.load(id).await?;
        let viewer = Viewer::of(loaded.game.seats(), player);
        self.view(id, &loaded, viewer).await
    }

    /// A game that was read, with its rematch once it is over and its spectators until then.
    pub(crate) async fn view(
        &self,
        id: &str,
        loaded: &Loaded,
        viewer: Viewer,
    ) -> Result<messages::Game, Status> {
        let mut view = wire::game(id, &loaded.game, loaded.now).open(viewer);
        if view.outcome.is_some() {
            view.rematch = self.rematch(id).await?;
        } else {
            let spectators = self.audience.of(id, loaded.now).await;
            view.spectators = spectators.map_err(|error| unavailable(&error))?;
        }
        Ok(view)
    }

    /// Where the rematch of a game stands, if one is wanted.
    pub(crate) async fn rematch(&self, id: &str) -> Result<Option<messages::Rematch>, Status> {
        let (_, rematch) = self.repository.rematch(id).await?;
        Ok(rematch.map(|rematch| messages::Rematch {
            offered_by: rematch.offered_by,
            game_id: if rematch.accepted {
                rematch_id(id)
            } else {
                String::new()
            },
        }))
    }

    /// A player's live games as the player sees them, newest first, each without what lies beside it.
    pub(crate) async fn live_games(&self, player: &str) -> Result<Vec<messages::Game>, Status> {
        let ids = self
            .players
            .live(player)
            .await
            .map_err(|error| unavailable(&error))?;
        let mut games = Vec::with_capacity(ids.len().min(MOST_LIVE));
        for id in ids {
            match self.repository.find(&id).await? {
                Some(loaded) if loaded.game.state().outcome.is_none() => {
                    let viewer = Viewer::of(loaded.game.seats(), player);
                    games.push(wire::game(&id, &loaded.game, loaded.now).open(viewer));
                }
                // It has ended; whoever struck it off was overtaken by whoever put it on.
                _ => self
                    .players
                    .strike(player, &id)
                    .await
                    .map_err(|error| unavailable(&error))?,
            }
        }
        Ok(games)
    }

    /// Whether a player has a rated game going on.
    pub(crate) async fn in_rated_game(&self, player: &str) -> Result<bool, Status> {
        let ids = self
            .players
            .live(player)
            .await
            .map_err(|error| unavailable(&error))?;
        for id in ids {
            if let Some(Loaded { game, .. }) = self.repository.find(&id).await?
                && game.beginning().pool.is_some()
                && game.state().outcome.is_none()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a rated game that goes on onto its players' lists at once, not by its job in a moment:
    /// nobody is to be paired with somebody whose game is there.
    pub(crate) async fn engage(&self, id: &str, game: &Game) -> Result<(), Status> {
        if game.beginning().pool.is_none() || game.state().outcome.is_some() {
            return Ok(());
        }
        for player in game.seats().players() {
            self.players
                .enlist(player, id, game.beginning().created_at.0)
                .await
                .map_err(|error| unavailable(&error))?;
        }
        Ok(())
    }
}
