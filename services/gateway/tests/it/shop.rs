//! The shop, canned, and its routes.

use platform::Fault;
use proto::shop::v1 as shop;
use proto::shop::v1::shop_service_server::ShopService;
use serde_json::json;
use tonic::{Request, Response, Status};

use crate::canned::at;
use crate::fixture::Gateway;

type Answer<T> = Result<Response<T>, Status>;

pub(crate) struct CannedShop;

fn not_needed<T>() -> Answer<T> {
    Err(Status::unimplemented("not needed here"))
}

fn items(item: &str, count: u32) -> shop::Items {
    shop::Items {
        item: item.to_owned(),
        count,
    }
}

fn wallet(coins: u64) -> Option<shop::Wallet> {
    Some(shop::Wallet {
        player_id: "ann".to_owned(),
        coins,
        items: vec![items("recon", 3), items("rocket", 1)],
    })
}

fn row(number: u64, reason: shop::Reason, note: &str) -> shop::LedgerRow {
    let change = shop::ItemChange {
        item: "rocket".to_owned(),
        count: -1,
    };
    shop::LedgerRow {
        number,
        reason: reason.into(),
        request_id: format!("r-{number}"),
        coins: -80,
        items: vec![change],
        coins_after: 40,
        note: note.to_owned(),
        at: at(5_000),
    }
}

#[tonic::async_trait]
impl ShopService for CannedShop {
    async fn get_catalogue(
        &self,
        _: Request<shop::GetCatalogueRequest>,
    ) -> Answer<shop::GetCatalogueResponse> {
        let offer = |id: &str, price, items| shop::Offer {
            id: id.to_owned(),
            price,
            items,
        };
        let catalogue = shop::Catalogue {
            version: 4,
            offers: vec![
                offer("rocket", 80, vec![items("rocket", 1)]),
                offer("pack", 150, vec![items("recon", 3), items("shield", 2)]),
            ],
            gift: Some(shop::Gift {
                coins: 100,
                items: vec![items("recon", 1)],
            }),
        };
        Ok(Response::new(shop::GetCatalogueResponse {
            catalogue: Some(catalogue),
        }))
    }

    async fn set_catalogue(
        &self,
        _: Request<shop::SetCatalogueRequest>,
    ) -> Answer<shop::SetCatalogueResponse> {
        not_needed()
    }

    async fn get_wallet(
        &self,
        _: Request<shop::GetWalletRequest>,
    ) -> Answer<shop::GetWalletResponse> {
        Ok(Response::new(shop::GetWalletResponse {
            wallet: wallet(120),
        }))
    }

    async fn purchase(
        &self,
        request: Request<shop::PurchaseRequest>,
    ) -> Answer<shop::PurchaseResponse> {
        let asked = request.into_inner();
        let refused = match asked.offer_id.as_str() {
            "unknown" => Fault::not_found("UNKNOWN_OFFER", "there is no such offer"),
            "dear" => Fault::refused("NOT_ENOUGH_COINS", "you have 40 coins"),
            "changed" => Fault::refused("PRICE_CHANGED", "it costs 90 now"),
            "taken" => Fault::already_exists("REQUEST_ID_TAKEN", "something else was bought"),
            "priceless" => Fault::malformed("expected_price", "OUT_OF_BOUNDS", "too much"),
            "nameless" => Fault::malformed("offer_id", "MALFORMED_NAME", "no name"),
            _ => {
                // What was asked for stands on the receipt.
                let note = format!(
                    "{} {} at {}",
                    asked.quantity, asked.offer_id, asked.expected_price
                );
                let receipt = shop::LedgerRow {
                    request_id: asked.request_id,
                    ..row(2, shop::Reason::Purchase, &note)
                };
                return Ok(Response::new(shop::PurchaseResponse {
                    receipt: Some(receipt),
                    wallet: wallet(40),
                }));
            }
        };
        Err(refused.into())
    }

    async fn grant_coins(
        &self,
        _: Request<shop::GrantCoinsRequest>,
    ) -> Answer<shop::GrantCoinsResponse> {
        not_needed()
    }

    async fn consume(&self, _: Request<shop::ConsumeRequest>) -> Answer<shop::ConsumeResponse> {
        not_needed()
    }

    async fn give_back(&self, _: Request<shop::GiveBackRequest>) -> Answer<shop::GiveBackResponse> {
        not_needed()
    }

    async fn list_ledger(
        &self,
        request: Request<shop::ListLedgerRequest>,
    ) -> Answer<shop::ListLedgerResponse> {
        let asked = request.into_inner();
        let reasons = [
            shop::Reason::GivenBack,
            shop::Reason::Use,
            shop::Reason::Purchase,
            shop::Reason::Grant,
            shop::Reason::Gift,
        ];
        let rows = (1..).zip(reasons);
        let rows = rows.map(|(number, reason)| row(number, reason, ""));
        let next = format!("{} after {}", asked.page_size, asked.page_token);
        Ok(Response::new(shop::ListLedgerResponse {
            rows: rows.collect(),
            next_page_token: if asked.page_size == 0 {
                String::new()
            } else {
                next
            },
        }))
    }
}

#[tokio::test]
async fn the_shop_shows_what_it_sells() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/shop").await.json,
        json!({"catalogue": {
            "version": 4,
            "offers": [
                {"id": "rocket", "price": 80, "items": [{"item": "rocket", "count": 1}]},
                {"id": "pack", "price": 150, "items": [
                    {"item": "recon", "count": 3}, {"item": "shield", "count": 2},
                ]},
            ],
            "gift": {"coins": 100, "items": [{"item": "recon", "count": 1}]},
        }})
    );
}

#[tokio::test]
async fn a_wallet_has_coins_and_items() {
    let gateway = Gateway::start().await;
    for path in ["/v1/me/wallet", "/v1/players/ann/wallet"] {
        assert_eq!(
            gateway.get(path).await.json,
            json!({"wallet": {"player_id": "ann", "coins": 120, "items": [
                {"item": "recon", "count": 3}, {"item": "rocket", "count": 1},
            ]}})
        );
    }
}

#[tokio::test]
async fn a_purchase_is_answered_with_its_receipt() {
    let gateway = Gateway::start().await;
    let buy = json!({
        "offer_id": "rocket", "quantity": 2, "expected_price": 80, "request_id": "r-9",
    });
    let answer = gateway.post("/v1/shop/purchases", &buy).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json["receipt"],
        json!({
            "number": 2, "reason": "purchase", "request_id": "r-9", "coins": -80,
            "items": [{"item": "rocket", "count": -1}], "coins_after": 40,
            "note": "2 rocket at 80", "at": "1970-01-01T00:00:05Z",
        })
    );
    assert_eq!(answer.json["wallet"]["coins"], 40);
}

#[tokio::test]
async fn purchases_that_cannot_be_made_are_refused() {
    let gateway = Gateway::start().await;
    let buy = async |offer: &str| {
        let buy = json!({"offer_id": offer, "expected_price": 80, "request_id": "r-1"});
        gateway.post("/v1/shop/purchases", &buy).await
    };
    let expected = [
        ("unknown", (404, "NOT_FOUND", "UNKNOWN_OFFER")),
        ("dear", (422, "FAILED_PRECONDITION", "NOT_ENOUGH_COINS")),
        ("changed", (422, "FAILED_PRECONDITION", "PRICE_CHANGED")),
        ("taken", (409, "ALREADY_EXISTS", "REQUEST_ID_TAKEN")),
    ];
    for (offer, refusal) in expected {
        assert_eq!(buy(offer).await.refusal(), refusal);
    }
    for (offer, field) in [("priceless", "expected_price"), ("nameless", "offer_id")] {
        assert_eq!(buy(offer).await.field(), field);
    }
    let (missing, malformed) = ("MISSING_FIELD", "MALFORMED_BODY");
    for (body, reason, field) in [
        (
            json!({"offer_id": "rocket", "expected_price": 80}),
            missing,
            "request_id",
        ),
        (
            json!({"offer_id": "rocket", "request_id": "r-1"}),
            missing,
            "expected_price",
        ),
        (
            json!({"offer_id": "rocket", "expected_price": -1, "request_id": "r-1"}),
            malformed,
            "expected_price",
        ),
        (
            json!({"offer_id": "rocket", "expected_price": 80, "request_id": "r-1", "player": "b"}),
            malformed,
            "player",
        ),
    ] {
        let answer = gateway.post("/v1/shop/purchases", &body).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", reason),
            "{body}"
        );
        assert_eq!(answer.field(), field);
    }
}

#[tokio::test]
async fn a_ledger_comes_in_pages() {
    let gateway = Gateway::start().await;
    let last = gateway.get("/v1/me/ledger").await.json;
    let rows = last["rows"].as_array().unwrap();
    let reasons: Vec<_> = rows.iter().map(|row| &row["reason"]).collect();
    assert_eq!(reasons, ["given_back", "use", "purchase", "grant", "gift"]);
    assert_eq!(rows[0]["note"], "");
    assert_eq!(last["next_page_token"], "");
    let page = gateway
        .get("/v1/players/ann/ledger?page_size=5&page_token=abc")
        .await;
    assert_eq!(page.json["next_page_token"], "5 after abc");
    let refused = gateway.get("/v1/me/ledger?page_size=all").await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_QUERY")
    );
    assert_eq!(refused.field(), "page_size");
}

#[tokio::test]
async fn nobody_gives_themselves_coins() {
    let gateway = Gateway::start().await;
    for path in ["/v1/shop/grants", "/v1/me/wallet"] {
        let answer = gateway.post(path, &json!({"coins": 1000})).await;
        assert!(matches!(answer.status.as_u16(), 404 | 405), "{path}");
    }
}
