//! What a boost will do, found out before it is called for.

use tonic::Status;

use super::{Boosts, Wish};
use crate::document::boost_to_wire;
use crate::game::{Boost, Boosted, Effect, Game, Lack, may_boost};
use crate::refusals::{lacking, refuse};
use crate::rulebook::Rulebook;

use proto::rules::v1::Position;

impl Boosts {
    /// A boost that the player to move can use and pay for, as far as can be told; the first reason
    /// against it otherwise, in the rule book's order. Nothing is written, and nothing spent.
    pub(super) async fn affordable(
        &self,
        game: &Game,
        player: &str,
        wish: Wish<'_>,
    ) -> Result<Effect, Status> {
        let mut effect = self.bend(game, wish).await?;
        may_boost(game, wish.boost).map_err(|refusal| refuse(&refusal))?;
        match self.shop.holds(player, wish.boost).await {
            Ok(true) => {}
            Ok(false) => return Err(lacking(Lack::NotInInventory).into()),
            Err(status) => {
                tracing::warn!(%status, "the shop does not answer");
                return Err(lacking(Lack::ShopUnavailable).into());
            }
        }
        if wish.boost == Boost::Recon {
            let ruleset = &game.beginning().ruleset;
            effect.boosted.hint = self.opponents.hint(ruleset, game.position()).await?;
        }
        Ok(effect)
    }

    /// What the rules make of a boost in the present position; a rocket's target is drawn.
    pub(crate) async fn bend(&self, game: &Game, wish: Wish<'_>) -> Result<Effect, Status> {
        let rulebook = &self.reader.rulebook;
        let ruleset = &game.beginning().ruleset;
        let drawn = match wish.boost {
            Boost::Rocket => self.rocket_target(game).await?,
            _ => String::new(),
        };
        let target = match wish.boost {
            Boost::Rocket => &drawn,
            _ => wish.target,
        };
        rulebook
            .apply_boost(ruleset, game.position(), wish.boost, target, wish.text)
            .await
    }

    /// The piece that a rocket hits; none if there is none, of which the rules say why.
    async fn rocket_target(&self, game: &Game) -> Result<String, Status> {
        let ruleset = &game.beginning().ruleset;
        let choices = self
            .reader
            .rulebook
            .boosts(ruleset, game.position())
            .await?;
        let rocket = i32::from(boost_to_wire(Boost::Rocket));
        let choice = choices.into_iter().find(|choice| choice.boost == rocket);
        let targets = choice.map(|choice| choice.targets).unwrap_or_default();
        Ok(self.lot.draw(targets).unwrap_or_default())
    }

    /// The version at which the boost in flight was called for, if a wish means the same.
    pub(super) async fn called_alike(
        &self,
        game: &Game,
        wish: Wish<'_>,
    ) -> Result<Option<u64>, Status> {
        let Some((call, boosted)) = game.in_flight() else {
            return Ok(None);
        };
        let ruleset = &game.beginning().ruleset;
        let same = is_same(
            &self.reader.rulebook,
            ruleset,
            game.position(),
            boosted,
            wish,
        );
        Ok(same.await.then_some(call))
    }
}

/// Whether a wish means a boost that was used in a position, however it is written.
pub(crate) async fn is_same(
    rulebook: &Rulebook,
    ruleset: &str,
    position: &Position,
    boosted: &Boosted,
    wish: Wish<'_>,
) -> bool {
    if boosted.boost != wish.boost {
        return false;
    }
    match wish.boost {
        Boost::Recon | Boost::Rocket => true,
        Boost::Shield if wish.target == boosted.target => true,
        Boost::Sabotage if wish.text == boosted.text => true,
        Boost::Shield | Boost::Sabotage => rulebook
            .apply_boost(ruleset, position, wish.boost, wish.target, wish.text)
            .await
            .is_ok_and(|meant| {
                meant.boosted.target == boosted.target && meant.boosted.text == boosted.text
            }),
    }
}
