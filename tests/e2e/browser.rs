//! A person in a browser: Chromium, driven through its own driver.

use std::path::Path;
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::harness::{Kind, Process, Suite, free_port};

/// A browser of the test's own.
struct Browser {
    client: Client,
    _driver: Process,
}

impl Browser {
    async fn start(folder: &Path) -> Self {
        let port = free_port();
        let arguments = [format!("--port={port}")];
        let driver = Process::start("chromedriver", "chromedriver", arguments, &[], folder);
        let profile = folder.join("profile");
        let flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1100,900",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain([format!("--user-data-dir={}", profile.display())]);
        let options = json!({"args": flags.collect::<Vec<_>>()});
        let capabilities = json!({"goog:chromeOptions": options})
            .as_object()
            .unwrap()
            .clone();
        for _ in 0..300 {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities.clone());
            match builder.connect(&format!("http://127.0.0.1:{port}")).await {
                Ok(client) => {
                    return Self {
                        client,
                        _driver: driver,
                    };
                }
                Err(_not_up_yet) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        panic!("chromedriver does not come up");
    }

    /// Runs a script in the page.
    async fn script(&self, script: &str) -> serde_json::Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a script gives something true, and gives it.
    async fn until(&self, script: &str) -> serde_json::Value {
        for _ in 0..600 {
            let found = self.script(script).await;
            if !matches!(
                found,
                serde_json::Value::Null | serde_json::Value::Bool(false)
            ) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never true: {script}");
    }

    async fn click(&self, selector: &str) {
        self.client
            .wait()
            .for_element(Locator::Css(selector))
            .await
            .unwrap()
            .click()
            .await
            .unwrap();
    }
}

/// What a person sees to click next: a target of the piece chosen, else a piece that can move.
const NEXT: &str = "
    if (document.querySelector('#status')?.dataset.result) return 'over';
    const target = document.querySelector('[data-target]');
    if (target) return `[data-square=\"${target.dataset.square}\"]`;
    const movable = document.querySelectorAll('[data-movable]');
    if (!movable.length) return null;
    const piece = movable[Math.floor(Math.random() * movable.length)];
    return `[data-square=\"${piece.dataset.square}\"]`;
";

#[tokio::test]
async fn a_game_against_the_bot_by_clicking() {
    let suite = Suite::start(Kind::Embedded).await;
    let browser = Browser::start(suite.folder()).await;
    browser.client.goto(&suite.url("/")).await.unwrap();
    browser
        .until("return document.querySelector('#mode')?.options.length > 3")
        .await;
    browser
        .script(
            "document.querySelector('#mode').value = 'russian-giveaway';
             document.querySelector('#opponent').value = 'easy';
             document.querySelector('#colour').value = 'white';",
        )
        .await;
    browser.click("#start").await;

    browser
        .until("return document.querySelector('#connection')?.dataset.state === 'live'")
        .await;

    let mut clicks = 0;
    loop {
        let next = browser.until(NEXT).await;
        let next = next.as_str().unwrap();
        if next == "over" {
            break;
        }
        // The board may have moved on since the look: a person would click again.
        if let Ok(square) = browser.client.find(Locator::Css(next)).await {
            let _ = square.click().await;
            clicks += 1;
        }
        assert!(clicks < 2_000, "the game does not end");
    }
    assert!(clicks > 10, "{clicks}");
    let status = browser
        .until("return document.querySelector('#status').textContent.trim()")
        .await;
    assert!(!status.as_str().unwrap().is_empty());
    let reason = browser
        .until("return document.querySelector('#status').dataset.reason")
        .await;
    assert!(!reason.as_str().unwrap().is_empty());
    let errors = browser
        .script("return document.querySelectorAll('[role=alert]:not([hidden])').length")
        .await;
    assert_eq!(errors, json!(0), "nothing was refused on the way");
    browser.client.close().await.unwrap();
}
