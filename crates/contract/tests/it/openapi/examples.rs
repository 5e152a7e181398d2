//! Examples: values that fit each field, and bodies that a suite accepts.

use contract::{Binding, Contract, Method};
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

/// Messages within messages are shown so deep.
const DEPTH: usize = 4;

/// The body of a request: what has to be given, and what makes it plain.
pub(super) fn body(contract: &Contract, method: &Method, binding: &Binding) -> Value {
    let name = method.descriptor.name();
    let position = json!({"fen": "W:Wc3,e3:Bd6,f6"});
    match name {
        "ListBoosts" | "LegalMoves" | "GetOutcome" | "Hint" => {
            json!({"ruleset": "russian", "position": position})
        }
        "CreateGame" => json!({
            "mode": "russian",
            "white": {"player_id": PLAYER},
            "black": {"bot": "easy"},
            "request_id": "first-game",
        }),
        "Register" | "Upgrade" => json!({
            "credentials": {"email": {"email": "ann@example.org", "password": "correct horse"}},
            "name": "Ann",
        }),
        "SignIn" => json!({
            "credentials": {"email": {"email": "ann@example.org", "password": "correct horse"}},
        }),
        "UseBoost" => json!({"expected_action": 0, "boost": "shield", "target": "c3"}),
        "CreateInvite" => json!({"mode": "russian", "rated": true, "request_id": "invite-1"}),
        "Cancel" | "AcceptBot" => json!({"rated": true}),
        "Analyse" => {
            json!({"ruleset": "russian", "position": position, "lines": 2, "time_ms": 500})
        }
        "ApplyMove" => json!({"ruleset": "russian", "position": position, "move": "c3-d4"}),
        "ApplyBoost" => json!({
            "ruleset": "russian", "position": position, "boost": "shield", "target": "c3",
        }),
        "Replay" => json!({"ruleset": "russian", "moves": ["c3-d4", "b6-a5"]}),
        "WritePdn" => {
            json!({"ruleset": "russian", "moves": [{"text": "c3-d4"}, {"text": "b6-a5"}]})
        }
        "StartPosition" => json!({"ruleset": "russian"}),
        "Purchase" => json!({"offer_id": "rocket", "expected_price": 30, "request_id": "buy-1"}),
        _ => {
            let in_path: Vec<_> = binding.path.fields().collect();
            let fields = method.descriptor.input();
            let fields = fields.fields().filter(|field| {
                contract.json.is_required(field) && !in_path.contains(&field.name())
            });
            let given = fields.map(|field| (field.name().to_owned(), value(contract, &field, 0)));
            Value::Object(given.collect::<Map<_, _>>())
        }
    }
}

/// A parameter: one that has to be given.
pub(super) fn parameter(
    contract: &Contract,
    field: &FieldDescriptor,
    is_in_path: bool,
) -> Option<Value> {
    let is_needed = is_in_path || contract.json.is_required(field);
    is_needed.then(|| match field.name() {
        // A mode that can be waited for, and a pool by its name.
        "mode" | "pool" => json!("russian"),
        _ => value(contract, field, 0),
    })
}

/// An answer with all its fields.
pub(super) fn answer(contract: &Contract, message: &MessageDescriptor) -> Value {
    filled(contract, message, 0)
}

/// The field that is all of an answer.
pub(super) fn raw(field: &FieldDescriptor) -> Value {
    match field.name() {
        "pdn" => json!(PDN),
        "jwks" => json!({"keys": [{
            "kty": "OKP",
            "crv": "Ed25519",
            "use": "sig",
            "alg": "EdDSA",
            "kid": "11qYAYKxCrfVS_7T",
            "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        }]}),
        _ => Value::Null,
    }
}

/// What a stream sends first, as server-sent events.
pub(super) fn events(contract: &Contract, method: &Method) -> String {
    let data = answer(contract, &method.descriptor.output());
    match method.resume_field.is_some() {
        true => format!("id: 1\ndata: {data}\n\n"),
        false => format!("data: {data}\n\n"),
    }
}

const PDN: &str = r#"[Event "russian"]
[Site "Shashki"]
[Date "2026.01.31"]
[White "01a22f87bf94733bbc86e9c66bdbfe59"]
[Black "easy"]
[GameId "AaIvh8EidwGt7yAu0Wb4rA"]
[Result "*"]
[GameType "25"]

1. c3-d4 b6-a5 *
"#;

const PLAYER: &str = "01a22f87bf94733bbc86e9c66bdbfe59";

fn filled(contract: &Contract, message: &MessageDescriptor, depth: usize) -> Value {
    let mut fields = Map::new();
    for field in message.fields() {
        let of_choice = field
            .containing_oneof()
            .filter(|oneof| !oneof.is_synthetic());
        // One member of each oneof.
        if of_choice.is_some_and(|oneof| oneof.fields().next().is_some_and(|first| first != field))
        {
            continue;
        }
        let is_deep = depth + 1 >= DEPTH;
        if is_deep && matches!(field.kind(), Kind::Message(_)) && field.supports_presence() {
            continue;
        }
        let value = match (
            field.is_list(),
            is_deep && matches!(field.kind(), Kind::Message(_)),
        ) {
            (true, true) => json!([]),
            _ => value(contract, &field, depth + 1),
        };
        fields.insert(field.name().to_owned(), value);
    }
    Value::Object(fields)
}

fn value(contract: &Contract, field: &FieldDescriptor, depth: usize) -> Value {
    let single = match field.kind() {
        Kind::Bool => json!(false),
        Kind::String => json!(text(field)),
        Kind::Bytes => json!(""),
        Kind::Double | Kind::Float => json!(1500.0),
        Kind::Enum(kind) => {
            let name = contract.json.enum_names(&kind).nth(1);
            json!(name)
        }
        Kind::Message(message) if message.full_name() == "google.protobuf.Timestamp" => {
            json!("2026-01-31T12:00:00Z")
        }
        Kind::Message(message) => filled(contract, &message, depth),
        _ if contract.json.is_string(field) => json!("1"),
        _ if field.name().ends_with("_ms") => json!(60_000),
        _ => json!(u32::from(!field.name().starts_with("expected_"))),
    };
    match field.is_list() {
        true => json!([single]),
        false => single,
    }
}

/// A text by the name of its field.
fn text(field: &FieldDescriptor) -> &'static str {
    match field.name() {
        "game_id" | "rematch_of" => "AaIvh8EidwGt7yAu0Wb4rA",
        "id" => match field.parent_message().name() {
            "Game" => "AaIvh8EidwGt7yAu0Wb4rA",
            "Player" => PLAYER,
            "Offer" => "rocket",
            _ => "russian",
        },
        "player_id" | "player_ids" | "opponent_id" | "white" | "black" | "inviter" => PLAYER,
        "around_player_id" => PLAYER,
        "mode" | "ruleset" | "pool" => "russian",
        "fen" | "start_fen" | "after_fen" => "W:Wc3,e3:Bd6,f6",
        "move" | "moves" | "text" => "c3-d4",
        "path" => "c3",
        "captured" | "target" | "targets" => "d6",
        "hint" => "c3",
        "code" => "K7M2XQ9P",
        "url" => "https://play.example.com/invite/K7M2XQ9P",
        "offer_id" | "item" => "rocket",
        "request_id" => "buy-1",
        "name" => "Ann",
        "email" => "ann@example.org",
        "password" => "correct horse",
        "key" => "0123456789abcdef0123456789abcdef",
        "access_token" => "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl",
        "refresh_token" => "kgmfj7nnxHejXv-dthmWUFL20iCQzjAF",
        _ => "",
    }
}

#[test]
fn bodies_are_read_as_they_are_shown() {
    let contract = Contract::read().unwrap();
    let mut read = 0;
    for method in &contract.methods {
        for binding in &method.bindings {
            if binding.body != contract::RequestBody::All {
                continue;
            }
            let example = body(&contract, method, binding).to_string();
            let message = contract
                .json
                .read_body(&method.descriptor.input(), example.as_bytes());
            let name = method.descriptor.full_name();
            assert!(message.is_ok(), "{name}: {example}: {message:?}");
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn queries_are_read_as_they_are_shown() {
    let contract = Contract::read().unwrap();
    let mut read = 0;
    for method in &contract.methods {
        for binding in &method.bindings {
            if binding.body == contract::RequestBody::All {
                continue;
            }
            let in_path: Vec<_> = binding.path.fields().collect();
            let mut query = form_urlencoded::Serializer::new(String::new());
            let fields = method.descriptor.input();
            for field in fields
                .fields()
                .filter(|field| !in_path.contains(&field.name()))
            {
                if let Some(example) = parameter(&contract, &field, false) {
                    let text = example
                        .as_str()
                        .map_or_else(|| example.to_string(), str::to_owned);
                    query.append_pair(field.name(), &text);
                }
            }
            let query = query.finish();
            let mut message = DynamicMessage::new(method.descriptor.input());
            let shown = contract.json.read_query(&mut message, &query);
            let shown = shown.and_then(|()| contract.json.check_given(&message, &query));
            let name = method.descriptor.full_name();
            assert_eq!(shown, Ok(()), "{name}: {query}");
            read += 1;
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn answers_of_one_field_have_an_example() {
    let contract = Contract::read().unwrap();
    let bindings = contract.methods.iter().flat_map(|method| &method.bindings);
    let fields: Vec<_> = bindings
        .filter_map(|binding| binding.response_body.as_ref())
        .collect();
    assert!(!fields.is_empty());
    for field in fields {
        assert!(!raw(field).is_null(), "{}", field.full_name());
    }
}

#[test]
fn answers_are_as_they_are_written() {
    let contract = Contract::read().unwrap();
    for method in &contract.methods {
        let output = method.descriptor.output();
        let shown = answer(&contract, &output);
        let message = contract
            .json
            .read_body(&output, shown.to_string().as_bytes());
        let written = contract.json.write(&message.unwrap()).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(shown, written, "{}", output.full_name());
    }
}
