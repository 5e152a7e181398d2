//! The shop, and what a player has of it. Coins come from other backends, over gRPC alone.

use axum::Json;
use axum::extract::State;
use proto::shop::v1 as shop;
use serde::Deserialize;

use super::ask;
use crate::app::App;
use crate::extract::{Body, Query};
use crate::fault::Fault;
use crate::model::{Buy, Catalogue, Ledger, Purchase, Wallet};
use crate::refusals::{Asking, Buying, WithBody, WithQuery};

/// Gives the offers of the shop, with their prices.
#[utoipa::path(
    get,
    path = "/v1/shop",
    tag = "shop",
    responses((status = 200, description = "The catalogue", body = Catalogue), Asking)
)]
pub(super) async fn get_catalogue(State(app): State<App>) -> Result<Json<Catalogue>, Fault> {
    let request = shop::GetCatalogueRequest {};
    let answer = ask(&app, &app.shop, request, |mut shop, request| async move {
        shop.get_catalogue(request).await
    });
    Ok(Json(answer.await?.catalogue.try_into()?))
}

/// Gives the caller's coins and items. The first time, the gift for it is given.
#[utoipa::path(
    get,
    path = "/v1/me/wallet",
    tag = "shop",
    responses((status = 200, description = "The wallet", body = Wallet), Asking)
)]
pub(super) async fn get_wallet(State(app): State<App>) -> Result<Json<Wallet>, Fault> {
    let request = shop::GetWalletRequest {
        player_id: String::new(),
    };
    let answer = ask(&app, &app.shop, request, |mut shop, request| async move {
        shop.get_wallet(request).await
    });
    Ok(Json(answer.await?.wallet.try_into()?))
}

/// Buys an offer for the caller: coins down, items up. It can be repeated: the same request id with
/// the same content gets the first answer again.
#[utoipa::path(
    post,
    path = "/v1/shop/purchases",
    tag = "shop",
    request_body = Buy,
    responses(
        (status = 200, description = "The receipt, and what the caller has now", body = Purchase),
        WithBody,
        Buying,
        Asking,
    )
)]
pub(super) async fn purchase(
    State(app): State<App>,
    Body(buy): Body<Buy>,
) -> Result<Json<Purchase>, Fault> {
    let request: shop::PurchaseRequest = buy.into();
    let answer = ask(&app, &app.shop, request, |mut shop, request| async move {
        shop.purchase(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}

/// Which page.
#[derive(Debug, Deserialize)]
pub(super) struct Which {
    #[serde(default)]
    page_size: u32,
    #[serde(default)]
    page_token: String,
}

/// Lists how the caller's coins and items changed, newest first.
#[utoipa::path(
    get,
    path = "/v1/me/ledger",
    tag = "shop",
    params(
        ("page_size" = Option<u32>, Query,
            description = "How many at most, up to 200; 50 if left out"),
        ("page_token" = Option<String>, Query,
            description = "Where the page before ended: its `next_page_token`"),
    ),
    responses((status = 200, description = "The page", body = Ledger), WithQuery, Asking)
)]
pub(super) async fn list_ledger(
    State(app): State<App>,
    Query(which): Query<Which>,
) -> Result<Json<Ledger>, Fault> {
    let request = shop::ListLedgerRequest {
        player_id: String::new(),
        page_size: which.page_size,
        page_token: which.page_token,
    };
    let answer = ask(&app, &app.shop, request, |mut shop, request| async move {
        shop.list_ledger(request).await
    });
    Ok(Json(answer.await?.try_into()?))
}
