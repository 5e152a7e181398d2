//! The gRPC face: translate, check, call.

use platform::Fault;
use platform::identity::{Caller, Scope};
use proto::shop::v1 as wire;
use proto::shop::v1::shop_service_server::ShopService;
use tonic::{Request, Response, Status};

use crate::account::Command;
use crate::storage::{Done, Name, Wallets};
use crate::{checks, fault, wire as messages};

/// The service.
#[derive(Debug)]
pub struct Service {
    wallets: Wallets,
}

impl Service {
    pub(crate) const fn new(wallets: Wallets) -> Self {
        Self { wallets }
    }

    async fn change(&self, player: &str, name: &Name, command: &Command) -> Result<Done, Fault> {
        let changed = self.wallets.change(player, name, command).await;
        changed.map_err(fault::away)?.map_err(fault::refused)
    }
}

/// For which player a caller acts: itself, if it names nobody.
fn acting(caller: &Caller, named: &str) -> Result<String, Fault> {
    let player = caller.acts_for(named)?;
    checks::player(player)?;
    Ok(player.to_owned())
}

#[tonic::async_trait]
impl ShopService for Service {
    async fn get_catalogue(
        &self,
        request: Request<wire::GetCatalogueRequest>,
    ) -> Result<Response<wire::GetCatalogueResponse>, Status> {
        Caller::of(&request)?;
        let current = self.wallets.catalogues().current().await;
        let current = current.map_err(fault::away)?;
        Ok(Response::new(wire::GetCatalogueResponse {
            catalogue: Some(messages::catalogue(&current)),
        }))
    }

    async fn set_catalogue(
        &self,
        request: Request<wire::SetCatalogueRequest>,
    ) -> Result<Response<wire::SetCatalogueResponse>, Status> {
        Caller::of(&request)?.require(Scope::ShopManage)?;
        let message = request.into_inner().catalogue.ok_or_else(|| {
            Fault::malformed("catalogue", "MISSING_FIELD", "say what the shop is to sell")
        })?;
        let version = message.version;
        let catalogue = messages::read_catalogue(message).map_err(fault::malformed)?;
        catalogue.check().map_err(fault::malformed)?;
        let catalogues = self.wallets.catalogues();
        let replaced = match i64::try_from(version) {
            Ok(version) if version > 0 => catalogues.replace(version, &catalogue).await,
            // There never was or will be one of that number.
            _ => Ok(None),
        };
        let Some(edition) = replaced.map_err(fault::away)? else {
            let current = catalogues.current().await.map_err(fault::away)?;
            return Err(fault::stale_catalogue(current.version).into());
        };
        Ok(Response::new(wire::SetCatalogueResponse {
            catalogue: Some(messages::catalogue(&edition)),
        }))
    }

    async fn get_wallet(
        &self,
        request: Request<wire::GetWalletRequest>,
    ) -> Result<Response<wire::GetWalletResponse>, Status> {
        let player = acting(&*Caller::of(&request)?, &request.get_ref().player_id)?;
        let account = self.wallets.wallet(&player).await.map_err(fault::away)?;
        Ok(Response::new(wire::GetWalletResponse {
            wallet: Some(messages::wallet(player, &account)),
        }))
    }

    async fn purchase(
        &self,
        request: Request<wire::PurchaseRequest>,
    ) -> Result<Response<wire::PurchaseResponse>, Status> {
        let caller = Caller::of(&request)?;
        let request = request.into_inner();
        let player = acting(&caller, &request.player_id)?;
        checks::request_id(&request.request_id)?;
        checks::label("offer_id", &request.offer_id)?;
        let command = Command::Purchase {
            offer: request.offer_id,
            quantity: checks::quantity(request.quantity)?,
            price: request.expected_price,
        };
        let name = Name::by(&caller, request.request_id);
        let done = self.change(&player, &name, &command).await?;
        Ok(Response::new(wire::PurchaseResponse {
            receipt: Some(messages::row(done.row)),
            wallet: Some(messages::wallet(player, &done.account)),
        }))
    }

    async fn grant_coins(
        &self,
        request: Request<wire::GrantCoinsRequest>,
    ) -> Result<Response<wire::GrantCoinsResponse>, Status> {
        let caller = Caller::of(&request)?;
        caller.require(Scope::CoinsGrant)?;
        let request = request.into_inner();
        checks::player(&request.player_id)?;
        checks::request_id(&request.request_id)?;
        checks::note(&request.note)?;
        let command = Command::Grant {
            coins: checks::grant(request.coins)?,
            note: request.note,
        };
        let name = Name::by(&caller, request.request_id);
        let done = self.change(&request.player_id, &name, &command).await?;
        Ok(Response::new(wire::GrantCoinsResponse {
            receipt: Some(messages::row(done.row)),
        }))
    }

    async fn consume(
        &self,
        request: Request<wire::ConsumeRequest>,
    ) -> Result<Response<wire::ConsumeResponse>, Status> {
        let caller = Caller::of(&request)?;
        caller.require(Scope::ItemsUse)?;
        let request = request.into_inner();
        checks::player(&request.player_id)?;
        checks::request_id(&request.request_id)?;
        checks::label("item", &request.item)?;
        let command = Command::Use { item: request.item };
        let name = Name::by(&caller, request.request_id);
        let done = self.change(&request.player_id, &name, &command).await?;
        Ok(Response::new(wire::ConsumeResponse {
            receipt: Some(messages::row(done.row)),
        }))
    }

    async fn give_back(
        &self,
        request: Request<wire::GiveBackRequest>,
    ) -> Result<Response<wire::GiveBackResponse>, Status> {
        Caller::of(&request)?.require(Scope::ItemsUse)?;
        let wire::GiveBackRequest {
            player_id,
            item,
            request_id,
        } = request.into_inner();
        checks::player(&player_id)?;
        checks::request_id(&request_id)?;
        checks::label("item", &item)?;
        let given = self.wallets.give_back(&player_id, &request_id, &item).await;
        let had_been_taken = given.map_err(fault::away)?.map_err(fault::refused)?;
        Ok(Response::new(wire::GiveBackResponse { had_been_taken }))
    }

    async fn list_ledger(
        &self,
        request: Request<wire::ListLedgerRequest>,
    ) -> Result<Response<wire::ListLedgerResponse>, Status> {
        let player = acting(&*Caller::of(&request)?, &request.get_ref().player_id)?;
        let request = request.into_inner();
        let before = checks::before(&request.page_token)?;
        let size = checks::page_size(request.page_size);
        let found = self.wallets.ledger(&player, before, size + 1).await;
        let mut rows = found.map_err(fault::away)?;
        let more = rows.len() > size;
        rows.truncate(size);
        let last = rows.last().filter(|_| more);
        Ok(Response::new(wire::ListLedgerResponse {
            next_page_token: last.map_or_else(String::new, |row| checks::page_token(row.number)),
            rows: rows.into_iter().map(messages::row).collect(),
        }))
    }
}
