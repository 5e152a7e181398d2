//! Methods of services, and their paths over HTTP.

use std::time::Duration;

use anyhow::{Context as _, bail};
use prost_reflect::{DynamicMessage, FieldDescriptor, MethodDescriptor};

use crate::options::{field, flag, message, names, number, text};
use crate::path::Path;

/// A method of a service.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its descriptor.
    pub descriptor: MethodDescriptor,
    /// Its path over gRPC: `/shashki.games.v1.GamesService/PlayMove`.
    pub grpc_path: String,
    /// Its paths over HTTP, the first one the usual; none for a method that apps do not call.
    pub bindings: Vec<Binding>,
    /// The names of the reasons for which it can be refused, those of its service included.
    pub reasons: Vec<String>,
    /// Whether it answers callers without a token.
    pub is_open: bool,
    /// Whether a call without an answer must not be sent again.
    pub never_repeat: bool,
    /// The media type of the answer, where that is not JSON.
    pub media_type: Option<String>,
    /// How long it may take, where that is longer than other calls.
    pub deadline: Option<Duration>,
    /// The field of a stream's request by which the stream goes on after a message that was seen.
    pub resume_field: Option<FieldDescriptor>,
}

/// A path of a method over HTTP.
#[derive(Clone, Debug)]
pub struct Binding {
    /// GET, POST, PUT, PATCH or DELETE.
    pub verb: http::Method,
    /// The path.
    pub path: Path,
    /// What the request's body holds. What neither it nor the path holds is in the query.
    pub body: RequestBody,
    /// The field of the answer that is all of the HTTP answer.
    pub response_body: Option<FieldDescriptor>,
}

/// What a request's body holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestBody {
    /// There is none.
    None,
    /// All fields that are not in the path.
    All,
}

impl Method {
    pub(crate) fn read(method: MethodDescriptor) -> anyhow::Result<Self> {
        let pool = method.parent_pool();
        let service = method.parent_service();
        let own = message(pool, &method.options(), "shashki.api.v1.method")?;
        let of_service = message(pool, &service.options(), "shashki.api.v1.service")?;
        let mut reasons = Vec::new();
        for options in of_service.iter().chain(&own) {
            reasons.extend(names(options, "reasons")?);
        }
        let own = match own {
            Some(own) => own,
            None => empty_options(&method)?,
        };
        let media_type = text(&own, "media_type")?;
        let deadline_ms = u64::try_from(number(&own, "deadline_ms")?)?;
        let resume_field = text(&own, "resume_field")?;
        Ok(Self {
            grpc_path: format!("/{}/{}", service.full_name(), method.name()),
            bindings: bindings(&method)?,
            reasons,
            is_open: flag(&own, "open")?,
            never_repeat: flag(&own, "never_repeat")?,
            media_type: (!media_type.is_empty()).then_some(media_type),
            deadline: (deadline_ms > 0).then(|| Duration::from_millis(deadline_ms)),
            resume_field: match resume_field.as_str() {
                "" => None,
                name => Some(
                    method
                        .input()
                        .get_field_by_name(name)
                        .context("the field to resume by")?,
                ),
            },
            descriptor: method,
        })
    }

    /// Whether it answers with a stream.
    #[must_use]
    pub fn is_streaming(&self) -> bool {
        self.descriptor.is_server_streaming()
    }
}

fn empty_options(method: &MethodDescriptor) -> anyhow::Result<DynamicMessage> {
    let options = method
        .parent_pool()
        .get_message_by_name("shashki.api.v1.Method");
    Ok(DynamicMessage::new(
        options.context("no options of methods")?,
    ))
}

fn bindings(method: &MethodDescriptor) -> anyhow::Result<Vec<Binding>> {
    let rule = message(method.parent_pool(), &method.options(), "google.api.http")?;
    let Some(rule) = rule else {
        return Ok(Vec::new());
    };
    let mut bindings = vec![binding(method, &rule)?];
    let more = field(&rule, "additional_bindings")?;
    for rule in more.as_list().unwrap_or_default() {
        let rule = rule.as_message().context("a rule")?;
        bindings.push(binding(method, rule)?);
    }
    Ok(bindings)
}

fn binding(method: &MethodDescriptor, rule: &DynamicMessage) -> anyhow::Result<Binding> {
    const VERBS: [(&str, http::Method); 5] = [
        ("get", http::Method::GET),
        ("post", http::Method::POST),
        ("put", http::Method::PUT),
        ("patch", http::Method::PATCH),
        ("delete", http::Method::DELETE),
    ];
    let verb = VERBS
        .into_iter()
        .find(|(name, _)| rule.has_field_by_name(name));
    let (name, verb) = verb.context("its rule has no verb")?;
    let body = match text(rule, "body")?.as_str() {
        "" => RequestBody::None,
        "*" => RequestBody::All,
        other => bail!("a body of the field `{other}` alone is not supported"),
    };
    let response_body = text(rule, "response_body")?;
    let response_body = match response_body.as_str() {
        "" => None,
        name => Some(
            method
                .output()
                .get_field_by_name(name)
                .context("the field of the answer")?,
        ),
    };
    Ok(Binding {
        verb,
        path: text(rule, name)?.parse()?,
        body,
        response_body,
    })
}

#[cfg(test)]
mod tests {
    use prost_reflect::Value;

    use super::*;
    use crate::Contract;

    /// Reads a rule for a move, made of these fields of `google.api.HttpRule`.
    fn read(fields: &[(&str, &str)]) -> anyhow::Result<Binding> {
        let contract = Contract::read()?;
        let mut methods = contract.methods.iter();
        let play = methods.find(|method| method.descriptor.name() == "PlayMove");
        let rule = contract.pool.get_message_by_name("google.api.HttpRule");
        let mut rule = DynamicMessage::new(rule.context("the rule")?);
        for (name, value) in fields {
            rule.set_field_by_name(name, Value::String((*value).to_owned()));
        }
        binding(&play.context("the method")?.descriptor, &rule)
    }

    #[test]
    fn rules_are_read() {
        for verb in ["get", "post", "put", "patch", "delete"] {
            let read = read(&[(verb, "/v1/games/{game_id}")]).unwrap();
            assert_eq!(read.verb.as_str(), verb.to_ascii_uppercase());
            assert_eq!(read.path.to_string(), "/v1/games/{game_id}");
            assert_eq!(read.body, RequestBody::None);
            assert_eq!(read.response_body, None);
        }
        let whole = read(&[("post", "/v1"), ("body", "*"), ("response_body", "event")]);
        let whole = whole.unwrap();
        assert_eq!(whole.body, RequestBody::All);
        assert_eq!(whole.response_body.unwrap().name(), "event");
    }

    #[test]
    fn other_forms_of_rules_are_refused() {
        let wrong: [&[(&str, &str)]; 5] = [
            &[],
            &[("post", "/v1/games/*")],
            &[("post", "/v1/games/{game_id=*}")],
            &[("post", "/v1"), ("body", "move")],
            &[("post", "/v1"), ("response_body", "other")],
        ];
        for fields in wrong {
            assert!(read(fields).is_err(), "{fields:?}");
        }
    }
}
