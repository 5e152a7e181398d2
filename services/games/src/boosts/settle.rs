//! Paying for a boost that was called for, and undoing a payment for nothing. Everything here can be
//! done any number of times, by any number of processes at once.

use std::time::Duration;

use anyhow::Context as _;
use proto::games::v1 as wire;
use tonic::Status;

use super::Boosts;
use super::plan::{call_name, read_call_name};
use crate::game::{Command, Decision, Happening, Lack, Refusal, Seat, decide};
use crate::past;
use crate::refusals::{boost_in_flight, lacking, refuse};
use crate::repository::{Cause, Loaded};
use crate::sealed::Viewer;
use crate::shop::Payment;

/// A shop that has not answered this long after a boost was called for is waited for no longer.
const PATIENCE: Duration = Duration::from_secs(10);

impl Boosts {
    /// Brings the boost in flight to its end, if there is one.
    ///
    /// # Errors
    /// `BOOST_IN_FLIGHT` while it is not known whether it is paid for.
    pub(crate) async fn settle(&self, id: &str) -> Result<(), Status> {
        let repository = &self.reader.repository;
        while let Some(Loaded { game, .. }) = repository.find(id).await? {
            let (Some((call, boosted)), Seat::Player(player)) =
                (game.in_flight(), game.seats().of(game.state().to_move))
            else {
                break;
            };
            let payment = self
                .shop
                .take(player, boosted.boost, &call_name(id, call))
                .await;
            // The shop has taken its time since the game was read.
            let now = repository.now().await?;
            let command = match payment {
                Ok(Payment::Taken) => Command::Paid { call },
                Ok(Payment::Refused(lack)) => Command::Unpaid { call, lack },
                Err(_) if now >= game.state().updated_at + PATIENCE => Command::Unpaid {
                    call,
                    lack: Lack::ShopUnavailable,
                },
                Err(status) => {
                    tracing::warn!(%status, "the shop does not answer");
                    return Err(boost_in_flight().into());
                }
            };
            let Ok(Decision::Change(after)) = decide(&game, command, now) else {
                break;
            };
            let settled = repository.change(id, &game, &after, Cause::Command);
            if settled.await?.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// What came of a call, as its caller is told.
    pub(super) async fn came_of(
        &self,
        id: &str,
        call: u64,
        player: &str,
    ) -> Result<wire::GameEvent, Status> {
        let game = self.reader.repository.load(id).await?.game;
        let next = game.told_after(call).next();
        match next.as_ref().map(|(_, entry, _)| &entry.happening) {
            Some(Happening::BoostUsed(_)) => {
                let event = past::event_at(&self.reader.rulebook, id, &game, call + 1).await?;
                Ok(event.open(Viewer::of(game.seats(), player)))
            }
            Some(Happening::BoostRefused { lack, .. }) => Err(lacking(*lack).into()),
            Some(_) => Err(refuse(&Refusal::GameOver).into()),
            None => Err(boost_in_flight().into()),
        }
    }

    /// Undoes the payment for a boost that came to nothing, by the name of its call.
    pub(crate) async fn give_back(&self, name: &str) -> anyhow::Result<()> {
        let (id, call) = read_call_name(name).context("a name of no call")?;
        let game = self.reader.repository.load(id).await?.game;
        let told = game.told_after(call.saturating_sub(1)).next();
        let (_, entry, state) = told.context("the game has no such version")?;
        let (Happening::BoostCalled(boosted), Seat::Player(player)) =
            (&entry.happening, game.seats().of(state.to_move))
        else {
            anyhow::bail!("no player called for a boost there");
        };
        self.shop.give_back(player, boosted.boost, name).await?;
        Ok(())
    }
}
