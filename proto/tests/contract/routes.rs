//! Routes: every method that apps call has one, they fit the messages, and no two clash.

use std::collections::BTreeSet;

use prost_reflect::{Kind, MessageDescriptor, MethodDescriptor};

use crate::options::{http, is_required, is_sentence, methods, of_method, text};

/// Routes of the gateway that are not in the contracts.
const BY_HAND: [(&str, &str); 6] = [
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/openapi.json"),
    ("get", "/docs"),
    ("get", "/v1/invites/{code}/qr.svg"),
    ("get", "/v1/stream"),
];

#[test]
fn every_method_has_a_route_or_says_why_not() {
    for method in methods() {
        let name = method.full_name();
        let internal = text(&of_method(&method), "internal");
        match http(&method) {
            Some(_) => assert_eq!(internal, "", "{name} has a route"),
            None => assert!(is_sentence(&internal), "{name}: {internal:?}"),
        }
        assert!(!method.is_client_streaming(), "{name} takes a stream");
    }
}

#[test]
fn paths_are_made_of_literals_and_fields() {
    for route in routes() {
        let (name, request) = (route.method.full_name(), route.method.input());
        let root = &route.path[0];
        let is_known = ["v1", ".well-known"].map(literal).contains(root);
        assert!(is_known, "{name}: paths begin with /v1");
        let mut bound = BTreeSet::new();
        for variable in route.variables() {
            let field = request.get_field_by_name(variable);
            let field = field.unwrap_or_else(|| panic!("{name}: no field {variable}"));
            let is_text = field.kind() == Kind::String && !field.is_list();
            assert!(is_text, "{name}: {variable} is no text");
            assert!(!is_required(&field), "{name}: a path has all its fields");
            assert!(bound.insert(variable), "{name}: {variable} twice");
        }
    }
}

#[test]
fn bodies_and_queries_hold_what_the_request_has() {
    for route in routes() {
        let (name, request) = (route.method.full_name(), route.method.input());
        let takes_body = matches!(route.verb, "post" | "put" | "patch");
        assert_eq!(takes_body, !route.body.is_empty(), "{name}: a body");
        match route.body.as_str() {
            "" => assert!(fits_query(&request, &mut BTreeSet::new()), "{name}"),
            "*" => {}
            body => assert!(request.get_field_by_name(body).is_some(), "{name}: {body}"),
        }
        if route.method.is_server_streaming() {
            assert_eq!(route.verb, "get", "{name}: GET opens streams");
        }
    }
}

#[test]
fn answers_that_are_no_json_are_a_text() {
    for route in routes() {
        let name = route.method.full_name();
        let media_type = text(&of_method(&route.method), "media_type");
        let body = route.response_body;
        assert_eq!(body.is_empty(), media_type.is_empty(), "{name}: both");
        if !body.is_empty() {
            let field = route.method.output().get_field_by_name(&body);
            let kind = field.map(|field| field.kind());
            assert_eq!(kind, Some(Kind::String), "{name}: {body}");
        }
    }
}

#[test]
fn no_two_routes_clash() {
    let by_hand = BY_HAND.map(|(verb, path)| (path.to_owned(), verb, parse(path)));
    let by_hand = by_hand.map(|(name, verb, path)| (name, verb, path.expect("a path")));
    let declared = routes().into_iter().map(|route| {
        let name = route.method.full_name().to_owned();
        (name, route.verb, route.path)
    });
    let all: Vec<_> = declared.chain(by_hand).collect();
    for (place, (name, verb, path)) in all.iter().enumerate() {
        for (other_name, other_verb, other) in &all[place + 1..] {
            let clash = verb == other_verb
                && path.len() == other.len()
                && path.iter().zip(other).all(|(one, other)| one.meets(other));
            assert!(!clash, "{name} and {other_name}: {path:?} and {other:?}");
        }
    }
}

#[test]
fn paths_are_read() {
    let path = parse("/v1/queues/{mode}/watch");
    let mode = Segment::Variable("mode".to_owned());
    let expected = [literal("v1"), literal("queues"), mode, literal("watch")];
    assert_eq!(path.as_deref(), Some(&expected[..]));
    let wrong = [
        "",
        "v1",
        "/",
        "/v1/",
        "/v1//x",
        "/v1/{}",
        "/v1/{a=*}",
        "/v1/{a.b}",
        "/{a}:b",
    ];
    for wrong in wrong {
        assert_eq!(parse(wrong), None, "{wrong}");
    }
}

/// A binding of a method to HTTP.
struct Route {
    method: MethodDescriptor,
    verb: &'static str,
    path: Vec<Segment>,
    body: String,
    response_body: String,
}

/// A part of a path between two slashes.
#[derive(Debug, PartialEq, Eq)]
enum Segment {
    Literal(String),
    /// The value of a field.
    Variable(String),
}

impl Route {
    fn variables(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(|segment| match segment {
            Segment::Variable(name) => Some(name.as_str()),
            Segment::Literal(_) => None,
        })
    }
}

impl Segment {
    /// Whether the same text can stand for both.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Literal(one), Self::Literal(other)) => one == other,
            _ => true,
        }
    }
}

fn literal(text: &str) -> Segment {
    Segment::Literal(text.to_owned())
}

fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    for method in methods() {
        let Some(first) = http(&method) else { continue };
        let more = first.get_field_by_name("additional_bindings");
        let more = more.expect("a field").into_owned();
        let more = more.as_list().unwrap_or_default().to_vec();
        let more = more.iter().filter_map(|rule| rule.as_message().cloned());
        for rule in std::iter::once(first.clone()).chain(more) {
            let mut verbs = ["get", "put", "post", "delete", "patch"].into_iter();
            let verb = verbs.find(|verb| rule.has_field_by_name(verb));
            let verb = verb.unwrap_or_else(|| panic!("{}: no verb", method.full_name()));
            let path = text(&rule, verb);
            routes.push(Route {
                method: method.clone(),
                verb,
                path: parse(&path).unwrap_or_else(|| panic!("{path} is no path")),
                body: text(&rule, "body"),
                response_body: text(&rule, "response_body"),
            });
        }
    }
    routes
}

/// Reads a path of literals and fields; `None` for other forms, which are not needed here.
fn parse(path: &str) -> Option<Vec<Segment>> {
    let is_made_of = |text: &str, more: &[char]| {
        let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let fine = |letter: char| fine(letter) || more.contains(&letter);
        !text.is_empty() && text.chars().all(fine)
    };
    let segment = |text: &str| {
        let field = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        match field {
            Some(name) => is_made_of(name, &['_']).then(|| Segment::Variable(name.to_owned())),
            None => is_made_of(text, &['-', '.']).then(|| literal(text)),
        }
    };
    path.strip_prefix('/')?.split('/').map(segment).collect()
}

/// Whether a query can hold a message: it has no lists of messages, maps or recursion.
fn fits_query(message: &MessageDescriptor, seen: &mut BTreeSet<String>) -> bool {
    let is_new = seen.insert(message.full_name().to_owned());
    is_new
        && message.fields().all(|field| match field.kind() {
            Kind::Message(inner) => !field.is_list() && !field.is_map() && fits_query(&inner, seen),
            _ => true,
        })
}
