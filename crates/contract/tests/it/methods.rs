//! Methods, and their paths over HTTP.

use contract::{Contract, Method, RequestBody};

fn method<'a>(contract: &'a Contract, name: &str) -> &'a Method {
    let mut methods = contract.methods.iter();
    let found = methods.find(|method| method.grpc_path == format!("/shashki.{name}"));
    found.expect(name)
}

/// The verbs and paths of a method.
fn routes(method: &Method) -> Vec<String> {
    let bindings = method.bindings.iter();
    bindings
        .map(|binding| format!("{} {}", binding.verb, binding.path))
        .collect()
}

#[test]
fn a_method_has_what_its_options_say() {
    let contract = Contract::read().unwrap();
    let play = method(&contract, "games.v1.GamesService/PlayMove");
    assert_eq!(routes(play), ["POST /v1/games/{game_id}/moves"]);
    assert_eq!(play.bindings[0].body, RequestBody::All);
    assert_eq!(play.bindings[0].response_body, None);
    assert!(!play.is_open && !play.is_streaming());
    assert_eq!((&play.media_type, &play.resume_field), (&None, &None));
    assert!(play.reasons.iter().any(|reason| reason == "ILLEGAL_MOVE"));

    let player = method(&contract, "players.v1.PlayersService/GetPlayer");
    assert_eq!(
        routes(player),
        ["GET /v1/players/{player_id}", "GET /v1/me"]
    );

    let pdn = method(&contract, "games.v1.GamesService/ExportGame");
    let field = pdn.bindings[0].response_body.as_ref().unwrap();
    assert_eq!(field.name(), "pdn");
    assert_eq!(pdn.media_type.as_deref(), Some("text/plain; charset=utf-8"));

    let watch = method(&contract, "games.v1.GamesService/WatchGame");
    assert!(watch.is_streaming());
    let field = watch.resume_field.as_ref().unwrap();
    assert_eq!(field.name(), "after_version");
}

/// Opening a method to everybody is a decision: it changes this list.
#[test]
fn methods_without_a_token_are_these() {
    let contract = Contract::read().unwrap();
    let open = contract.methods.iter().filter(|method| method.is_open);
    let mut open: Vec<_> = open.flat_map(routes).collect();
    open.sort();
    let expected = [
        "GET /.well-known/jwks.json",
        "POST /v1/refresh",
        "POST /v1/register",
        "POST /v1/sign-in",
        "POST /v1/sign-in/guest",
        "POST /v1/sign-out",
    ];
    assert_eq!(open, expected);
}

#[test]
fn reasons_of_methods_are_known() {
    let contract = Contract::read().unwrap();
    for method in &contract.methods {
        for reason in &method.reasons {
            let name = method.descriptor.full_name();
            assert!(contract.reason(reason).is_some(), "{name}: {reason}");
        }
    }
}
