//! The descriptors, and their options.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use prost_reflect::{
    DescriptorPool, DynamicMessage, ExtensionDescriptor, FieldDescriptor, Kind, MessageDescriptor,
    MethodDescriptor, ReflectMessage as _, Value,
};

/// All contracts.
pub(crate) static POOL: LazyLock<DescriptorPool> =
    LazyLock::new(|| DescriptorPool::decode(proto::FILE_DESCRIPTOR_SET).expect("descriptors"));

/// Every method of every service.
pub(crate) fn methods() -> impl Iterator<Item = MethodDescriptor> {
    let services = POOL.services();
    services.flat_map(|service| service.methods().collect::<Vec<_>>())
}

/// A method's route, if it has one.
pub(crate) fn http(method: &MethodDescriptor) -> Option<DynamicMessage> {
    message(&method.options(), "google.api.http")
}

/// A method's own options; empty if it has none.
pub(crate) fn of_method(method: &MethodDescriptor) -> DynamicMessage {
    let options = message(&method.options(), "shashki.api.v1.method");
    options.unwrap_or_else(|| empty("shashki.api.v1.Method"))
}

/// The options of a method's service; empty if it has none.
pub(crate) fn of_service(method: &MethodDescriptor) -> DynamicMessage {
    let options = message(&method.parent_service().options(), "shashki.api.v1.service");
    options.unwrap_or_else(|| empty("shashki.api.v1.Service"))
}

fn empty(name: &str) -> DynamicMessage {
    DynamicMessage::new(POOL.get_message_by_name(name).expect("a message"))
}

/// An option by its name.
pub(crate) fn extension(name: &str) -> ExtensionDescriptor {
    let extension = POOL.get_extension_by_name(name);
    extension.unwrap_or_else(|| panic!("there is no option {name}"))
}

/// An option that is a message, if it is set.
pub(crate) fn message(options: &DynamicMessage, name: &str) -> Option<DynamicMessage> {
    let extension = extension(name);
    let value = options.get_extension(&extension);
    let is_set = options.has_extension(&extension);
    is_set.then(|| value.as_message().expect("a message").clone())
}

/// A text of a message.
pub(crate) fn text(message: &DynamicMessage, field: &str) -> String {
    let value = message.get_field_by_name(field).expect("a field");
    value.as_str().expect("a text").to_owned()
}

/// The names of the values in a field of an enum's type, one or many.
pub(crate) fn names(message: &DynamicMessage, field: &str) -> Vec<String> {
    let field = message.descriptor().get_field_by_name(field);
    let field = field.expect("a field");
    let Kind::Enum(kind) = field.kind() else {
        panic!("{} is no enum", field.full_name());
    };
    let value = message.get_field(&field);
    let values = value.as_list().unwrap_or(std::slice::from_ref(&value));
    let numbers = values.iter().filter_map(Value::as_enum_number);
    numbers
        .map(|number| kind.get_value(number).expect("a value").name().to_owned())
        .collect()
}

/// Whether a field must be given.
pub(crate) fn is_required(field: &FieldDescriptor) -> bool {
    let options = field.options();
    let behaviors = options.get_extension(&extension("google.api.field_behavior"));
    let required = Value::EnumNumber(2);
    behaviors.as_list().expect("a list").contains(&required)
}

/// The messages in requests over HTTP, by name.
pub(crate) fn request_messages() -> BTreeMap<String, MessageDescriptor> {
    let mut met = BTreeMap::new();
    for method in methods().filter(|method| http(method).is_some()) {
        visit(&method.input(), &mut met);
    }
    met
}

/// The messages in requests and answers over HTTP, by name.
pub(crate) fn http_messages() -> BTreeMap<String, MessageDescriptor> {
    let mut met = request_messages();
    for method in methods().filter(|method| http(method).is_some()) {
        visit(&method.output(), &mut met);
    }
    met
}

fn visit(message: &MessageDescriptor, met: &mut BTreeMap<String, MessageDescriptor>) {
    // Those of protobuf itself have forms of their own in JSON.
    if message.package_name() == "google.protobuf" || met.contains_key(message.full_name()) {
        return;
    }
    met.insert(message.full_name().to_owned(), message.clone());
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            visit(&inner, met);
        }
    }
}

/// Whether it is one sentence for people.
pub(crate) fn is_sentence(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.ends_with('.')
        && !text.contains(". ")
        && !text.contains('\n')
}
