//! Options of descriptors, by name.

use anyhow::{Context as _, bail};
use prost_reflect::{
    DescriptorPool, DynamicMessage, EnumDescriptor, Kind, ReflectMessage as _, Value,
};

/// An option that is set.
pub(crate) fn extension(
    pool: &DescriptorPool,
    options: &DynamicMessage,
    name: &str,
) -> anyhow::Result<Option<Value>> {
    let extension = pool
        .get_extension_by_name(name)
        .with_context(|| format!("there is no option {name}"))?;
    let is_set = options.has_extension(&extension);
    Ok(is_set.then(|| options.get_extension(&extension).into_owned()))
}

/// An option that is a message and is set.
pub(crate) fn message(
    pool: &DescriptorPool,
    options: &DynamicMessage,
    name: &str,
) -> anyhow::Result<Option<DynamicMessage>> {
    match extension(pool, options, name)? {
        None => Ok(None),
        Some(Value::Message(message)) => Ok(Some(message)),
        Some(_) => bail!("the option {name} is no message"),
    }
}

/// A field of an option.
pub(crate) fn field(message: &DynamicMessage, name: &str) -> anyhow::Result<Value> {
    let value = message.get_field_by_name(name);
    let value =
        value.with_context(|| format!("{} has no {name}", message.descriptor().full_name()))?;
    Ok(value.into_owned())
}

/// A text of an option; empty if it is not set.
pub(crate) fn text(message: &DynamicMessage, name: &str) -> anyhow::Result<String> {
    let value = field(message, name)?;
    Ok(value.as_str().context("a text")?.to_owned())
}

/// A flag of an option.
pub(crate) fn flag(message: &DynamicMessage, name: &str) -> anyhow::Result<bool> {
    field(message, name)?.as_bool().context("a flag")
}

/// A number of an option; 0 if it is not set.
pub(crate) fn number(message: &DynamicMessage, name: &str) -> anyhow::Result<i32> {
    field(message, name)?.as_i32().context("a number")
}

/// The names of the values of an enum in a field, one or many.
pub(crate) fn names(message: &DynamicMessage, name: &str) -> anyhow::Result<Vec<String>> {
    let kind = enum_of(message, name)?;
    let value = field(message, name)?;
    let values = value.as_list().unwrap_or(std::slice::from_ref(&value));
    values
        .iter()
        .map(|value| {
            let number = value.as_enum_number().context("an enum")?;
            let value = kind.get_value(number).context("a value of the enum")?;
            Ok(value.name().to_owned())
        })
        .collect()
}

fn enum_of(message: &DynamicMessage, name: &str) -> anyhow::Result<EnumDescriptor> {
    let field = message.descriptor().get_field_by_name(name);
    match field.map(|field| field.kind()) {
        Some(Kind::Enum(kind)) => Ok(kind),
        _ => bail!("{name} is no enum"),
    }
}
