//! Paths and queries that cannot be read. Nobody is behind the gateway: what went on to a service
//! would be answered with 503.

use crate::fixture::{Gateway, problem};

const MALFORMED_QUERY: (u16, &str, &str) = (400, "INVALID_ARGUMENT", "MALFORMED_QUERY");

#[tokio::test]
async fn queries_that_can_be_read_go_on() {
    let gateway = Gateway::alone().await;
    for path in [
        "/v1/modes?",
        "/v1/games/g/legal-moves?notation=own&",
        "/v1/players/ann/games?filter=live&page_size=0&page_token=",
        "/v1/players/ann/games?filter=live&page_token=a%20b+%C3%A9",
        "/v1/players?player_ids=a&player_ids=a",
        "/v1/games/a%2Fb%25",
    ] {
        let answer = gateway.get(path).await;
        assert_eq!(
            answer.refusal(),
            (503, "UNAVAILABLE", "UNAVAILABLE"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_parameter_at_fault_is_named() {
    let gateway = Gateway::alone().await;
    let games = "/v1/players/ann/games?filter=live";
    let expected = [
        ("/v1/modes?x=1".to_owned(), "x"),
        ("/v1/modes?x".to_owned(), "x"),
        (
            "/v1/games/g/legal-moves?notation=roman".to_owned(),
            "notation",
        ),
        ("/v1/players/ann/games?filter=all".to_owned(), "filter"),
        ("/v1/players/ann/games?filter=LIVE".to_owned(), "filter"),
        ("/v1/players/ann/games?filter.x=live".to_owned(), "filter.x"),
        (format!("{games}&page_size=-1"), "page_size"),
        (format!("{games}&page_size=1.5"), "page_size"),
        (format!("{games}&page_size=1e400"), "page_size"),
        (
            format!("{games}&page_size=18446744073709551616"),
            "page_size",
        ),
        (format!("{games}&page_size="), "page_size"),
        (format!("{games}&page_size=all"), "page_size"),
        (format!("{games}&page_size=[]"), "page_size"),
        // Twice, also where the first is what stands for nothing.
        (format!("{games}&filter=live"), "filter"),
        (format!("{games}&page_size=5&page_size=5"), "page_size"),
        (format!("{games}&page_size=0&page_size=5"), "page_size"),
        (format!("{games}&page_token=&page_token=a"), "page_token"),
        (format!("{games}&player_id=bob"), "player_id"),
        // What is no text.
        (format!("{games}&page_token=%ff"), "page_token"),
        (format!("{games}&page_token=%zz"), "page_token"),
        (format!("{games}&page_token=%"), "page_token"),
    ];
    for (path, field) in expected {
        let answer = gateway.get(&path).await;
        assert_eq!(answer.refusal(), MALFORMED_QUERY, "{path}");
        assert_eq!(answer.field(), field, "{path}");
    }
    let missing = gateway.get("/v1/players/ann/games").await;
    assert_eq!(
        missing.refusal(),
        (400, "INVALID_ARGUMENT", "MISSING_FIELD")
    );
    assert_eq!(missing.field(), "filter");
}

#[tokio::test]
async fn paths_that_are_no_text_are_refused() {
    let gateway = Gateway::alone().await;
    for id in ["%ff", "%", "%zz", "a%2", "%C3"] {
        let answer = gateway.get(&format!("/v1/games/{id}")).await;
        assert_eq!(
            answer.refusal(),
            (400, "INVALID_ARGUMENT", "MALFORMED_PATH"),
            "{id}"
        );
        assert_eq!(answer.field(), "game_id", "{id}");
    }
    for path in ["/v1/games/", "/v1/games//pdn", "/v1//games"] {
        let answer = gateway.get(path).await;
        assert_eq!(
            answer.refusal(),
            (404, "NOT_FOUND", "NO_SUCH_ROUTE"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn streams_are_asked_for_as_calls_are() {
    let gateway = Gateway::alone().await;
    for (path, field) in [
        ("/v1/queues/classic/watch?rated=maybe", "rated"),
        ("/v1/queues/classic/watch?rated=false&rated=true", "rated"),
        ("/v1/games/g/watch?after_version=-1", "after_version"),
        ("/v1/games/g/watch?x=1", "x"),
    ] {
        let (_, refused) = gateway.refused_socket(path).await;
        assert_eq!(problem(&refused), MALFORMED_QUERY, "{path}");
        assert_eq!(refused["fields"][0]["field"], field);
    }
    let (_, refused) = gateway.refused_socket("/v1/games/%ff/watch").await;
    assert_eq!(refused["reason"], "MALFORMED_PATH");
}
