//! A shop that counts what it took and gave back, and is away when it is told to be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use platform::Fault;
use proto::shop::v1 as shop;
use proto::shop::v1::shop_service_server::ShopService;
use tonic::{Request, Response, Status};

/// How it answers a call that takes an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mood {
    /// As it should.
    #[default]
    Open,
    /// It shows wallets, but takes and gives back nothing.
    Away,
    /// It does what it is told, but its answers are lost.
    Mute,
    /// It answers nothing at all.
    Shut,
}

#[derive(Debug, Default)]
struct Books {
    mood: Mood,
    items: HashMap<(String, String), i64>,
    /// By the player and the name of the request: the item, and whether it is in the player's hands.
    taken: HashMap<(String, String), (String, bool)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Shop(Arc<Mutex<Books>>);

impl Shop {
    pub(crate) fn stock(&self, player: &str, item: &str, count: i64) {
        let mut books = self.0.lock().unwrap();
        books
            .items
            .insert((player.to_owned(), item.to_owned()), count);
    }

    pub(crate) fn count(&self, player: &str, item: &str) -> i64 {
        let books = self.0.lock().unwrap();
        let key = (player.to_owned(), item.to_owned());
        books.items.get(&key).copied().unwrap_or_default()
    }

    pub(crate) fn is(&self, mood: Mood) {
        self.0.lock().unwrap().mood = mood;
    }

    /// How many payments it keeps.
    pub(crate) fn kept(&self) -> usize {
        let books = self.0.lock().unwrap();
        books.taken.values().filter(|(_, spent)| *spent).count()
    }

    /// Carries a change out as the mood is.
    fn change<T>(
        &self,
        work: impl FnOnce(&mut Books) -> Result<T, Fault>,
    ) -> Result<Response<T>, Status> {
        let mut books = self.0.lock().unwrap();
        match books.mood {
            Mood::Open => Ok(Response::new(work(&mut books)?)),
            Mood::Away | Mood::Shut => Err(Status::unavailable("away")),
            Mood::Mute => {
                let _ = work(&mut books);
                Err(Status::unavailable("no answer"))
            }
        }
    }
}

#[tonic::async_trait]
impl ShopService for Shop {
    async fn get_catalogue(
        &self,
        _: Request<shop::GetCatalogueRequest>,
    ) -> Result<Response<shop::GetCatalogueResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn set_catalogue(
        &self,
        _: Request<shop::SetCatalogueRequest>,
    ) -> Result<Response<shop::SetCatalogueResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn get_wallet(
        &self,
        request: Request<shop::GetWalletRequest>,
    ) -> Result<Response<shop::GetWalletResponse>, Status> {
        let player_id = request.into_inner().player_id;
        let books = self.0.lock().unwrap();
        if books.mood == Mood::Shut {
            return Err(Status::unavailable("shut"));
        }
        let own = books
            .items
            .iter()
            .filter(|((player, _), _)| *player == player_id);
        let items = own
            .filter(|(_, count)| **count > 0)
            .map(|((_, item), count)| shop::Items {
                item: item.clone(),
                count: u32::try_from(*count).unwrap(),
            });
        let items = items.collect();
        Ok(Response::new(shop::GetWalletResponse {
            wallet: Some(shop::Wallet {
                player_id,
                coins: 0,
                items,
            }),
        }))
    }

    async fn purchase(
        &self,
        _: Request<shop::PurchaseRequest>,
    ) -> Result<Response<shop::PurchaseResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn grant_coins(
        &self,
        _: Request<shop::GrantCoinsRequest>,
    ) -> Result<Response<shop::GrantCoinsResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }

    async fn consume(
        &self,
        request: Request<shop::ConsumeRequest>,
    ) -> Result<Response<shop::ConsumeResponse>, Status> {
        let request = request.into_inner();
        self.change(|books| {
            let name = (request.player_id.clone(), request.request_id);
            match books.taken.get(&name) {
                Some((item, true)) if *item == request.item => {
                    return Ok(shop::ConsumeResponse::default());
                }
                Some((item, false)) if *item == request.item => {
                    return Err(Fault::refused("GIVEN_BACK", "it was given back"));
                }
                Some(_) => return Err(Fault::already_exists("REQUEST_ID_TAKEN", "taken")),
                None => {}
            }
            let held = books
                .items
                .entry((request.player_id, request.item.clone()))
                .or_default();
            if *held == 0 {
                return Err(Fault::refused("NOT_IN_INVENTORY", "there is none"));
            }
            *held -= 1;
            books.taken.insert(name, (request.item, true));
            Ok(shop::ConsumeResponse::default())
        })
    }

    async fn give_back(
        &self,
        request: Request<shop::GiveBackRequest>,
    ) -> Result<Response<shop::GiveBackResponse>, Status> {
        let request = request.into_inner();
        self.change(|books| {
            let name = (request.player_id.clone(), request.request_id);
            let before = books.taken.insert(name, (request.item.clone(), false));
            let had_been_taken = before.is_some_and(|(_, spent)| spent);
            if had_been_taken {
                *books
                    .items
                    .entry((request.player_id, request.item))
                    .or_default() += 1;
            }
            Ok(shop::GiveBackResponse { had_been_taken })
        })
    }

    async fn list_ledger(
        &self,
        _: Request<shop::ListLedgerRequest>,
    ) -> Result<Response<shop::ListLedgerResponse>, Status> {
        Err(Status::unimplemented("not asked"))
    }
}
