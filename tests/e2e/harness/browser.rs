//! Chromium, driven through its own driver as a person would.

use std::path::Path;
use std::time::Duration;

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use support::{Process, ReservedPort, WAIT_TIMEOUT, wait_for};
use tokio::time::{Instant, sleep};

/// How often a page is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A browser of the test's own, with a profile that nobody else has.
pub(crate) struct Browser {
    pub(crate) client: Client,
    _driver: Process,
    _port: ReservedPort,
}

impl Browser {
    /// Starts a browser; `name` tells it from the others in `folder`.
    pub(crate) async fn start(folder: &Path, name: &str) -> Self {
        let port = ReservedPort::reserve();
        let arguments = [format!("--port={port}")];
        let mut driver = Process::start(name, "chromedriver", arguments, &[], folder);
        let profile = folder.join(format!("profile-{name}"));
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
        let url = format!("http://{}", port.address());
        let connect = async || {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            builder.capabilities(capabilities.clone());
            builder.connect(&url).await.ok()
        };
        let client = wait_for("browser", &mut [&mut driver], connect).await;
        Self {
            client: client.unwrap_or_else(|error| panic!("{error}")),
            _driver: driver,
            _port: port,
        }
    }

    /// Opens an address and plays as a guest from there.
    pub(crate) async fn enter_as_guest(&self, url: &str) {
        self.client.goto(url).await.unwrap();
        self.click("#as-guest").await;
        self.until("return !document.querySelector('#me').hidden")
            .await;
    }

    /// Runs a script in the page.
    pub(crate) async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until a script gives something true, and gives it.
    pub(crate) async fn until(&self, script: &str) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < WAIT_TIMEOUT {
            // A page that is just being loaded has nothing to say.
            let found = self.client.execute(script, Vec::new()).await;
            match found {
                Ok(Value::Null | Value::Bool(false)) | Err(_) => {}
                Ok(found) => return found,
            }
            sleep(POLL_INTERVAL).await;
        }
        let seen = self
            .script("return document.querySelector('main').innerText")
            .await;
        panic!("never true: {script}\nwhat was seen:\n{seen}");
    }

    /// Waits until an element shows a text that contains another.
    pub(crate) async fn until_text(&self, selector: &str, text: &str) -> String {
        let script = format!(
            "const shown = document.querySelector('{selector}');
             return shown?.checkVisibility() && shown.textContent.includes('{text}') && shown.textContent"
        );
        self.until(&script).await.as_str().unwrap().to_owned()
    }

    /// Waits until the page shows an address that begins with a path, and gives it.
    pub(crate) async fn until_at(&self, path: &str) -> String {
        let script = format!("return location.pathname.startsWith('{path}') && location.pathname");
        self.until(&script).await.as_str().unwrap().to_owned()
    }

    /// Waits until an element can be clicked, and clicks it.
    pub(crate) async fn click(&self, selector: &str) {
        let script = format!("return document.querySelector('{selector}')?.checkVisibility()");
        let begun = Instant::now();
        // The page may draw the element anew between the look and the click.
        loop {
            self.until(&script).await;
            let click = async {
                self.client
                    .find(Locator::Css(selector))
                    .await?
                    .click()
                    .await
            };
            match click.await {
                Ok(()) => return,
                Err(error) => assert!(begun.elapsed() < WAIT_TIMEOUT, "{selector}: {error}"),
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Chooses in a form: a value for a field, as a person does who picks it.
    pub(crate) async fn choose(&self, selector: &str, value: &str) {
        self.until(&format!(
            "const field = document.querySelector('{selector}');
             if (![...field.options].some((option) => option.value === '{value}')) return null;
             field.value = '{value}';
             field.dispatchEvent(new Event('change', {{ bubbles: true }}));
             return true;"
        ))
        .await;
    }

    /// Chooses the way of playing on the start page.
    pub(crate) async fn choose_against(&self, way: &str) {
        let radio = format!("[name=against][value={way}]");
        self.until(&format!(
            "const radio = document.querySelector('{radio}');
             if (!radio.checkVisibility()) return null;
             radio.click();
             return true;"
        ))
        .await;
    }

    /// What the page complains about.
    pub(crate) async fn complaints(&self) -> Value {
        self.script(
            "return [...document.querySelectorAll('[role=alert]')]
                 .filter((alert) => alert.checkVisibility())
                 .map((alert) => alert.textContent)",
        )
        .await
    }
}
