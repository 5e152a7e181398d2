//! The web page: its files are part of the binary.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::problem::Problem;
use crate::rest;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";

macro_rules! web {
    ($name:literal) => {
        include_str!(concat!("../web/", $name))
    };
}

static INDEX: LazyLock<File> = LazyLock::new(|| File::new("", HTML, web!("index.html")));

static DOCS: LazyLock<File> = LazyLock::new(|| File::new("", HTML, web!("docs/index.html")));

/// The page of the API writes styles into its elements, and has pictures in its styles.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

static OPENAPI: LazyLock<File> =
    LazyLock::new(|| File::new("", JSON, include_str!("../../../proto/openapi.json")));

static ASSETS: LazyLock<Vec<File>> = LazyLock::new(|| {
    vec![
        File::new("style.css", CSS, web!("style.css")),
        File::new("forms.css", CSS, web!("forms.css")),
        File::new("board.css", CSS, web!("board.css")),
        File::new("game.css", CSS, web!("game.css")),
        File::new("pages.css", CSS, web!("pages.css")),
        File::new("combat.css", CSS, web!("combat.css")),
        File::new("icon.svg", SVG, web!("icon.svg")),
        File::new("docs.css", CSS, web!("docs/docs.css")),
        File::new("docs.js", JS, web!("docs/docs.js")),
        File::new("swagger-ui.css", CSS, web!("docs/swagger-ui.css")),
        File::new(
            "swagger-ui-bundle.js",
            JS,
            web!("docs/swagger-ui-bundle.js"),
        ),
        File::new("main.js", JS, web!("main.js")),
        File::new("account.js", JS, web!("account.js")),
        File::new("accounts.js", JS, web!("accounts.js")),
        File::new("api.js", JS, web!("api.js")),
        File::new("arsenal.js", JS, web!("arsenal.js")),
        File::new("board.js", JS, web!("board.js")),
        File::new("boostbar.js", JS, web!("boostbar.js")),
        File::new("boosts.js", JS, web!("boosts.js")),
        File::new("chance.js", JS, web!("chance.js")),
        File::new("client-backoff.js", JS, web!("client-backoff.js")),
        File::new("client-calls.js", JS, web!("client-calls.js")),
        File::new("client-client.js", JS, web!("client-client.js")),
        File::new("client-connection.js", JS, web!("client-connection.js")),
        File::new("client-errors.js", JS, web!("client-errors.js")),
        File::new("client-http.js", JS, web!("client-http.js")),
        File::new("client-index.js", JS, web!("client-index.js")),
        File::new("client-operations.js", JS, web!("client-operations.js")),
        File::new("client-random.js", JS, web!("client-random.js")),
        File::new("client-session.js", JS, web!("client-session.js")),
        File::new("client-storage.js", JS, web!("client-storage.js")),
        File::new("client-streams.js", JS, web!("client-streams.js")),
        File::new("clock.js", JS, web!("clock.js")),
        File::new("clocks.js", JS, web!("clocks.js")),
        File::new("dialog.js", JS, web!("dialog.js")),
        File::new("dom.js", JS, web!("dom.js")),
        File::new("effects.js", JS, web!("effects.js")),
        File::new("entry.js", JS, web!("entry.js")),
        File::new("game.js", JS, web!("game.js")),
        File::new("graph.js", JS, web!("graph.js")),
        File::new("history.js", JS, web!("history.js")),
        File::new("icons.js", JS, web!("icons.js")),
        File::new("invite.js", JS, web!("invite.js")),
        File::new("leaderboard.js", JS, web!("leaderboard.js")),
        File::new("lists.js", JS, web!("lists.js")),
        File::new("lobby.js", JS, web!("lobby.js")),
        File::new("meetings.js", JS, web!("meetings.js")),
        File::new("motion.js", JS, web!("motion.js")),
        File::new("names.js", JS, web!("names.js")),
        File::new("news.js", JS, web!("news.js")),
        File::new("notices.js", JS, web!("notices.js")),
        File::new("panel.js", JS, web!("panel.js")),
        File::new("people.js", JS, web!("people.js")),
        File::new("pieces.js", JS, web!("pieces.js")),
        File::new("play.js", JS, web!("play.js")),
        File::new("playkeys.js", JS, web!("playkeys.js")),
        File::new("profile.js", JS, web!("profile.js")),
        File::new("queue.js", JS, web!("queue.js")),
        File::new("replay.js", JS, web!("replay.js")),
        File::new("review.js", JS, web!("review.js")),
        File::new("routes.js", JS, web!("routes.js")),
        File::new("seats.js", JS, web!("seats.js")),
        File::new("setup.js", JS, web!("setup.js")),
        File::new("shop.js", JS, web!("shop.js")),
        File::new("squares.js", JS, web!("squares.js")),
        File::new("standings.js", JS, web!("standings.js")),
        File::new("stock.js", JS, web!("stock.js")),
        File::new("svg.js", JS, web!("svg.js")),
        File::new("terms.js", JS, web!("terms.js")),
        File::new("title.js", JS, web!("title.js")),
        File::new("waiting.js", JS, web!("waiting.js")),
        File::new("wallet.js", JS, web!("wallet.js")),
        File::new("wares.js", JS, web!("wares.js")),
        File::new("welcome.js", JS, web!("welcome.js")),
        File::new("words.js", JS, web!("words.js")),
    ]
});

/// A file of the page.
struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
    tag: String,
}

impl File {
    fn new(name: &'static str, kind: &'static str, content: &'static str) -> Self {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        Self {
            name,
            kind,
            content,
            // Weak, because the same content may also go out compressed.
            tag: format!("W/\"{:016x}\"", hasher.finish()),
        }
    }

    /// Browsers keep the file and ask each time whether it is still the same, so that a new
    /// release never meets half of an old one.
    fn answer(&self, request: &HeaderMap) -> Response {
        let is_known = rest::is_known(request, &self.tag);
        let headers = [
            (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (CONTENT_TYPE, HeaderValue::from_static(self.kind)),
        ];
        let tag = [(ETAG, self.tag.as_str())];
        if is_known {
            (StatusCode::NOT_MODIFIED, headers, tag).into_response()
        } else {
            (headers, tag, self.content).into_response()
        }
    }
}

/// The page at its URLs, and its files.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(index))
        .route("/game/{id}", get(index))
        .route("/invite/{code}", get(index))
        .route("/players/{id}", get(index))
        .route("/ratings/{pool}", get(index))
        .route("/shop", get(index))
        .route("/assets/{name}", get(asset))
        .route("/openapi.json", get(openapi))
        .route("/docs", get(docs))
}

async fn index(headers: HeaderMap) -> Response {
    INDEX.answer(&headers)
}

async fn docs(headers: HeaderMap) -> Response {
    let policy = HeaderValue::from_static(DOCS_POLICY);
    ([(CONTENT_SECURITY_POLICY, policy)], DOCS.answer(&headers)).into_response()
}

async fn openapi(headers: HeaderMap) -> Response {
    OPENAPI.answer(&headers)
}

async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let file = ASSETS
        .iter()
        .find(|file| file.name == name)
        .ok_or_else(Problem::no_such_route)?;
    Ok(file.answer(&headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a script imports or the page refers to, by file name.
    fn references(content: &str) -> Vec<&str> {
        let imports = content.split("from \"./").skip(1);
        let links = content.split("\"/assets/").skip(1);
        imports
            .chain(links)
            .filter_map(|rest| rest.split('"').next())
            .collect()
    }

    #[test]
    fn everything_the_page_refers_to_is_served() {
        let files = ASSETS.iter().chain([&*INDEX, &*DOCS]);
        for file in files {
            for name in references(file.content) {
                assert!(ASSETS.iter().any(|asset| asset.name == name), "{name}");
            }
        }
        assert!(!references(INDEX.content).is_empty());
    }

    #[test]
    fn every_file_is_used() {
        let all: String = ASSETS
            .iter()
            .chain([&*INDEX, &*DOCS])
            .map(|file| file.content)
            .collect();
        let used = references(&all);
        for asset in &*ASSETS {
            assert!(used.contains(&asset.name), "{}", asset.name);
        }
    }
}
