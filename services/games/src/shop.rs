//! What the shop takes for boosts, and gives back.

use std::time::Duration;

use platform::Channel;
use proto::shop::v1::shop_service_client::ShopServiceClient;
use proto::shop::v1::{ConsumeRequest, GetWalletRequest, GiveBackRequest};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt as _;

use crate::game::{Boost, Lack};

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// What the shop says of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payment {
    /// The item is taken.
    Taken,
    /// It is not, and a call of this name will not take it.
    Refused(Lack),
}

/// The shop service.
#[derive(Clone, Debug)]
pub(crate) struct Shop(ShopServiceClient<Channel>);

impl Shop {
    pub(crate) fn new(channel: Channel) -> Self {
        Self(ShopServiceClient::new(channel))
    }

    /// Whether a player has a boost.
    pub(crate) async fn holds(&self, player: &str, boost: Boost) -> Result<bool, Status> {
        let player_id = player.to_owned();
        let request = timed(GetWalletRequest { player_id });
        let answer = self.0.clone().get_wallet(request).await?;
        let items = answer.into_inner().wallet.unwrap_or_default().items;
        Ok(items
            .iter()
            .any(|held| held.item == boost.name() && held.count > 0))
    }

    /// Takes a boost from a player for a call of this name. A repeat takes nothing more.
    ///
    /// # Errors
    /// When it is not known whether it was taken.
    pub(crate) async fn take(
        &self,
        player: &str,
        boost: Boost,
        name: &str,
    ) -> Result<Payment, Status> {
        let request = timed(ConsumeRequest {
            player_id: player.to_owned(),
            item: boost.name().to_owned(),
            request_id: request_id(name),
        });
        match self.0.clone().consume(request).await {
            Ok(_) => Ok(Payment::Taken),
            Err(status) if is_final(&status) => {
                let info = status.get_details_error_info();
                if info.is_some_and(|info| info.reason == "NOT_IN_INVENTORY") {
                    return Ok(Payment::Refused(Lack::NotInInventory));
                }
                tracing::warn!(%status, name, "the shop refused a payment");
                Ok(Payment::Refused(Lack::ShopUnavailable))
            }
            Err(status) => Err(status),
        }
    }

    /// Sees to it that the call of this name has taken nothing, and never will.
    pub(crate) async fn give_back(
        &self,
        player: &str,
        boost: Boost,
        name: &str,
    ) -> Result<(), Status> {
        let request = timed(GiveBackRequest {
            player_id: player.to_owned(),
            item: boost.name().to_owned(),
            request_id: request_id(name),
        });
        match self.0.clone().give_back(request).await {
            Ok(_) => Ok(()),
            // The name was used for something else, so nothing was taken by it.
            Err(status) if status.code() == Code::AlreadyExists => {
                tracing::warn!(%status, name, "the shop has nothing to give back");
                Ok(())
            }
            Err(status) => Err(status),
        }
    }
}

/// Whether a refusal stays what it is however often the call is repeated.
fn is_final(status: &Status) -> bool {
    matches!(
        status.code(),
        Code::FailedPrecondition | Code::AlreadyExists
    )
}

/// Services share the names of their requests: this one's begin with its own.
fn request_id(name: &str) -> String {
    format!("games:{name}")
}

fn timed<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(TIMEOUT);
    request
}
