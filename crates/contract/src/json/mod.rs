//! Messages in JSON: the mapping of protobuf with the names of the `.proto` files.
//!
//! * Names of fields as in the `.proto` file. A field without presence is always there; a message, a
//!   member of a oneof and an `optional` field are left out while they are not set.
//! * Numbers are numbers, 64-bit ones too, for they stay below 2^53; those marked `json_string` are
//!   strings of digits.
//! * A value of an enum is its name without the enum's, in lower case, or its `json_name`.
//! * Times are texts of RFC 3339 in UTC; bytes are Base64.
//! * What is read may leave out fields, or have `null` for them. Unknown fields, values of other
//!   types and two members of a oneof are refused.

mod read;
mod write;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use prost_reflect::{
    DescriptorPool, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, Value,
};

pub use self::read::Violation;
use crate::options::extension;

/// Times have a form of their own.
const TIMESTAMP: &str = "google.protobuf.Timestamp";

/// `REQUIRED` of `google.api.FieldBehavior`.
const REQUIRED: i32 = 2;

/// Reads and writes messages. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Json(Arc<Names>);

/// What descriptors say of JSON, at hand.
#[derive(Debug, Default)]
struct Names {
    /// The names of values, by the enum's full name.
    enums: HashMap<String, Vec<(i32, String)>>,
    /// 64-bit integers that are strings.
    strings: HashSet<String>,
    /// Fields that have to be given.
    required: HashSet<String>,
}

impl Json {
    /// Reads what the descriptors say.
    ///
    /// # Errors
    /// When a message has a field for which there is no form here, such as a map.
    pub(crate) fn read(pool: &DescriptorPool) -> anyhow::Result<Self> {
        let mut names = Names::default();
        for kind in pool.all_enums().filter(|kind| is_own(kind.package_name())) {
            names
                .enums
                .insert(kind.full_name().to_owned(), values(&kind)?);
        }
        for message in pool
            .all_messages()
            .filter(|message| is_own(message.package_name()))
        {
            for field in message.fields() {
                names
                    .add(pool, &field)
                    .with_context(|| field.full_name().to_owned())?;
            }
        }
        Ok(Self(Arc::new(names)))
    }

    /// The names of an enum's values, as JSON has them.
    pub fn enum_names(&self, kind: &EnumDescriptor) -> impl Iterator<Item = &str> {
        self.values(kind).iter().map(|(_, name)| name.as_str())
    }

    /// Whether a 64-bit integer is a string of digits.
    #[must_use]
    pub fn is_string(&self, field: &FieldDescriptor) -> bool {
        self.0.strings.contains(field.full_name())
    }

    /// Whether a request has to have a field.
    #[must_use]
    pub fn is_required(&self, field: &FieldDescriptor) -> bool {
        self.0.required.contains(field.full_name())
    }

    fn values(&self, kind: &EnumDescriptor) -> &[(i32, String)] {
        let values = self.0.enums.get(kind.full_name());
        values.map(Vec::as_slice).unwrap_or_default()
    }
}

impl Names {
    fn add(&mut self, pool: &DescriptorPool, field: &FieldDescriptor) -> anyhow::Result<()> {
        if field.is_map() {
            bail!("maps are not supported");
        }
        if let Kind::Message(kind) = field.kind()
            && !is_own(kind.package_name())
            && !is_time(&kind)
        {
            bail!("{} is not supported", kind.full_name());
        }
        let options = field.options();
        if extension(pool, &options, "shashki.api.v1.json_string")? == Some(Value::Bool(true)) {
            self.strings.insert(field.full_name().to_owned());
        }
        let behavior = extension(pool, &options, "google.api.field_behavior")?;
        let behaviors = behavior.as_ref().and_then(Value::as_list);
        if behaviors
            .unwrap_or_default()
            .contains(&Value::EnumNumber(REQUIRED))
        {
            self.required.insert(field.full_name().to_owned());
        }
        Ok(())
    }
}

/// Whether a package is the suite's, and what apps see of it.
fn is_own(package: &str) -> bool {
    package.starts_with("shashki.") && !package.contains(".storage.") && package != "shashki.api.v1"
}

/// Whether a message is a time.
pub(crate) fn is_time(message: &MessageDescriptor) -> bool {
    message.full_name() == TIMESTAMP
}

/// Numbers and names of an enum's values.
fn values(kind: &EnumDescriptor) -> anyhow::Result<Vec<(i32, String)>> {
    let prefix = screaming(kind.name()) + "_";
    let pool = kind.parent_pool();
    let name = |value: prost_reflect::EnumValueDescriptor| {
        let own = extension(pool, &value.options(), "shashki.api.v1.json_name")?;
        let name = match own.as_ref().and_then(Value::as_str) {
            Some(own) => own.to_owned(),
            None => {
                let short = value.name().strip_prefix(&prefix);
                short
                    .with_context(|| value.full_name().to_owned())?
                    .to_ascii_lowercase()
            }
        };
        Ok((value.number(), name))
    };
    kind.values().map(name).collect()
}

/// `GamesFilter` is `GAMES_FILTER`.
fn screaming(name: &str) -> String {
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !written.is_empty() {
            written.push('_');
        }
        written.push(letter.to_ascii_uppercase());
    }
    written
}
