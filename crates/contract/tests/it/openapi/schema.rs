//! Messages and fields as JSON schemas.

use contract::Contract;
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor};
use serde_json::{Map, Value, json};

use super::comments;

/// The largest integer that every reader of JSON keeps exact.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// Where a message is: in a request most fields may be left out, and in an answer they are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Request,
    Answer,
}

impl Side {
    fn requires(self, contract: &Contract, field: &FieldDescriptor) -> bool {
        match self {
            Self::Request => contract.json.is_required(field),
            Self::Answer => !field.supports_presence(),
        }
    }
}

/// A message's name here: `games.Game` of `shashki.games.v1.Game`, and `games.FischerRuleInput` in a
/// request, which may leave out what an answer may not.
pub(super) fn name(contract: &Contract, message: &MessageDescriptor, side: Side) -> String {
    let name = message.full_name().trim_start_matches("shashki.");
    let name = name.replace(".v1.", ".");
    match side == Side::Request && is_looser_in_requests(contract, message, &mut Vec::new()) {
        true => name + "Input",
        false => name,
    }
}

/// Whether a message, or one within it, requires other fields in a request than in an answer.
fn is_looser_in_requests(
    contract: &Contract,
    message: &MessageDescriptor,
    met: &mut Vec<MessageDescriptor>,
) -> bool {
    if is_time(message) || met.contains(message) {
        return false;
    }
    met.push(message.clone());
    message.fields().any(|field| {
        let requires = |side: Side| side.requires(contract, &field);
        requires(Side::Request) != requires(Side::Answer)
            || matches!(field.kind(), Kind::Message(inner) if is_looser_in_requests(contract, &inner, met))
    })
}

fn is_time(message: &MessageDescriptor) -> bool {
    message.full_name() == "google.protobuf.Timestamp"
}

/// A message of an answer, or within a request.
pub(super) fn of_message(contract: &Contract, message: &MessageDescriptor, side: Side) -> Value {
    let comment = comments::of(&message.parent_file(), message.path());
    let mut schema = of_fields(contract, message, side, |_| true);
    schema.insert("description".to_owned(), json!(comment));
    Value::Object(schema)
}

/// The body of a request: what is not in the path.
pub(super) fn of_body(contract: &Contract, message: &MessageDescriptor, in_path: &[&str]) -> Value {
    let holds = |field: &FieldDescriptor| !in_path.contains(&field.name());
    Value::Object(of_fields(contract, message, Side::Request, holds))
}

fn of_fields(
    contract: &Contract,
    message: &MessageDescriptor,
    side: Side,
    holds: impl Fn(&FieldDescriptor) -> bool,
) -> Map<String, Value> {
    let fields: Vec<_> = message.fields().filter(holds).collect();
    let properties: Map<_, _> = fields
        .iter()
        .map(|field| (field.name().to_owned(), described(contract, field, side)))
        .collect();
    let required = fields.iter().filter(|field| side.requires(contract, field));
    let required: Vec<_> = required.map(FieldDescriptor::name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    let choices: Vec<_> = message
        .oneofs()
        .filter(|oneof| !oneof.is_synthetic())
        .collect();
    let exclusive = choices.iter().flat_map(|oneof| {
        let members: Vec<_> = oneof
            .fields()
            .map(|field| field.name().to_owned())
            .collect();
        pairs(&members)
    });
    let exclusive: Vec<_> = exclusive.collect();
    if !exclusive.is_empty() {
        schema.insert("not".to_owned(), json!({"anyOf": exclusive}));
    }
    schema
}

/// No two members of a oneof are there at once.
fn pairs(members: &[String]) -> Vec<Value> {
    let firsts = members.iter().enumerate();
    let pairs = firsts.flat_map(|(place, first)| {
        let others = members[place + 1..].iter();
        others.map(move |other| json!({"required": [first, other]}))
    });
    pairs.collect()
}

/// A field with what its comment says.
pub(super) fn described(contract: &Contract, field: &FieldDescriptor, side: Side) -> Value {
    let comment = comments::of(&field.parent_message().parent_file(), field.path());
    let mut schema = of_field(contract, field, side);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), json!(comment));
    }
    schema
}

fn of_field(contract: &Contract, field: &FieldDescriptor, side: Side) -> Value {
    let single = of_kind(contract, field, side);
    match field.is_list() {
        true => json!({"type": "array", "items": single}),
        false => single,
    }
}

fn of_kind(contract: &Contract, field: &FieldDescriptor, side: Side) -> Value {
    let integer = |minimum: i128, maximum: i128| json!({"type": "integer", "minimum": minimum as i64, "maximum": maximum as i64});
    let max_exact = i128::from(MAX_EXACT);
    match field.kind() {
        Kind::Bool => json!({"type": "boolean"}),
        Kind::String => json!({"type": "string"}),
        Kind::Bytes => json!({"type": "string", "contentEncoding": "base64"}),
        Kind::Double | Kind::Float => json!({"type": "number"}),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => integer(i32::MIN.into(), i32::MAX.into()),
        Kind::Uint32 | Kind::Fixed32 => integer(0, u32::MAX.into()),
        _ if contract.json.is_string(field) => {
            json!({"type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$"})
        }
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => integer(-max_exact, max_exact),
        Kind::Uint64 | Kind::Fixed64 => integer(0, max_exact),
        Kind::Enum(kind) => {
            let names: Vec<_> = contract.json.enum_names(&kind).collect();
            json!({"type": "string", "enum": names})
        }
        Kind::Message(message) if is_time(&message) => {
            json!({"type": "string", "format": "date-time"})
        }
        Kind::Message(message) => {
            json!({"$ref": format!("#/components/schemas/{}", name(contract, &message, side))})
        }
    }
}
