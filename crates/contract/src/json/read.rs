//! Reading messages.

use std::collections::HashSet;
use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use prost_reflect::{
    DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage as _, Value,
};
use serde_json::{Map, Value as JsonValue};

use super::{Json, is_time};
use crate::path::decode;

/// Why a request cannot be read: the field at fault, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The field, such as `clock.fischer.initial_ms` or `moves[3].text`; empty for the whole.
    pub field: String,
    /// What is wrong with it.
    pub problem: String,
    /// Whether it is that the field has to be given and is not.
    pub is_missing: bool,
}

impl Violation {
    fn new(field: &Place<'_>, problem: impl Into<String>) -> Self {
        Self {
            field: field.to_string(),
            problem: problem.into(),
            is_missing: false,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => formatter.write_str(&self.problem),
            field => write!(formatter, "{field}: {}", self.problem),
        }
    }
}

/// Where in a request something stands.
#[derive(Clone, Copy)]
enum Place<'a> {
    Whole,
    Field(&'a Place<'a>, &'a str),
    Item(&'a Place<'a>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Field(Self::Whole, name) => formatter.write_str(name),
            Self::Field(message, name) => write!(formatter, "{message}.{name}"),
            Self::Item(list, index) => write!(formatter, "{list}[{index}]"),
        }
    }
}

impl Json {
    /// Reads a message from a body; an empty one is a message without fields.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read_body(
        &self,
        kind: &MessageDescriptor,
        body: &[u8],
    ) -> Result<DynamicMessage, Violation> {
        self.read_body_with(kind, body, None)
    }

    /// Reads a message from a body and a text that is given beside it, with the name of its field.
    /// The body may have the field too, if it is the same.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read_body_with(
        &self,
        kind: &MessageDescriptor,
        body: &[u8],
        beside: Option<(&str, &str)>,
    ) -> Result<DynamicMessage, Violation> {
        let whole = Place::Whole;
        let value = match body.iter().all(u8::is_ascii_whitespace) {
            true => JsonValue::Object(Map::new()),
            false => serde_json::from_slice(body)
                .map_err(|error| Violation::new(&whole, error.to_string()))?,
        };
        let mut fields = match value {
            JsonValue::Object(fields) => fields,
            other => return Err(mismatch(&whole, "an object", &other)),
        };
        if let Some((name, text)) = beside {
            let given = fields.insert(name.to_owned(), text.into());
            if given.is_some_and(|given| !given.is_null() && given != text) {
                let here = Place::Field(&whole, name);
                let problem = "it is given twice, and not the same";
                return Err(Violation::new(&here, problem));
            }
        }
        self.message(kind, &fields, &whole)
    }

    /// Reads a query into a message: `field=value`, joined by `&`; a field of a message within is
    /// `message.field`, and a list repeats its name.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read_query(&self, message: &mut DynamicMessage, query: &str) -> Result<(), Violation> {
        let mut seen = HashSet::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, text) = form_urlencoded::parse(pair.as_bytes())
                .next()
                .unwrap_or_default();
            let place = Place::Field(&Place::Whole, &name);
            decode(pair).map_err(|problem| Violation::new(&place, problem.to_string()))?;
            let is_list = self.set_at(message, &name, &name, &text)?;
            if !is_list && !seen.insert(name.clone()) {
                return Err(Violation::new(&place, "it is given twice"));
            }
        }
        Ok(())
    }

    /// Says which field has to be given and is not, after a query.
    ///
    /// # Errors
    /// The first such field.
    pub fn check_given(&self, message: &DynamicMessage, query: &str) -> Result<(), Violation> {
        let is_given =
            |name: &str| form_urlencoded::parse(query.as_bytes()).any(|(key, _)| key == name);
        for field in message.descriptor().fields() {
            if self.is_required(&field) && !is_given(field.name()) {
                return Err(missing(&Place::Field(&Place::Whole, field.name())));
            }
        }
        Ok(())
    }

    /// Sets a field by its path, or adds to it, and says whether it is a list.
    fn set_at(
        &self,
        message: &mut DynamicMessage,
        rest: &str,
        whole: &str,
        text: &str,
    ) -> Result<bool, Violation> {
        let place = Place::Field(&Place::Whole, whole);
        let (name, inner) = match rest.split_once('.') {
            Some((name, inner)) => (name, Some(inner)),
            None => (rest, None),
        };
        let field = message.descriptor().get_field_by_name(name);
        let field = field.ok_or_else(|| Violation::new(&place, "there is no such field here"))?;
        if let Some(inner) = inner {
            return match message.get_field_mut(&field) {
                Value::Message(message) => self.set_at(message, inner, whole, text),
                _ => Err(Violation::new(&place, "there is no such field here")),
            };
        }
        let value = self.parse_text(&field, text, &place)?;
        if field.is_list() {
            if let Value::List(values) = message.get_field_mut(&field) {
                values.push(value);
            }
            return Ok(true);
        }
        // A field of the path, too.
        if message.has_field(&field) {
            return Err(Violation::new(&place, "it is given twice"));
        }
        if let Some(other) = of_same_choice(message, &field) {
            return Err(exclusive(&place, &other));
        }
        message.set_field(&field, value);
        Ok(false)
    }

    /// A value of a query, which is a text whatever its type.
    fn parse_text(
        &self,
        field: &FieldDescriptor,
        text: &str,
        place: &Place<'_>,
    ) -> Result<Value, Violation> {
        let value = match field.kind() {
            Kind::Message(kind) if !is_time(&kind) => {
                return Err(Violation::new(
                    place,
                    "give its fields, as `message.field=value`",
                ));
            }
            Kind::String | Kind::Bytes | Kind::Enum(_) | Kind::Message(_) => JsonValue::from(text),
            _ if self.is_string(field) => JsonValue::from(text),
            // What is no number or truth is refused as the text that it is.
            _ => serde_json::from_str(text).unwrap_or_else(|_other| JsonValue::from(text)),
        };
        self.single(field, &value, place)
    }

    fn object(
        &self,
        kind: &MessageDescriptor,
        value: &JsonValue,
        place: &Place<'_>,
    ) -> Result<DynamicMessage, Violation> {
        match value {
            JsonValue::Object(fields) => self.message(kind, fields, place),
            other => Err(mismatch(place, "an object", other)),
        }
    }

    fn message(
        &self,
        kind: &MessageDescriptor,
        fields: &Map<String, JsonValue>,
        place: &Place<'_>,
    ) -> Result<DynamicMessage, Violation> {
        let mut message = DynamicMessage::new(kind.clone());
        for (name, value) in fields {
            let here = Place::Field(place, name);
            let field = kind.get_field_by_name(name);
            let field =
                field.ok_or_else(|| Violation::new(&here, "there is no such field here"))?;
            if value.is_null() {
                continue;
            }
            if let Some(other) = of_same_choice(&message, &field) {
                return Err(exclusive(&here, &other));
            }
            let value = self.field(&field, value, &here)?;
            message.set_field(&field, value);
        }
        for field in kind.fields().filter(|field| self.is_required(field)) {
            if fields.get(field.name()).is_none_or(JsonValue::is_null) {
                return Err(missing(&Place::Field(place, field.name())));
            }
        }
        Ok(message)
    }

    fn field(
        &self,
        field: &FieldDescriptor,
        value: &JsonValue,
        place: &Place<'_>,
    ) -> Result<Value, Violation> {
        if !field.is_list() {
            return self.single(field, value, place);
        }
        let JsonValue::Array(values) = value else {
            return Err(mismatch(place, "a list", value));
        };
        let values = values.iter().enumerate();
        let values =
            values.map(|(index, value)| self.single(field, value, &Place::Item(place, index)));
        Ok(Value::List(values.collect::<Result<_, _>>()?))
    }

    fn single(
        &self,
        field: &FieldDescriptor,
        value: &JsonValue,
        place: &Place<'_>,
    ) -> Result<Value, Violation> {
        let expected = |what: &str| mismatch(place, what, value);
        Ok(match field.kind() {
            Kind::Bool => Value::Bool(value.as_bool().ok_or_else(|| expected("true or false"))?),
            Kind::String => Value::String(text(value, place, "a string")?.to_owned()),
            Kind::Bytes => {
                let text = text(value, place, "a string of Base64")?;
                let bytes = BASE64_STANDARD.decode(text);
                Value::Bytes(
                    bytes
                        .map_err(|_malformed| expected("a string of Base64"))?
                        .into(),
                )
            }
            Kind::Double => Value::F64(value.as_f64().ok_or_else(|| expected("a number"))?),
            Kind::Float => Value::F32(value.as_f64().ok_or_else(|| expected("a number"))? as f32),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(whole(value, place)?),
            Kind::Uint32 | Kind::Fixed32 => Value::U32(whole(value, place)?),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => {
                Value::I64(self.long(field, value, place)?)
            }
            Kind::Uint64 | Kind::Fixed64 => Value::U64(self.long(field, value, place)?),
            Kind::Enum(kind) => {
                let values = self.values(&kind);
                let known = values.iter().find(|(_, name)| value.as_str() == Some(name));
                let number = known.map(|(number, _)| *number).ok_or_else(|| {
                    let names: Vec<_> = self.enum_names(&kind).collect();
                    expected(&format!("one of {}", names.join(", ")))
                })?;
                Value::EnumNumber(number)
            }
            Kind::Message(kind) if is_time(&kind) => {
                let text = text(value, place, TIME)?;
                let time = text.parse::<prost_types::Timestamp>();
                let time = time.map_err(|_malformed| expected(TIME))?;
                let mut message = DynamicMessage::new(kind);
                message.set_field_by_number(1, Value::I64(time.seconds));
                message.set_field_by_number(2, Value::I32(time.nanos));
                Value::Message(message)
            }
            Kind::Message(kind) => Value::Message(self.object(&kind, value, place)?),
        })
    }

    /// A 64-bit integer, which may be a string of digits.
    fn long<T>(
        &self,
        field: &FieldDescriptor,
        value: &JsonValue,
        place: &Place<'_>,
    ) -> Result<T, Violation>
    where
        T: TryFrom<i128> + std::str::FromStr,
    {
        if !self.is_string(field) {
            return whole(value, place);
        }
        let text = text(value, place, "a string of digits")?;
        // It reads a plus as well.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.ok_or_else(|| mismatch(place, "a string of digits", value))
    }
}

const TIME: &str = "a time such as \"2026-01-31T12:00:00Z\"";

/// Up to here an integer that is written as a float is read exactly.
const MAX_EXACT: f64 = (1_u64 << 50) as f64;

/// Another member, set already, of the oneof that a field belongs to.
fn of_same_choice(message: &DynamicMessage, field: &FieldDescriptor) -> Option<FieldDescriptor> {
    let choice = field.containing_oneof()?;
    let mut members = choice.fields();
    members.find(|member| member != field && message.has_field(member))
}

fn exclusive(place: &Place<'_>, other: &FieldDescriptor) -> Violation {
    let problem = format!("it and `{}` exclude each other", other.name());
    Violation::new(place, problem)
}

/// An integer, also one that is written with a fraction of zero.
fn whole<T: TryFrom<i128>>(value: &JsonValue, place: &Place<'_>) -> Result<T, Violation> {
    let JsonValue::Number(number) = value else {
        return Err(mismatch(place, "an integer", value));
    };
    let exact = number.as_i128().or_else(|| {
        let float = number.as_f64()?;
        // A float is read with an error in its last digits, which is less than one half below 2^50:
        // beyond, it could be another integer.
        (float.fract() == 0.0 && float.abs() < MAX_EXACT).then_some(float as i128)
    });
    let fits = exact.and_then(|number| T::try_from(number).ok());
    fits.ok_or_else(|| Violation::new(place, format!("{number} is not an integer of its range")))
}

fn text<'a>(value: &'a JsonValue, place: &Place<'_>, expected: &str) -> Result<&'a str, Violation> {
    value
        .as_str()
        .ok_or_else(|| mismatch(place, expected, value))
}

fn missing(place: &Place<'_>) -> Violation {
    Violation {
        is_missing: true,
        ..Violation::new(place, "it has to be given")
    }
}

/// What is there, shortened, and what is expected.
fn mismatch(place: &Place<'_>, expected: &str, value: &JsonValue) -> Violation {
    const LONGEST: usize = 40;
    let found = match value {
        JsonValue::Object(_) => "an object".to_owned(),
        JsonValue::Array(_) => "a list".to_owned(),
        JsonValue::String(text) if text.chars().count() > LONGEST => {
            let start: String = text.chars().take(LONGEST).collect();
            format!("{start:?}…")
        }
        other => other.to_string(),
    };
    Violation::new(place, format!("expected {expected}, found {found}"))
}
