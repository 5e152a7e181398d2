//! The description of the HTTP API, `proto/openapi.json`, is made from the descriptors.

mod by_hand;
mod comments;
mod examples;
mod operation;
mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use contract::{Contract, RequestBody};
use prost_reflect::{Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

use self::schema::Side;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/openapi.json");

/// What the description begins with.
const INTRODUCTION: &str = "\
Online draughts. The description is made from the protos, whose comments it quotes.

An answer is the whole message: a field is always there, but for messages, members of a oneof and \
fields that are `optional` in the proto, which are left out while they are not set. Times are texts \
of RFC 3339 in UTC, spans are in milliseconds. Every refusal is `application/problem+json` with a \
stable `reason` for programs and a `detail` for people.";

/// All of it.
fn description(contract: &Contract) -> Value {
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for method in &contract.methods {
        for (number, binding) in method.bindings.iter().enumerate() {
            let operation = operation::describe(contract, method, binding, number);
            let verb = binding.verb.as_str().to_ascii_lowercase();
            let path = paths.entry(binding.path.to_string()).or_default();
            path.insert(verb, operation);
        }
    }
    for (path, operation) in by_hand::operations(contract) {
        paths
            .entry(path.to_owned())
            .or_default()
            .insert("get".to_owned(), operation);
    }
    let mut schemas = schemas(contract);
    schemas.extend(by_hand::schemas());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Shashki",
            "version": "1",
            "description": INTRODUCTION,
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": tags(contract),
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"bearer": {
                "type": "http",
                "scheme": "bearer",
                "bearerFormat": "JWT",
                "description": "The access token of a sign-in. A browser's WebSocket, which sends no \
                     headers, offers the subprotocols `shashki.v1` and `bearer.TOKEN`.",
            }},
        },
    })
}

/// A tag for each service, with what its comment says.
fn tags(contract: &Contract) -> Vec<Value> {
    let mut known = BTreeSet::new();
    let services = contract
        .methods
        .iter()
        .map(|method| method.descriptor.parent_service());
    let mut tags: Vec<_> = services
        .filter(|service| known.insert(service.full_name().to_owned()))
        .map(|service| {
            let text = comments::of(&service.parent_file(), service.path());
            json!({"name": operation::tag(service), "description": text})
        })
        .collect();
    tags.push(json!({"name": "gateway", "description": "The gateway itself."}));
    tags
}

/// The messages of answers and those within requests, by name.
fn schemas(contract: &Contract) -> BTreeMap<String, Value> {
    let mut schemas = BTreeMap::new();
    for method in contract
        .methods
        .iter()
        .filter(|method| !method.bindings.is_empty())
    {
        let (input, output) = (method.descriptor.input(), method.descriptor.output());
        collect(contract, &output, Side::Answer, &mut schemas);
        let has_body = method
            .bindings
            .iter()
            .any(|binding| binding.body == RequestBody::All);
        for field in input.fields().filter(|_| has_body) {
            if let Kind::Message(message) = field.kind() {
                collect(contract, &message, Side::Request, &mut schemas);
            }
        }
    }
    schemas
}

fn collect(
    contract: &Contract,
    message: &MessageDescriptor,
    side: Side,
    schemas: &mut BTreeMap<String, Value>,
) {
    let name = schema::name(contract, message, side);
    if message.package_name() == "google.protobuf" || schemas.contains_key(&name) {
        return;
    }
    schemas.insert(name, schema::of_message(contract, message, side));
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            collect(contract, &inner, side, schemas);
        }
    }
}

#[test]
fn the_description_is_current() {
    let contract = Contract::read().unwrap();
    let text = serde_json::to_string_pretty(&description(&contract)).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(FILE, &text).unwrap();
    }
    let is_current = fs::read_to_string(FILE).is_ok_and(|kept| kept == text);
    assert!(
        is_current,
        "proto/openapi.json is not current: UPDATE=1 cargo test -p contract openapi"
    );
}

#[test]
fn operations_have_names_of_their_own() {
    let contract = Contract::read().unwrap();
    let described = description(&contract);
    let mut names = BTreeSet::new();
    for operations in described["paths"].as_object().unwrap().values() {
        for operation in operations.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name.to_owned()), "{name} twice");
        }
    }
    assert!(names.len() > 60, "{}", names.len());
}

#[test]
fn messages_within_messages_are_described() {
    let contract = Contract::read().unwrap();
    let described = description(&contract);
    let text = described.to_string();
    let references = text.split("#/components/schemas/").skip(1);
    let known = described["components"]["schemas"].as_object().unwrap();
    for name in references.filter_map(|rest| rest.split('"').next()) {
        assert!(known.contains_key(name), "{name} is not described");
    }
}
