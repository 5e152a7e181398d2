//! Ratings, leaderboards and names.

use serde_json::{Value, json};

use crate::fixture::Gateway;

fn rating(player: &str) -> Value {
    json!({
        "pool": "russian", "player": player, "value": 1622.5, "deviation": 71.25,
        "provisional": false, "peak": 1640.0, "wins": 20, "draws": 3, "losses": 9, "streak": -2,
        "best_streak": 6, "rated_at_ms": 4_000,
    })
}

#[tokio::test]
async fn pools_say_how_results_count() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/pools").await.json,
        json!({"pools": [
            {
                "id": "russian", "season": 2, "rule": {
                    "kind": "glicko2", "rating": 1500.0, "deviation": 350.0, "volatility": 0.06,
                },
            },
            {
                "id": "classic", "season": 2,
                "rule": {"kind": "points", "win": 25, "loss": 15, "draw": 0},
            },
        ]})
    );
}

#[tokio::test]
async fn a_leaderboard_carries_names() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/russian/leaderboard").await.json,
        json!({
            "places": [
                {"rank": 1, "name": "ANN", "rating": rating("ann")},
                {"rank": 2, "rating": rating("deleted")},
            ],
            "next_page_token": "0 of season 0 from the top",
            "total": 7,
        })
    );
}

#[tokio::test]
async fn a_leaderboard_begins_where_it_is_asked_to() {
    let gateway = Gateway::start().await;
    let expected = [
        (
            "page_size=20&page_token=abc",
            "20 of season 0 from behind abc",
        ),
        ("season=1&around=ann", "0 of season 1 from around ann"),
    ];
    for (query, token) in expected {
        let path = format!("/v1/ratings/russian/leaderboard?{query}");
        assert_eq!(gateway.get(&path).await.json["next_page_token"], token);
    }
    let both = "/v1/ratings/russian/leaderboard?page_token=abc&around=ann";
    assert_eq!(
        gateway.get(both).await.refusal(),
        (400, "INVALID_ARGUMENT", "TOKEN_OR_AROUND")
    );
}

#[tokio::test]
async fn seasons_are_listed() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/russian/seasons").await.json,
        json!({"seasons": [
            {"number": 2, "began_at_ms": 2_000},
            {"number": 1, "began_at_ms": 1_000, "closed_at_ms": 2_000},
        ]})
    );
}

#[tokio::test]
async fn a_pool_that_is_not_there_is_refused() {
    let gateway = Gateway::start().await;
    for path in [
        "/v1/ratings/unknown/leaderboard",
        "/v1/ratings/unknown/seasons",
        "/v1/players/ann/rating-changes?pool=unknown",
    ] {
        let answer = gateway.get(path).await;
        assert_eq!(answer.refusal(), (404, "NOT_FOUND", "UNKNOWN_POOL"));
    }
}

#[tokio::test]
async fn a_player_has_ratings_and_a_history() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/players/ann/ratings").await.json,
        json!({"ratings": [rating("ann")]})
    );
    let path = "/v1/players/ann/rating-changes?pool=russian&page_size=2&page_token=abc";
    let history = gateway.get(path).await.json;
    assert_eq!(
        history["changes"][0],
        json!({
            "game_id": "g", "pool": "russian", "player": "ann", "opponent": "bob",
            "opponent_name": "BOB", "side": "white", "result": "white_wins", "before": 1500.0,
            "after": 1512.5, "deviation": 120.25, "at_ms": 5_000, "season": 1,
        })
    );
    assert_eq!(history["changes"][1]["opponent"], "deleted");
    assert_eq!(history["changes"][1].get("opponent_name"), None);
    assert_eq!(history["next_page_token"], "2 after abc");
}

#[tokio::test]
async fn names_are_looked_up() {
    let gateway = Gateway::start().await;
    let names = gateway
        .get("/v1/names?ids=ann,deleted,unknown,bob,ann")
        .await;
    assert_eq!(names.json, json!({"names": {"ann": "ANN", "bob": "BOB"}}));
    assert_eq!(
        gateway.get("/v1/names?ids=").await.json,
        json!({"names": {}})
    );
}
