//! The JSON of every call.

use serde_json::json;

use crate::fixture::Gateway;

#[tokio::test]
async fn modes_and_rulesets_are_listed() {
    let gateway = Gateway::start().await;
    assert_eq!(
        gateway.get("/v1/modes").await.json,
        json!({"modes": [{"id": "classic", "ruleset": "russian-late-promotion"}]})
    );
    assert_eq!(
        gateway.get("/v1/rulesets").await.json,
        json!({"rulesets": [{
            "id": "english", "board_size": 8, "first_mover": "black", "objective": "normal",
            "men_capture_backward": false, "flying_kings": false, "promotion": "ends_move",
            "capture_choice": "any", "draw_rules": ["threefold", "forty_king_moves"],
            "notation": "numeric", "start_fen": "B:W21-32:B1-12",
        }]})
    );
}

#[tokio::test]
async fn a_game_is_created_by_mode() {
    let gateway = Gateway::start().await;
    let create = json!({"mode": "classic", "white": {"bot": "easy"}, "black": {"player": "ann"}});
    let answer = gateway.post("/v1/games", &create).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.headers["location"], "/v1/games/new");
    assert_eq!(
        answer.json,
        json!({
            "id": "new", "version": 1, "mode": "classic", "ruleset": "russian-late-promotion",
            "white": {"bot": "easy"}, "black": {"player": "ann"},
            "start_fen": "W:Wc3:Bf6", "fen": "W:Wc3:Bf6", "side_to_move": "white", "ply": 0,
            "moves": [], "created_at_ms": 1_000, "updated_at_ms": 1_000,
        })
    );
}

#[tokio::test]
async fn a_game_is_created_by_ruleset_and_position() {
    let gateway = Gateway::start().await;
    let create = json!({
        "ruleset": "english", "white": {"player": "ann"}, "black": {"player": "ann"},
        "start_fen": "B:W30:B3", "request_id": "r-1",
    });
    let answer = gateway.post("/v1/games", &create).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.json["ruleset"], "english");
    assert_eq!(answer.json["start_fen"], "B:W30:B3");
    assert_eq!(answer.json.get("mode"), None);
}

#[tokio::test]
async fn a_game_that_is_over_says_how() {
    let gateway = Gateway::start().await;
    let outcome = gateway.get("/v1/games/over").await.json["outcome"].take();
    assert_eq!(
        outcome,
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
            "ply": 0, "side_to_move": "white", "fen": "W:Wc3:Bf6",
            "moves": [{
                "text": "c3-d4", "path": ["c3", "d4"], "captured": [], "crowns": false,
                "after_fen": "B:Wd4:Bf6",
            }],
        })
    );
    let own = gateway.get("/v1/games/g/legal-moves").await;
    assert_eq!(own.json["moves"][0]["text"], "22-18");
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
    let play = json!({"player": "ann", "ply": 0, "move": "c3-d4"});
    let answer = gateway.post("/v1/games/g/moves", &play).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json,
        json!({
            "game_id": "g", "version": 2, "at_ms": 2_001,
            "move_played": {
                "move": {"ply": 1, "side": "white", "text": "c3-d4", "played_at_ms": 2_001},
                "fen": "B:Wd4:Bf6", "side_to_move": "black",
            },
        })
    );
}

#[tokio::test]
async fn resigning_is_answered_with_its_event() {
    let gateway = Gateway::start().await;
    let answer = gateway
        .post("/v1/games/g/resign", &json!({"player": "bob"}))
        .await;
    assert_eq!(
        answer.json,
        json!({
            "game_id": "g", "version": 2, "at_ms": 2_500, "resigned": {"side": "black"},
            "outcome": {"result": "white_wins", "reason": "resignation", "also": []},
        })
    );
    let one_of_two = json!({"player": "ann", "side": "white"});
    let answer = gateway.post("/v1/games/g/resign", &one_of_two).await;
    assert_eq!(answer.json["resigned"], json!({"side": "white"}));
}
