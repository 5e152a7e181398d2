//! Pages of other origins in a browser.

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use serde_json::{Value, json};
use support::Process;
use tokio::net::TcpListener;

use crate::harness::{Browser, Kind, Suite};

/// Serves a page of another origin for as long as the test runs, and gives that origin.
async fn site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let page = Router::new().route("/", get(async || Html("<!doctype html><title>.</title>")));
    tokio::spawn(async { axum::serve(listener, page).await });
    origin
}

/// Calls the gateway as an app does, in every way that there is, and says what came of each.
const CALLS: &str = r"
    const [at, player, token] = arguments;
    const authorization = `Bearer ${token}`;
    const tried = (call) => call().catch((error) => error.name);
    return (async () => ({
        guest: await tried(async () => {
            const answer = await fetch(`${at}/v1/sign-in/guest`, { method: 'POST' });
            return typeof (await answer.json()).tokens.access_token;
        }),
        me: await tried(async () => {
            const answer = await fetch(`${at}/v1/me`, { headers: { authorization } });
            return (await answer.json()).player.id;
        }),
        refusal: await tried(async () => {
            const answer = await fetch(`${at}/v1/me`);
            return (await answer.json()).reason;
        }),
        grpcWeb: await tried(async () => {
            const headers = { authorization, 'content-type': 'application/grpc-web+proto' };
            const answer = await fetch(`${at}/shashki.shop.v1.ShopService/GetWallet`, {
                method: 'POST', headers: { ...headers, 'x-grpc-web': '1' }, body: new Uint8Array(5),
            });
            const body = new TextDecoder().decode(await answer.arrayBuffer());
            return body.match(/grpc-status:\d+/)[0];
        }),
        socket: await new Promise((done) => {
            const url = `${at.replace('http', 'ws')}/v1/players/${player}/watch`;
            const socket = new WebSocket(url, ['shashki.v1', `bearer.${token}`]);
            socket.onopen = () => done('open');
            socket.onerror = () => done('error');
        }),
    }))();
";

#[tokio::test]
async fn pages_of_listed_origins_may_call_and_others_may_not() {
    let (listed, other) = (site().await, site().await);
    let origins = format!("capacitor://localhost,{listed}");
    let suite = Suite::start_with(Kind::Embedded, &[("SHASHKI_ORIGINS", origins)]).await;
    let guest = reqwest::Client::new().post(suite.url("/v1/sign-in/guest"));
    let guest: Value = guest.send().await.unwrap().json().await.unwrap();
    let (id, token) = (&guest["player"]["id"], &guest["tokens"]["access_token"]);
    let given = vec![json!(suite.url("")), id.clone(), token.clone()];

    let browser = Browser::start(suite.folder(), "ann").await;
    let call_from = async |page: &str| -> Value {
        browser.client.goto(page).await.unwrap();
        browser.client.execute(CALLS, given.clone()).await.unwrap()
    };
    let allowed = json!({
        "guest": "string", "me": id, "refusal": "NO_TOKEN", "grpcWeb": "grpc-status:0",
        "socket": "open",
    });
    assert_eq!(call_from(&listed).await, allowed);
    let refused = json!({
        "guest": "TypeError", "me": "TypeError", "refusal": "TypeError", "grpcWeb": "TypeError",
        "socket": "error",
    });
    assert_eq!(call_from(&other).await, refused);
    // The gateway's own page is not listed and need not be.
    assert_eq!(call_from(&suite.url("/")).await, allowed);
    browser.client.close().await.unwrap();
}

#[tokio::test]
async fn a_malformed_list_keeps_it_from_starting_and_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_shashki");
    for (list, why) in [
        ("*", "name each origin"),
        ("https://play.example.com/", "leave out the path"),
    ] {
        let words = ["all", "--origins", list];
        let mut process = Process::start("all", program, words, &[], folder.path());
        assert!(!process.ended().await.success());
        let log = process.log_text();
        assert!(log.contains("--origins") && log.contains(why), "{log}");
    }
}
