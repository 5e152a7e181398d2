//! Any message, and any JSON.

use contract::Contract;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor, Value,
};
use serde_json::Value as JsonValue;

/// Messages within messages go so deep, unless they have to be given.
const DEPTH: usize = 4;

/// The seconds of the years 1 to 9999.
const SECONDS: std::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;

/// A field that is set, and its value.
type Set = (FieldDescriptor, Value);

/// A message that can be written and read again: what has to be given is set, and of each oneof one
/// member at most.
pub(super) fn message(
    contract: &Contract,
    kind: &MessageDescriptor,
) -> BoxedStrategy<DynamicMessage> {
    at_depth(contract, kind, 0)
}

fn at_depth(
    contract: &Contract,
    kind: &MessageDescriptor,
    depth: usize,
) -> BoxedStrategy<DynamicMessage> {
    if kind.full_name() == "google.protobuf.Timestamp" {
        return time(kind);
    }
    let choices = kind.oneofs().filter(|oneof| !oneof.is_synthetic());
    let mut parts: Vec<_> = choices
        .map(|choice| of_choice(contract, &choice, depth))
        .collect();
    let single = kind.fields().filter(|field| !is_of_choice(field));
    parts.extend(single.map(|field| of_field(contract, &field, depth)));
    let kind = kind.clone();
    let filled = parts.prop_map(move |parts: Vec<Option<Set>>| {
        let mut message = DynamicMessage::new(kind.clone());
        for (field, value) in parts.into_iter().flatten() {
            message.set_field(&field, value);
        }
        message
    });
    filled.boxed()
}

fn is_of_choice(field: &FieldDescriptor) -> bool {
    field
        .containing_oneof()
        .is_some_and(|oneof| !oneof.is_synthetic())
}

fn is_too_deep(field: &FieldDescriptor, depth: usize) -> bool {
    depth >= DEPTH && matches!(field.kind(), Kind::Message(_))
}

fn of_choice(
    contract: &Contract,
    choice: &OneofDescriptor,
    depth: usize,
) -> BoxedStrategy<Option<Set>> {
    let members = choice.fields().filter(|field| !is_too_deep(field, depth));
    let mut members: Vec<_> = members
        .map(|field| set(contract, &field, depth).prop_map(Some).boxed())
        .collect();
    members.push(Just(None).boxed());
    proptest::strategy::Union::new(members).boxed()
}

fn of_field(
    contract: &Contract,
    field: &FieldDescriptor,
    depth: usize,
) -> BoxedStrategy<Option<Set>> {
    if contract.json.is_required(field) {
        return set(contract, field, depth).prop_map(Some).boxed();
    }
    if is_too_deep(field, depth) {
        return Just(None).boxed();
    }
    proptest::option::of(set(contract, field, depth)).boxed()
}

fn set(contract: &Contract, field: &FieldDescriptor, depth: usize) -> BoxedStrategy<Set> {
    let value = match field.is_list() {
        true => vec(value(contract, field, depth), 0..3)
            .prop_map(Value::List)
            .boxed(),
        false => value(contract, field, depth),
    };
    let field = field.clone();
    value.prop_map(move |value| (field.clone(), value)).boxed()
}

fn value(contract: &Contract, field: &FieldDescriptor, depth: usize) -> BoxedStrategy<Value> {
    match field.kind() {
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::String => text().prop_map(Value::String).boxed(),
        Kind::Bytes => vec(any::<u8>(), 0..8)
            .prop_map(|bytes| Value::Bytes(bytes.into()))
            .boxed(),
        // In quarters, which have few digits: others are read with an error in their last one.
        Kind::Double => any::<i32>()
            .prop_map(|number| Value::F64(f64::from(number) / 4.0))
            .boxed(),
        Kind::Float => any::<i16>()
            .prop_map(|number| Value::F32(f32::from(number) / 4.0))
            .boxed(),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => any::<i32>().prop_map(Value::I32).boxed(),
        Kind::Uint32 | Kind::Fixed32 => any::<u32>().prop_map(Value::U32).boxed(),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => any::<i64>().prop_map(Value::I64).boxed(),
        Kind::Uint64 | Kind::Fixed64 => any::<u64>().prop_map(Value::U64).boxed(),
        Kind::Enum(kind) => {
            let numbers: Vec<_> = kind.values().map(|value| value.number()).collect();
            select(numbers).prop_map(Value::EnumNumber).boxed()
        }
        Kind::Message(kind) => at_depth(contract, &kind, depth + 1)
            .prop_map(Value::Message)
            .boxed(),
    }
}

fn time(kind: &MessageDescriptor) -> BoxedStrategy<DynamicMessage> {
    let kind = kind.clone();
    let parts = (SECONDS, 0..1_000_000_000_i32);
    let time = parts.prop_map(move |(seconds, nanos)| {
        let mut message = DynamicMessage::new(kind.clone());
        message.set_field_by_number(1, Value::I64(seconds));
        message.set_field_by_number(2, Value::I32(nanos));
        message
    });
    time.boxed()
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z0-9-]{1,8}", any::<String>()]
}

/// JSON of any shape.
pub(super) fn json() -> impl Strategy<Value = JsonValue> {
    let texts = prop_oneof![
        text(),
        // What nearly is a number or a time.
        "[-+]?[0-9]{1,21}(\\.[0-9])?(e[0-9]{1,3})?",
        "-?[0-9]{1,5}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{0,12})?(Z|[-+][0-9:]{0,6})",
    ];
    let leaf = prop_oneof![
        Just(JsonValue::Null),
        any::<bool>().prop_map(JsonValue::from),
        any::<i64>().prop_map(JsonValue::from),
        any::<u64>().prop_map(JsonValue::from),
        any::<i32>().prop_map(|number| JsonValue::from(f64::from(number) / 4.0)),
        (-2..3_i32).prop_map(JsonValue::from),
        texts.prop_map(JsonValue::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(JsonValue::from),
            btree_map(text(), inner, 0..4)
                .prop_map(|fields| JsonValue::Object(fields.into_iter().collect())),
        ]
    })
}
