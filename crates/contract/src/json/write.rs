//! Writing messages.

use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, ReflectMessage as _, Value};
use serde::ser::{Error as _, SerializeMap as _};
use serde::{Serialize, Serializer};

use super::{Json, is_time};

/// A message as it is written.
struct Message<'a>(&'a Json, &'a DynamicMessage);

/// A value of a field as it is written.
struct OfField<'a> {
    json: &'a Json,
    field: &'a FieldDescriptor,
    kind: &'a Kind,
    value: &'a Value,
}

impl Json {
    /// Writes a message.
    ///
    /// # Errors
    /// When it holds what has no form in JSON: a time beyond the year 9999.
    pub fn write(&self, message: &DynamicMessage) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Message(self, message))
    }
}

impl Serialize for Message<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(json, message) = self;
        let mut map = serializer.serialize_map(None)?;
        for field in message.descriptor().fields() {
            if field.supports_presence() && !message.has_field(&field) {
                continue;
            }
            let written = OfField {
                json,
                field: &field,
                kind: &field.kind(),
                value: &message.get_field(&field),
            };
            map.serialize_entry(field.name(), &written)?;
        }
        map.end()
    }
}

impl Serialize for OfField<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::List(values) => {
                to.collect_seq(values.iter().map(|value| OfField { value, ..*self }))
            }
            Value::Bool(value) => to.serialize_bool(*value),
            Value::I32(value) => to.serialize_i32(*value),
            Value::U32(value) => to.serialize_u32(*value),
            Value::I64(value) if self.json.is_string(self.field) => to.collect_str(value),
            Value::U64(value) if self.json.is_string(self.field) => to.collect_str(value),
            Value::I64(value) => to.serialize_i64(*value),
            Value::U64(value) => to.serialize_u64(*value),
            Value::F32(value) => to.serialize_f32(*value),
            Value::F64(value) => to.serialize_f64(*value),
            Value::String(value) => to.serialize_str(value),
            Value::Bytes(value) => to.serialize_str(&BASE64_STANDARD.encode(value)),
            Value::EnumNumber(number) => self.name_of(*number, to),
            Value::Message(message) if is_time(&message.descriptor()) => {
                to.collect_str(&time(message).map_err(S::Error::custom)?)
            }
            Value::Message(message) => Message(self.json, message).serialize(to),
            Value::Map(_) => Err(S::Error::custom("maps have no form here")),
        }
    }
}

impl OfField<'_> {
    fn name_of<S: Serializer>(&self, number: i32, to: S) -> Result<S::Ok, S::Error> {
        let Kind::Enum(kind) = self.kind else {
            return Err(S::Error::custom("a number of no enum"));
        };
        let mut values = self.json.values(kind).iter();
        match values.find(|(known, _)| *known == number) {
            Some((_, name)) => to.serialize_str(name),
            // A service that is newer than the gateway.
            None => to.serialize_i32(number),
        }
    }
}

/// A time, as fine as it is.
fn time(message: &DynamicMessage) -> Result<prost_types::Timestamp, &'static str> {
    let number = |field| message.get_field_by_number(field);
    let time = prost_types::Timestamp {
        seconds: number(1)
            .and_then(|value| value.as_i64())
            .unwrap_or_default(),
        nanos: number(2)
            .and_then(|value| value.as_i32())
            .unwrap_or_default(),
    };
    let is_written = YEARS_1_TO_9999.contains(&time.seconds);
    is_written.then_some(time).ok_or("a time out of range")
}

/// The seconds of the years that RFC 3339 can write.
const YEARS_1_TO_9999: RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
