//! Messages as they are read and written in JSON, and requests as they are read from queries.

mod any;
mod bodies;
mod properties;
mod queries;

use std::collections::BTreeMap;

use contract::{Contract, RequestBody, Violation};
use prost_reflect::{DynamicMessage, Kind, MessageDescriptor};

/// A message by its name without `shashki.`.
fn kind(contract: &Contract, name: &str) -> MessageDescriptor {
    let kind = contract
        .pool
        .get_message_by_name(&format!("shashki.{name}"));
    kind.expect("a message")
}

/// Every message that a request or an answer over HTTP may hold.
fn messages(contract: &Contract) -> Vec<MessageDescriptor> {
    let mut met = BTreeMap::new();
    for method in &contract.methods {
        if !method.bindings.is_empty() {
            visit(&method.descriptor.input(), &mut met);
            visit(&method.descriptor.output(), &mut met);
        }
    }
    met.into_values().collect()
}

fn visit(message: &MessageDescriptor, met: &mut BTreeMap<String, MessageDescriptor>) {
    let name = message.full_name();
    if !name.starts_with("shashki.") || met.contains_key(name) {
        return;
    }
    met.insert(name.to_owned(), message.clone());
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            visit(&inner, met);
        }
    }
}

/// The requests that come in a query, each with the fields that are in the path instead.
fn of_queries(contract: &Contract) -> Vec<(MessageDescriptor, Vec<String>)> {
    let bindings = contract.methods.iter().flat_map(|method| {
        let bindings = method.bindings.iter();
        bindings.map(|binding| (method.descriptor.input(), binding))
    });
    let without_body = bindings.filter(|(_, binding)| binding.body == RequestBody::None);
    without_body
        .map(|(input, binding)| (input, binding.path.fields().map(str::to_owned).collect()))
        .collect()
}

/// Reads a query as the gateway does.
fn read_query(
    contract: &Contract,
    kind: &MessageDescriptor,
    query: &str,
) -> Result<DynamicMessage, Violation> {
    let mut message = DynamicMessage::new(kind.clone());
    contract.json.read_query(&mut message, query)?;
    contract.json.check_given(&message, query)?;
    Ok(message)
}
