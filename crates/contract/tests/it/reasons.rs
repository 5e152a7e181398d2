//! Reasons, and the HTTP statuses that they come with.

use contract::{Contract, Scope, http_status};

#[test]
fn a_reason_has_what_its_options_say() {
    let contract = Contract::read().unwrap();
    let listed = contract.reason("MISSING_SCOPE").unwrap();
    assert_eq!(listed.code, "PERMISSION_DENIED");
    assert_eq!(listed.http_status, 403);
    assert_eq!(listed.metadata, ["scope"]);
    assert_eq!(listed.scope, Scope::Listed);
    assert!(listed.when.ends_with('.'), "{}", listed.when);

    // The status of its own goes before that of the code.
    let own = contract.reason("NOT_JSON").unwrap();
    assert_eq!(
        (own.code.as_str(), own.http_status),
        ("INVALID_ARGUMENT", 415)
    );

    assert!(contract.reason("ERROR_REASON_UNSPECIFIED").is_none());
    assert!(contract.reason("not_json").is_none());
}

#[test]
fn scopes_are_read() {
    let contract = Contract::read().unwrap();
    for (name, scope) in [
        ("ILLEGAL_MOVE", Scope::Listed),
        ("INTERNAL", Scope::EveryCall),
        ("NO_TOKEN", Scope::EveryCallWithToken),
        ("MALFORMED_QUERY", Scope::Http),
        ("MALFORMED_BODY", Scope::HttpBody),
        ("WEBSOCKET_REQUIRED", Scope::HttpStream),
    ] {
        assert_eq!(contract.reason(name).unwrap().scope, scope, "{name}");
    }
}

#[test]
fn reasons_are_errors_over_http() {
    let contract = Contract::read().unwrap();
    for reason in &contract.reasons {
        let is_error = (400..600).contains(&reason.http_status);
        assert!(is_error, "{}: {}", reason.name, reason.http_status);
    }
}

#[test]
fn every_code_has_a_status() {
    for (code, status) in [
        ("INVALID_ARGUMENT", 400),
        ("OUT_OF_RANGE", 400),
        ("UNAUTHENTICATED", 401),
        ("PERMISSION_DENIED", 403),
        ("NOT_FOUND", 404),
        ("ABORTED", 409),
        ("ALREADY_EXISTS", 409),
        ("FAILED_PRECONDITION", 422),
        ("RESOURCE_EXHAUSTED", 429),
        ("UNIMPLEMENTED", 501),
        ("UNAVAILABLE", 503),
        ("DEADLINE_EXCEEDED", 504),
        ("CANCELLED", 504),
        ("INTERNAL", 500),
        ("UNKNOWN", 500),
        ("DATA_LOSS", 500),
        ("a code of later", 500),
    ] {
        assert_eq!(http_status(code), status, "{code}");
    }
}
