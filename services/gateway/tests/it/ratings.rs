//! Ratings, leaderboards and players.

use serde_json::{Value, json};

use crate::fixture::Gateway;

fn rating(player: &str) -> Value {
    json!({
        "pool": "russian", "player_id": player, "value": 1622.5, "deviation": 71.25,
        "provisional": false, "peak": 1640.0, "wins": 20, "draws": 3, "losses": 9, "streak": -2,
        "best_streak": 6, "rated_at": "1970-01-01T00:00:04Z",
    })
}

#[tokio::test]
async fn pools_say_how_results_count() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/pools").await.json,
        json!({"pools": [
            {
                "id": "russian", "season": 2,
                "glicko2": {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06},
            },
            {"id": "classic", "season": 2, "points": {"win": 25, "loss": 15, "draw": 0}},
        ]})
    );
}

#[tokio::test]
async fn a_leaderboard_has_places() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/russian/leaderboard").await.json,
        json!({
            "places": [
                {"rank": 1, "rating": rating("ann")},
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
        (
            "season=1&around_player_id=ann",
            "0 of season 1 from around ann",
        ),
    ];
    for (query, token) in expected {
        let path = format!("/v1/ratings/russian/leaderboard?{query}");
        assert_eq!(gateway.get(&path).await.json["next_page_token"], token);
    }
    let both = "/v1/ratings/russian/leaderboard?page_token=abc&around_player_id=ann";
    let refused = gateway.get(both).await;
    assert_eq!(
        refused.refusal(),
        (400, "INVALID_ARGUMENT", "MALFORMED_QUERY")
    );
    assert_eq!(refused.field(), "around_player_id");
}

#[tokio::test]
async fn seasons_are_listed() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/ratings/russian/seasons").await.json,
        json!({"seasons": [
            {"pool": "russian", "number": 2, "began_at": "1970-01-01T00:00:02Z"},
            {
                "pool": "russian", "number": 1, "began_at": "1970-01-01T00:00:01Z",
                "closed_at": "1970-01-01T00:00:02Z",
            },
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
            "game_id": "g", "pool": "russian", "player_id": "ann", "opponent_id": "bob",
            "side": "white", "result": "white_wins", "before": 1500.0, "after": 1512.5,
            "deviation": 120.25, "at": "1970-01-01T00:00:05Z", "season": 1,
        })
    );
    assert_eq!(history["changes"][1]["opponent_id"], "deleted");
    assert_eq!(history["next_page_token"], "2 after abc");
    // One's own are asked for without a name.
    let own = gateway.get("/v1/me/ratings").await.json;
    assert_eq!(own["ratings"][0]["player_id"], "");
    let own = gateway.get("/v1/me/rating-changes").await.json;
    assert_eq!(own["changes"][0]["player_id"], "");
}

/// Leaderboards, games and invites have ids alone: names are looked up by them.
#[tokio::test]
async fn names_are_looked_up() {
    let gateway = Gateway::start().await;
    let ids = ["ann", "deleted", "unknown", "bob"].map(|id| format!("player_ids={id}"));
    let path = format!("/v1/players?{}", ids.join("&"));
    let players = gateway.get(&path).await.json["players"].take();
    let named = players.as_array().unwrap().iter();
    let named = named.map(|player| (player["id"].as_str(), player["name"].as_str()));
    let named: Vec<_> = named.collect();
    assert_eq!(
        named,
        [
            (Some("ann"), Some("ANN")),
            (Some("deleted"), Some("")),
            (Some("bob"), Some("BOB")),
        ]
    );
    let deleted = json!({"id": "deleted", "name": "", "guest": false, "deleted": true});
    assert_eq!(players[1], deleted);
    let nobody = gateway.get("/v1/players").await.json;
    assert_eq!(nobody, json!({"players": []}));
}
