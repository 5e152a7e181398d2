//! What holds for every message and every text.

use contract::{Contract, Violation};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use prost_reflect::prost::Message as _;
use prost_reflect::{DynamicMessage, Kind, MessageDescriptor, ReflectMessage as _, Value};
use serde_json::Value as JsonValue;

use super::{any, messages, of_queries, read_query};

/// Runs a property for each kind of message: fewer times for each, for there are more than a hundred,
/// and a long run of all of them is minutes and not hours.
fn runner() -> TestRunner {
    let config = ProptestConfig::default();
    TestRunner::new(ProptestConfig {
        cases: (config.cases / 16).clamp(1, 200),
        failure_persistence: None,
        ..config
    })
}

#[test]
fn what_is_written_is_read_again() {
    let contract = Contract::read().unwrap();
    for kind in messages(&contract) {
        let checked = runner().run(&any::message(&contract, &kind), |message| {
            let written = contract.json.write(&message).unwrap();
            let read = contract.json.read_body(&kind, &written);
            are_same(&read, &message, &text(&written))
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

#[test]
fn fields_without_presence_are_always_written() {
    let contract = Contract::read().unwrap();
    for kind in messages(&contract) {
        let written = contract.json.write(&DynamicMessage::new(kind.clone()));
        let written: JsonValue = serde_json::from_slice(&written.unwrap()).unwrap();
        let names: Vec<_> = written.as_object().unwrap().keys().collect();
        let without_presence = kind.fields().filter(|field| !field.supports_presence());
        let mut expected: Vec<_> = without_presence
            .map(|field| field.name().to_owned())
            .collect();
        expected.sort();
        assert_eq!(names, expected.iter().collect::<Vec<_>>());
    }
}

#[test]
fn one_wrong_value_is_refused_at_its_place_or_read() {
    let contract = Contract::read().unwrap();
    for kind in messages(&contract) {
        let input = (any::message(&contract, &kind), any::<Index>(), any::json());
        let checked = runner().run(&input, |(message, place, replacement)| {
            let written = contract.json.write(&message).unwrap();
            let mut body: JsonValue = serde_json::from_slice(&written).unwrap();
            let mut places = Vec::new();
            list_places(&body, "", "", &mut places);
            let (pointer, field) = place.get(&places);
            *body.pointer_mut(pointer).unwrap() = replacement;
            let body = body.to_string();
            match contract.json.read_body(&kind, body.as_bytes()) {
                Ok(message) => is_stable(&contract, &message)?,
                Err(violation) => {
                    prop_assert!(violation.field.starts_with(field), "{violation}: {body}");
                    is_told(&violation)?;
                }
            }
            Ok(())
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

#[test]
fn an_unknown_field_is_refused_wherever_it_is() {
    let contract = Contract::read().unwrap();
    for kind in messages(&contract) {
        let input = (any::message(&contract, &kind), any::<Index>(), any::json());
        let checked = runner().run(&input, |(message, place, value)| {
            let written = contract.json.write(&message).unwrap();
            let mut body: JsonValue = serde_json::from_slice(&written).unwrap();
            let mut places = Vec::new();
            list_places(&body, "", "", &mut places);
            let objects = places
                .iter()
                .filter(|(pointer, _)| body.pointer(pointer).is_some_and(JsonValue::is_object));
            let objects: Vec<_> = objects.cloned().collect();
            let (pointer, field) = place.get(&objects);
            body.pointer_mut(pointer).unwrap()["Unknown"] = value;
            let violation = contract
                .json
                .read_body(&kind, body.to_string().as_bytes())
                .unwrap_err();
            let expected = match field.as_str() {
                "" => "Unknown".to_owned(),
                field => format!("{field}.Unknown"),
            };
            prop_assert_eq!(violation.field, expected);
            prop_assert_eq!(violation.problem, "there is no such field here");
            Ok(())
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

/// Lists where values are: as a pointer of JSON, and as a refusal names it.
fn list_places(value: &JsonValue, pointer: &str, field: &str, places: &mut Vec<(String, String)>) {
    places.push((pointer.to_owned(), field.to_owned()));
    match value {
        JsonValue::Object(fields) => {
            for (name, value) in fields {
                let separator = if field.is_empty() { "" } else { "." };
                let field = format!("{field}{separator}{name}");
                list_places(value, &format!("{pointer}/{name}"), &field, places);
            }
        }
        JsonValue::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                let field = format!("{field}[{index}]");
                list_places(value, &format!("{pointer}/{index}"), &field, places);
            }
        }
        _ => {}
    }
}

#[test]
fn any_bytes_are_read_or_refused() {
    let contract = Contract::read().unwrap();
    let bytes = prop_oneof![
        vec(any::<u8>(), 0..64),
        any::json().prop_map(|value| value.to_string().into_bytes()),
        "[\\[\\]{}:,\"0-9a-z \\\\]{0,64}".prop_map(String::into_bytes),
        // Deeper than any stack.
        (
            select(vec!["[", "{\"a\":", "[{\"white\":"]),
            100..20_000_usize
        )
            .prop_map(|(start, times)| start.repeat(times).into_bytes()),
    ];
    for kind in messages(&contract) {
        let checked = runner().run(&bytes, |bytes| {
            match contract.json.read_body(&kind, &bytes) {
                Ok(message) => is_stable(&contract, &message),
                Err(violation) => is_told(&violation),
            }
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

#[test]
fn a_part_of_a_body_is_read_or_refused() {
    let contract = Contract::read().unwrap();
    for kind in messages(&contract) {
        let input = (any::message(&contract, &kind), any::<Index>(), any::<u8>());
        let checked = runner().run(&input, |(message, place, byte)| {
            let mut written = contract.json.write(&message).unwrap();
            let place = place.index(written.len());
            let cut = contract.json.read_body(&kind, &written[..place]);
            // Nothing at all is a body without fields.
            prop_assert!(place == 0 || cut.is_err());
            written[place] = byte;
            match contract.json.read_body(&kind, &written) {
                Ok(message) => is_stable(&contract, &message),
                Err(violation) => is_told(&violation),
            }
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

#[test]
fn queries_are_read_as_they_are_written() {
    let contract = Contract::read().unwrap();
    for (kind, in_path) in of_queries(&contract) {
        let checked = runner().run(&any::message(&contract, &kind), |mut message| {
            for name in &in_path {
                message.clear_field_by_name(name);
            }
            let query = query_of(&contract, &message);
            let read = read_query(&contract, &kind, &query);
            are_same(&read, &message, &query)
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

/// A message as a query: what is set of it.
fn query_of(contract: &Contract, message: &DynamicMessage) -> String {
    let written = contract.json.write(message).expect("it can be written");
    let written: JsonValue = serde_json::from_slice(&written).expect("it is JSON");
    let mut query = form_urlencoded::Serializer::new(String::new());
    let kind = message.descriptor();
    for field in kind.fields() {
        if !message.has_field(&field) && !contract.json.is_required(&field) {
            continue;
        }
        let is_plain = !matches!(field.kind(), Kind::Message(_));
        assert!(is_plain, "{} is in a query", field.full_name());
        let values = match &written[field.name()] {
            JsonValue::Array(values) => values.iter().collect(),
            value => vec![value],
        };
        for value in values {
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            query.append_pair(field.name(), &text);
        }
    }
    query.finish()
}

#[test]
fn any_query_is_read_or_refused() {
    let contract = Contract::read().unwrap();
    for (kind, _) in of_queries(&contract) {
        let mut names: Vec<_> = kind.fields().map(|field| field.name().to_owned()).collect();
        names.push("other".to_owned());
        let pair = (select(names), "[=.]", ".{0,12}");
        let pairs = vec(
            pair.prop_map(|(name, sign, text)| format!("{name}{sign}{text}")),
            0..5,
        );
        let query = prop_oneof![
            any::<String>(),
            pairs.prop_map(|pairs| pairs.join("&")),
            "[a-z_.=&%+0-9f]{0,40}",
        ];
        let checked = runner().run(&query, |query| match read_query(&contract, &kind, &query) {
            Ok(message) => is_stable(&contract, &message),
            Err(violation) => is_told(&violation),
        });
        checked.unwrap_or_else(|error| panic!("{}: {error}", kind.full_name()));
    }
}

/// What was read is written, and read again as it is; only times may be too far off to be written.
fn is_stable(contract: &Contract, message: &DynamicMessage) -> Result<(), TestCaseError> {
    let Ok(written) = contract.json.write(message) else {
        return Ok(());
    };
    let read = contract.json.read_body(&message.descriptor(), &written);
    are_same(&read, message, &text(&written))
}

/// What was read is a message: the same on the wire, where what is not set and zeros are the same.
fn are_same(
    read: &Result<DynamicMessage, Violation>,
    message: &DynamicMessage,
    text: &str,
) -> Result<(), TestCaseError> {
    match read {
        Ok(read) => prop_assert!(read.encode_to_vec() == message.encode_to_vec(), "{text}"),
        Err(violation) => prop_assert!(false, "{violation}: {text}"),
    }
    Ok(())
}

/// A refusal names what is wrong.
fn is_told(violation: &Violation) -> Result<(), TestCaseError> {
    prop_assert!(!violation.problem.is_empty());
    let is_short = violation.problem.chars().count() < 400;
    prop_assert!(is_short, "{violation}");
    Ok(())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_value_without_a_name_is_written_as_its_number() {
    let contract = Contract::read().unwrap();
    let kind = super::kind(&contract, "games.v1.Seat");
    let mut seat = DynamicMessage::new(kind.clone());
    seat.set_field_by_name("bot", Value::EnumNumber(77));
    let written = contract.json.write(&seat).unwrap();
    assert_eq!(text(&written), r#"{"bot":77}"#);
    let refused = contract.json.read_body(&kind, &written).unwrap_err();
    assert_eq!(refused.field, "bot");
}

/// A kind of message is met in the tests above: they are not about nothing.
#[test]
fn messages_are_found() {
    let contract = Contract::read().unwrap();
    let kinds: Vec<MessageDescriptor> = messages(&contract);
    assert!(kinds.len() > 80, "{}", kinds.len());
    assert!(of_queries(&contract).len() > 20);
}
