//! What was answered outlives a PostgreSQL that is killed.

use std::time::Duration;

use support::PostgresServer;
use tokio::time::sleep;

use crate::kit::{Service, email, guest, reason, refresh, register, sign_in};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signed_in_stays_signed_in_and_an_old_token_stays_old() {
    let mut server = PostgresServer::start().await;
    let service = Service::start(&server.url()).await;
    let ann = || email("ann@example.org", "correct horse");
    let registered = register(service.stranger(), ann(), "Ann").await.unwrap();
    let old = guest(service.stranger()).await.refresh;
    let next = refresh(service.stranger(), &old).await.unwrap();

    server.kill();
    let away = sign_in(service.stranger(), ann()).await.unwrap_err();
    assert_eq!(reason(&away), "RECORDS_UNAVAILABLE");
    server.start_again().await;

    let again = loop {
        match sign_in(service.stranger(), ann()).await {
            Ok(again) => break again,
            // Connections of before the kill are found dead one by one.
            Err(status) => assert_eq!(reason(&status), "RECORDS_UNAVAILABLE"),
        }
        sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(again.id, registered.id);
    refresh(service.stranger(), &next).await.unwrap();
    let reused = refresh(service.stranger(), &old).await.unwrap_err();
    assert_eq!(reason(&reused), "REFRESH_TOKEN_REUSED");
}
