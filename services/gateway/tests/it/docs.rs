//! The API's description.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;

use crate::fixture::{Answer, Gateway};

const ROUTES: &[(&str, &str)] = &[
    ("DELETE", "/v1/me"),
    ("GET", "/.well-known/jwks.json"),
    ("GET", "/healthz"),
    ("GET", "/openapi.json"),
    ("GET", "/readyz"),
    ("GET", "/v1/games/{id}"),
    ("GET", "/v1/games/{id}/boosts"),
    ("GET", "/v1/games/{id}/legal-moves"),
    ("GET", "/v1/games/{id}/pdn"),
    ("GET", "/v1/games/{id}/positions"),
    ("GET", "/v1/games/{id}/watch"),
    ("GET", "/v1/invites/{code}"),
    ("GET", "/v1/invites/{code}/qr.svg"),
    ("GET", "/v1/invites/{code}/watch"),
    ("GET", "/v1/lobby"),
    ("GET", "/v1/modes"),
    ("GET", "/v1/names"),
    ("GET", "/v1/me"),
    ("GET", "/v1/me/ledger"),
    ("GET", "/v1/me/wallet"),
    ("GET", "/v1/players/{player}"),
    ("GET", "/v1/players/{player}/games"),
    ("GET", "/v1/players/{player}/rating-changes"),
    ("GET", "/v1/players/{player}/ratings"),
    ("GET", "/v1/players/{player}/watch"),
    ("GET", "/v1/queues"),
    ("GET", "/v1/queues/{mode}/watch"),
    ("GET", "/v1/ratings/pools"),
    ("GET", "/v1/ratings/{pool}/leaderboard"),
    ("GET", "/v1/ratings/{pool}/seasons"),
    ("GET", "/v1/rulesets"),
    ("GET", "/v1/shop"),
    ("PATCH", "/v1/me"),
    ("POST", "/v1/games"),
    ("POST", "/v1/games/{id}/abort"),
    ("POST", "/v1/games/{id}/boosts"),
    ("POST", "/v1/games/{id}/draw/accept"),
    ("POST", "/v1/games/{id}/draw/decline"),
    ("POST", "/v1/games/{id}/draw/offer"),
    ("POST", "/v1/games/{id}/moves"),
    ("POST", "/v1/games/{id}/rematch"),
    ("POST", "/v1/games/{id}/resign"),
    ("POST", "/v1/invites"),
    ("POST", "/v1/invites/{code}/accept"),
    ("POST", "/v1/invites/{code}/cancel"),
    ("POST", "/v1/invites/{code}/decline"),
    ("POST", "/v1/positions/analyse"),
    ("POST", "/v1/positions/hint"),
    ("POST", "/v1/queues/{mode}/accept-bot"),
    ("POST", "/v1/queues/{mode}/cancel"),
    ("POST", "/v1/refresh"),
    ("POST", "/v1/register"),
    ("POST", "/v1/sign-in"),
    ("POST", "/v1/sign-in/guest"),
    ("POST", "/v1/shop/purchases"),
    ("POST", "/v1/sign-out"),
    ("POST", "/v1/upgrade"),
];

async fn description() -> (Gateway, Value) {
    let gateway = Gateway::start().await;
    let description = gateway.get("/openapi.json").await.json;
    (gateway, description)
}

/// Every operation with its method and path.
fn operations(description: &Value) -> Vec<(String, String, &Value)> {
    let paths = description["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (method.to_uppercase(), path.clone(), operation))
        })
        .collect()
}

#[tokio::test]
async fn every_route_is_described_and_every_described_route_is_there() {
    let (gateway, description) = description().await;
    let described: BTreeSet<_> = operations(&description)
        .into_iter()
        .map(|(method, path, _)| (method, path))
        .collect();
    let routes = ROUTES
        .iter()
        .map(|(method, path)| ((*method).to_owned(), (*path).to_owned()));
    assert_eq!(described, routes.collect());

    for (method, path) in ROUTES {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let request = gateway.request(
            method,
            &path
                .replace("{id}", "g")
                .replace("{player}", "ann")
                .replace("{code}", "K7MPQ2XW")
                .replace("{mode}", "classic")
                .replace("{pool}", "russian"),
        );
        let answer = Answer::of(request.send().await.unwrap()).await;
        let reason = &answer.json["error"]["reason"];
        assert_ne!(reason, "NO_SUCH_ROUTE", "{path}");
        assert_ne!(reason, "METHOD_NOT_ALLOWED", "{path}");
    }
}

#[tokio::test]
async fn boosts_and_purchases_say_their_own_refusals() {
    let (_gateway, description) = description().await;
    let refusal = |path: &str, status: &str| {
        let refusal = &description["paths"][path]["post"]["responses"][status];
        let example = &refusal["content"]["application/json"]["example"]["error"]["reason"];
        (refusal["description"].as_str().unwrap(), example.clone())
    };
    let boosts = "/v1/games/{id}/boosts";
    assert_eq!(refusal(boosts, "409").1, "STALE_ACTION");
    assert_eq!(refusal(boosts, "503").1, "BOOST_IN_FLIGHT");
    let (reasons, _) = refusal(boosts, "422");
    for reason in [
        "NO_BOOSTS_IN_THIS_MODE",
        "GAME_OVER",
        "NOT_YOUR_TURN",
        "LIMIT_REACHED",
        "NOT_IN_INVENTORY",
        "NO_TARGET",
        "NOT_YOUR_MAN",
        "IS_KING",
        "ALREADY_SHIELDED",
        "SHIELD_ALREADY_PLACED",
        "OPPONENT_HAS_NO_MOVE",
        "ILLEGAL_MOVE",
    ] {
        assert!(reasons.contains(reason), "{reason}");
    }
    let purchases = "/v1/shop/purchases";
    assert_eq!(refusal(purchases, "404").1, "UNKNOWN_OFFER");
    assert_eq!(refusal(purchases, "409").1, "REQUEST_ID_TAKEN");
    assert!(refusal(purchases, "422").0.contains("PRICE_CHANGED"));
}

#[tokio::test]
async fn signing_in_says_its_own_refusals() {
    let (_gateway, description) = description().await;
    let example = |path: &str, status: &str| {
        let content = &description["paths"][path]["post"]["responses"][status]["content"];
        content["application/json"]["example"]["error"].clone()
    };
    for (path, reason) in [
        ("/v1/sign-in", "WRONG_CREDENTIALS"),
        ("/v1/refresh", "REFRESH_TOKEN_REUSED"),
    ] {
        assert_eq!(example(path, "401")["reason"], reason, "{path}");
    }
    let late = example("/v1/refresh", "504");
    let message = late["message"].as_str().unwrap();
    assert!(!message.contains("safe to repeat"), "{message}");
}

#[tokio::test]
async fn every_operation_says_what_it_answers() {
    let (_gateway, description) = description().await;
    for (method, path, operation) in operations(&description) {
        assert!(operation["summary"].is_string(), "{method} {path}");
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses {
            assert_ne!(response["description"], "", "{method} {path} {status}");
            if status.starts_with(['4', '5']) {
                let content = &response["content"]["application/json"];
                let schema = &content["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/ErrorBody", "{method} {path}");
                assert!(content["example"]["error"]["reason"].is_string());
            }
        }
        // The picture asks nobody.
        if path.starts_with("/v1/") && !path.ends_with("qr.svg") {
            for status in ["500", "503", "504"] {
                assert!(responses.contains_key(status), "{method} {path} {status}");
            }
        }
        if path.contains("{id}") {
            assert!(responses.contains_key("404"), "{method} {path}");
            let parameters = operation["parameters"].as_array().unwrap();
            assert_eq!(
                parameters
                    .iter()
                    .filter(|each| each["name"] == "id")
                    .count(),
                1
            );
        }
        if operation["requestBody"].is_object() {
            for status in ["400", "413", "415"] {
                assert!(responses.contains_key(status), "{method} {path} {status}");
            }
        }
    }
}

#[tokio::test]
async fn every_schema_referred_to_is_there_and_described() {
    let (_gateway, description) = description().await;
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let text = description.to_string();
    for name in text.split("#/components/schemas/").skip(1) {
        let name = name.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name}");
    }
    for (name, schema) in schemas {
        assert!(schema["description"].is_string(), "{name}");
    }
}

#[tokio::test]
async fn queries_are_described() {
    let (_gateway, description) = description().await;
    let expected = [
        ("games/{id}/boosts", "player", false),
        ("games/{id}/legal-moves", "notation", false),
        ("games/{id}/watch", "after_version", false),
        ("games/{id}/watch", "player", false),
        ("games/{id}/positions", "notation", false),
        ("lobby", "mode", false),
        ("me/ledger", "page_size", false),
        ("me/ledger", "page_token", false),
        ("names", "ids", true),
        ("queues/{mode}/watch", "offer_bot_after_ms", false),
        ("queues/{mode}/watch", "rated", false),
        ("ratings/{pool}/leaderboard", "around", false),
        ("ratings/{pool}/leaderboard", "season", false),
        ("players/{player}/games", "filter", true),
        ("players/{player}/games", "page_size", false),
        ("players/{player}/games", "page_token", false),
    ];
    for (route, name, required) in expected {
        let operation = &description["paths"][format!("/v1/{route}")]["get"];
        let parameters = operation["parameters"].as_array().unwrap();
        let query = parameters.iter().find(|each| each["name"] == name).unwrap();
        assert_eq!(query["in"], "query");
        assert_eq!(query["required"], required, "{route} {name}");
        assert!(query["description"].is_string());
    }
}
