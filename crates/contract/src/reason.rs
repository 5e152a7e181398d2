//! Why calls are refused.

use anyhow::{Context as _, bail};
use prost_reflect::{EnumDescriptor, EnumValueDescriptor};

use crate::options::{field, message, names, number, text};

/// A reason for which a call can be refused.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Its name, such as `ILLEGAL_MOVE`.
    pub name: String,
    /// The name of the gRPC code that it comes with, such as `FAILED_PRECONDITION`.
    pub code: String,
    /// When it comes and what to do, in one sentence.
    pub when: String,
    /// The keys of what it brings beside.
    pub metadata: Vec<String>,
    /// Which calls can be refused for it without listing it.
    pub scope: Scope,
    /// The HTTP status that it comes with.
    pub http_status: u16,
}

/// Which calls can be refused for a reason without listing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// None.
    Listed,
    /// Every call.
    EveryCall,
    /// Every call that needs a token.
    EveryCallWithToken,
    /// Every request over HTTP.
    Http,
    /// Every request over HTTP that has a body.
    HttpBody,
    /// Every request over HTTP that opens a stream.
    HttpStream,
}

/// All reasons of the enum that lists them.
pub(crate) fn read(reasons: &EnumDescriptor) -> anyhow::Result<Vec<Reason>> {
    let given = reasons.values().filter(|value| value.number() != 0);
    given
        .map(|value| reason(&value).with_context(|| value.name().to_owned()))
        .collect()
}

fn reason(value: &EnumValueDescriptor) -> anyhow::Result<Reason> {
    let info = message(value.parent_pool(), &value.options(), "shashki.api.v1.info")?;
    let info = info.context("it has no `info`")?;
    let code = only(names(&info, "code")?)?;
    let own_status = number(&info, "http_status")?;
    let keys = field(&info, "metadata")?;
    let keys = keys.as_list().context("a list")?.iter();
    Ok(Reason {
        name: value.name().to_owned(),
        when: text(&info, "when")?,
        metadata: keys
            .filter_map(|key| key.as_str().map(str::to_owned))
            .collect(),
        scope: scope(&only(names(&info, "scope")?)?)?,
        http_status: match own_status {
            0 => http_status(&code),
            own => u16::try_from(own)?,
        },
        code,
    })
}

fn only(names: Vec<String>) -> anyhow::Result<String> {
    names.into_iter().next().context("a value")
}

fn scope(name: &str) -> anyhow::Result<Scope> {
    Ok(match name {
        "SCOPE_UNSPECIFIED" => Scope::Listed,
        "SCOPE_EVERY_CALL" => Scope::EveryCall,
        "SCOPE_EVERY_CALL_WITH_TOKEN" => Scope::EveryCallWithToken,
        "SCOPE_HTTP" => Scope::Http,
        "SCOPE_HTTP_BODY" => Scope::HttpBody,
        "SCOPE_HTTP_STREAM" => Scope::HttpStream,
        other => bail!("{other} is no scope that is known here"),
    })
}

/// The HTTP status of a gRPC code, by its name. What the rules of the game refuse is 422; 409 is for
/// a view that is out of date, where reading again and repeating helps.
#[must_use]
pub fn http_status(code: &str) -> u16 {
    match code {
        "INVALID_ARGUMENT" | "OUT_OF_RANGE" => 400,
        "UNAUTHENTICATED" => 401,
        "PERMISSION_DENIED" => 403,
        "NOT_FOUND" => 404,
        "ABORTED" | "ALREADY_EXISTS" => 409,
        "FAILED_PRECONDITION" => 422,
        "RESOURCE_EXHAUSTED" => 429,
        "UNIMPLEMENTED" => 501,
        "UNAVAILABLE" => 503,
        "DEADLINE_EXCEEDED" | "CANCELLED" => 504,
        _ => 500,
    }
}
