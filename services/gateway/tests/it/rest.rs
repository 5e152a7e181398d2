//! The JSON of games.

use reqwest::Method;
use serde_json::json;

use crate::fixture::Gateway;

#[tokio::test]
async fn modes_and_rulesets_are_listed() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/modes").await.json,
        json!({"modes": [
            {
                "id": "classic", "ruleset": "russian-late-promotion",
                "clock": {"warning": {"move_ms": 120_000, "warning_ms": 30_000}},
                "pool": "russian", "only_with_bots": false,
            },
            {"id": "untimed", "ruleset": "russian-late-promotion", "only_with_bots": false},
            {
                "id": "combat-ai", "ruleset": "russian-late-promotion", "only_with_bots": true,
                "boosts": {"recon": 3, "rocket": 1, "shield": 2, "sabotage": 1},
            },
        ]})
    );
    assert_eq!(
        gateway.get("/v1/rulesets").await.json,
        json!({"rulesets": [{
            "id": "english", "board_size": 8, "first_mover": "black", "objective": "normal",
            "men_capture_backward": false, "flying_kings": false, "promotion": "ends_move",
            "capture_choice": "any", "king_landing": "none",
            "draw_rules": ["threefold", "forty_king_moves"],
            "notation": "numeric", "start_fen": "B:W21-32:B1-12",
        }]})
    );
}

#[tokio::test]
async fn a_game_is_created_by_mode() {
    let gateway = Gateway::start().await;
    let create =
        json!({"mode": "classic", "white": {"bot": "easy"}, "black": {"player_id": "ann"}});
    let answer = gateway.post("/v1/games", &create).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(
        answer.json,
        json!({"game": {
            "id": "new", "version": 1, "mode": "classic", "ruleset": "russian-late-promotion",
            "white": {"bot": "easy"}, "black": {"player_id": "ann"},
            "start_fen": "W:Wc3:Bf6", "fen": "W:Wc3:Bf6", "side_to_move": "white", "ply": 0,
            "moves": [], "created_at": "1970-01-01T00:00:01Z",
            "updated_at": "1970-01-01T00:00:01Z", "spectators": 0, "rated": false, "actions": 0,
            "boosts": [],
        }})
    );
}

#[tokio::test]
async fn a_game_is_created_by_ruleset_and_position() {
    let gateway = Gateway::start().await;
    let create = json!({
        "ruleset": "english", "white": {"player_id": "ann"}, "black": {"player_id": "ann"},
        "start_fen": "B:W30:B3", "request_id": "r-1",
    });
    let answer = gateway.post("/v1/games", &create).await;
    assert_eq!(answer.status, 200);
    let game = &answer.json["game"];
    assert_eq!(game["ruleset"], "english");
    assert_eq!(game["start_fen"], "B:W30:B3");
    assert_eq!(game.get("mode"), None);
}

#[tokio::test]
async fn a_game_by_ruleset_may_have_a_clock() {
    let gateway = Gateway::start().await;
    let rules = [
        json!({"misses": {"move_ms": 60_000, "misses": 2}}),
        json!({"warning": {"move_ms": 120_000, "warning_ms": 30_000}}),
        json!({"fischer": {"initial_ms": 300_000, "increment_ms": 3_000}}),
    ];
    for rule in rules {
        let create = json!({
            "ruleset": "english", "white": {"player_id": "ann"}, "black": {"player_id": "bob"},
            "clock": rule,
        });
        let answer = gateway.post("/v1/games", &create).await;
        assert_eq!(answer.json["game"]["clock"]["rule"], rule);
    }
}

#[tokio::test]
async fn a_game_tells_its_clock_and_its_offers() {
    let gateway = Gateway::start().await;
    let game = gateway.get("/v1/games/timed").await.json["game"].take();
    assert_eq!(
        game["clock"],
        json!({
            "rule": {"fischer": {"initial_ms": 300_000, "increment_ms": 3_000}},
            "now": "1970-01-01T00:00:02Z", "white_ms": 299_000, "black_ms": 300_000,
            "white_misses": 1, "black_misses": 0, "deadline": "1970-01-01T00:05:01Z",
        })
    );
    assert_eq!(game["draw_offered_by"], "black");
    assert_eq!(game["rematch_of"], "before");
    assert_eq!(game["spectators"], 3);
    assert_eq!(game.get("rematch"), None);
    let over = gateway.get("/v1/games/over").await.json;
    let rematch = json!({"offered_by": "black", "game_id": ""});
    assert_eq!(over["game"]["rematch"], rematch);
}

#[tokio::test]
async fn a_game_that_is_over_says_how() {
    let gateway = Gateway::start().await;
    let over = gateway.get("/v1/games/over").await.json;
    assert_eq!(
        over["game"]["outcome"],
        json!({"result": "white_wins", "reason": "no_pieces", "also": []})
    );
}

#[tokio::test]
async fn legal_moves_come_in_the_notation_asked_for() {
    let gateway = Gateway::start().await;
    let algebraic = gateway
        .get("/v1/games/g/legal-moves?notation=algebraic")
        .await;
    assert_eq!(
        algebraic.json,
        json!({
            "moves": [{
                "text": "c3-d4", "path": ["c3", "d4"], "captured": [], "crowns": false,
                "after_fen": "B:Wd4:Bf6",
            }],
            "side_to_move": "white", "ply": 0, "fen": "W:Wc3:Bf6", "version": 1,
        })
    );
    for query in ["", "?notation=own", "?notation=numeric"] {
        let own = gateway
            .get(&format!("/v1/games/g/legal-moves{query}"))
            .await;
        assert_eq!(own.json["moves"][0]["text"], "22-18");
    }
}

#[tokio::test]
async fn a_game_that_is_over_has_no_legal_moves() {
    let gateway = Gateway::start().await;
    let answer = gateway.get("/v1/games/over/legal-moves").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["moves"], json!([]));
}

#[tokio::test]
async fn a_move_is_answered_with_its_event() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-d4"});
    let answer = gateway.post("/v1/games/g/moves", &play).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json,
        json!({"event": {
            "game_id": "g", "version": 2, "at": "1970-01-01T00:00:02.001Z",
            "move_played": {
                "move": {
                    "ply": 1, "side": "white", "text": "c3-d4",
                    "played_at": "1970-01-01T00:00:02.001Z", "sabotaged": false,
                },
                "fen": "B:Wd4:Bf6", "side_to_move": "black",
            },
        }})
    );
}

#[tokio::test]
async fn resigning_is_answered_with_its_event() {
    let gateway = Gateway::start().await;
    let resign = async |body| {
        let answer = gateway.post("/v1/games/g/resign", &body).await;
        answer.json["event"].clone()
    };
    assert_eq!(
        resign(json!({"player_id": "bob", "side": "black"})).await,
        json!({
            "game_id": "g", "version": 2, "at": "1970-01-01T00:00:02.500Z",
            "resigned": {"side": "black"},
            "outcome": {"result": "white_wins", "reason": "resignation", "also": []},
        })
    );
    // Who plays both sides says which one.
    let one_of_two = resign(json!({"player_id": "ann", "side": "white"})).await;
    assert_eq!(one_of_two["resigned"], json!({"side": "white"}));
}

#[tokio::test]
async fn a_move_tells_the_clock() {
    let gateway = Gateway::start().await;
    let play = json!({"player_id": "ann", "expected_ply": 0, "move": "c3-d4"});
    let answer = gateway.post("/v1/games/timed/moves", &play).await;
    assert_eq!(answer.json["event"]["clock"]["white_ms"], 299_000);
}

#[tokio::test]
async fn what_players_ask_for_is_answered_with_its_event() {
    let gateway = Gateway::start().await;
    let bob = json!({"player_id": "bob"});
    let accept = |accept| json!({"player_id": "bob", "accept": accept});
    let expected = [
        ("abort", bob.clone(), "aborted", json!({"side": "black"})),
        ("draw/offer", bob, "draw_offered", json!({"side": "black"})),
        ("draw/answer", accept(true), "draw_agreed", json!({})),
        ("draw/answer", accept(false), "draw_declined", json!({})),
    ];
    for (route, body, kind, told) in expected {
        let answer = gateway.post(&format!("/v1/games/g/{route}"), &body).await;
        assert_eq!(answer.status, 200, "{route}");
        assert_eq!(
            answer.json,
            json!({"event": {
                "game_id": "g", "version": 2, "at": "1970-01-01T00:00:02.500Z", kind: told,
            }})
        );
    }
}

#[tokio::test]
async fn a_rematch_is_offered_and_then_it_is_a_game() {
    let gateway = Gateway::start().await;
    let want = async |player| {
        let by = json!({"player_id": player});
        gateway.post("/v1/games/over/rematch", &by).await.json
    };
    let told = |id| json!({"rematch": {"offered_by": "black", "game_id": id}});
    assert_eq!(want("bob").await, told(""));
    assert_eq!(want("ann").await, told("again"));
}

#[tokio::test]
async fn a_game_comes_as_a_file_of_pdn() {
    let gateway = Gateway::start().await;
    let request = gateway.request(Method::GET, "/v1/games/0a-1/pdn");
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    let headers = response.headers();
    assert_eq!(headers["content-type"], "text/plain; charset=utf-8");
    assert!(headers.contains_key("etag"));
    let pdn = response.text().await.unwrap();
    assert_eq!(pdn, "[GameId \"0a-1\"]\n\n1. c3-d4 *\n");
    // What stands in the path encoded gets to the service as it was meant.
    let request = gateway.request(Method::GET, "/v1/games/a%22%0d%0a;b/pdn");
    let pdn = request.send().await.unwrap().text().await.unwrap();
    assert!(pdn.starts_with("[GameId \"a\"\r\n;b\"]"), "{pdn}");
}

#[tokio::test]
async fn games_of_a_player_come_in_pages() {
    let gateway = Gateway::start().await;
    let live = gateway.get("/v1/players/ann/games?filter=live").await.json;
    assert_eq!(live["games"][0]["id"], "GAMES_FILTER_LIVE of ann, 0 after ");
    assert_eq!(live["next_page_token"], "");
    let path = "/v1/players/ann/games?filter=finished&page_size=1&page_token=abc";
    let finished = gateway.get(path).await.json;
    assert_eq!(
        finished["games"][0]["id"],
        "GAMES_FILTER_FINISHED of ann, 1 after abc"
    );
    assert_eq!(finished["next_page_token"], "more");
    // One's own have an address of their own, and name nobody.
    let own = gateway.get("/v1/me/games?filter=live").await.json;
    assert_eq!(own["games"][0]["id"], "GAMES_FILTER_LIVE of , 0 after ");
}

#[tokio::test]
async fn a_game_is_replayed_position_by_position() {
    let gateway = Gateway::start().await;
    let path = "/v1/games/played/positions?notation=algebraic";
    assert_eq!(
        gateway.get(path).await.json,
        json!({
            "start_fen": "W:Wc3:Bf6",
            "moves": [{
                "text": "c3-d4", "path": ["c3", "d4"], "captured": [], "crowns": false,
                "after_fen": "B:Wd4:Bf6",
            }],
            "steps": [],
        })
    );
}
