//! The page of reasons, `docs/reasons.md`, is made from the descriptors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use prost_reflect::{DynamicMessage, EnumValueDescriptor, MethodDescriptor, ServiceDescriptor};

use crate::options::{POOL, names, of_method, of_service, text};
use crate::reasons::{info, reasons, scope};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reasons.md");

/// How many characters a line of the page has, but for rows of tables.
const WIDTH: usize = 100;

const INTRODUCTION: &str = "\
<!-- Made from proto/shashki. Change the contracts, then run:
UPDATE=1 cargo test -p proto reasons_page -->

# Reasons of refusal

Every call that is refused says why, by a reason that programs can act on.

- **gRPC and gRPC-Web**: the status has a `google.rpc.ErrorInfo` among its details. Its `domain` is
  `shashki`, its `reason` is the name in the tables below, and its `metadata` has the keys that are
  given there. Bad input has a `google.rpc.BadRequest` too, which names the field at fault.
- **REST**: the body is `application/problem+json`; `fields` and `metadata` are there where they are
  known:

  ```json
  {
    \"type\": \"about:blank\",
    \"title\": \"Bad Request\",
    \"status\": 400,
    \"detail\": \"what to do, for people\",
    \"code\": \"INVALID_ARGUMENT\",
    \"reason\": \"MISSING_FIELD\",
    \"fields\": [{\"field\": \"move\", \"description\": \"what is wrong with it\"}]
  }
  ```

A reason keeps its name and its code. New ones come with new versions: an app that gets a reason it
does not know goes by the code, and shows the message. What to do on each code is in
[clients.md](clients.md#when-a-call-is-refused).
";

/// The codes in the order of the page: the HTTP status, and what the code means.
const CODES: [(&str, u16, &str); 12] = [
    (
        "INVALID_ARGUMENT",
        400,
        "The request cannot be read, or makes no sense whatever the state.",
    ),
    ("UNAUTHENTICATED", 401, "It is not known who calls."),
    ("PERMISSION_DENIED", 403, "The caller may not do this."),
    ("NOT_FOUND", 404, "There is no such thing."),
    (
        "ALREADY_EXISTS",
        409,
        "It belongs to another request, player or result.",
    ),
    ("FAILED_PRECONDITION", 422, "The present state forbids it."),
    ("ABORTED", 409, "The caller's view is out of date."),
    (
        "RESOURCE_EXHAUSTED",
        429,
        "Too much at once, too large, or read too slowly.",
    ),
    ("UNAVAILABLE", 503, "Something does not answer now."),
    ("DEADLINE_EXCEEDED", 504, "No answer came in time."),
    (
        "UNIMPLEMENTED",
        501,
        "There is no such service, method or route.",
    ),
    ("INTERNAL", 500, "The service failed."),
];

/// The scopes that give reasons to calls which do not list them.
const SCOPES: [(&str, &str); 5] = [
    ("SCOPE_EVERY_CALL", "Every call"),
    (
        "SCOPE_EVERY_CALL_WITH_TOKEN",
        "Every call that needs a token",
    ),
    ("SCOPE_HTTP", "Every request over HTTP"),
    ("SCOPE_HTTP_BODY", "Every request over HTTP with a body"),
    ("SCOPE_HTTP_STREAM", "Every request over HTTP for a stream"),
];

#[test]
fn reasons_page_is_up_to_date() {
    let page = page();
    if is_updated() {
        fs::write(PAGE, page).expect("docs/reasons.md can be written");
        return;
    }
    let written = fs::read_to_string(PAGE).unwrap_or_default();
    let mut pairs = page.lines().zip(written.lines());
    let changed = pairs.find(|(line, written)| line != written);
    assert!(
        page == written,
        "docs/reasons.md is not what the contracts say: run \
         `UPDATE=1 cargo test -p proto reasons_page`; the first line that differs: {changed:#?}"
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test has no settings but its environment"
)]
fn is_updated() -> bool {
    std::env::var("UPDATE").as_deref() == Ok("1")
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n## By code\n");
    let mut by_code = reasons_by_code();
    for (code, status, meaning) in CODES {
        let reasons = by_code.remove(code);
        let reasons = reasons.unwrap_or_else(|| panic!("no reason has the code {code}"));
        write!(page, "\n### {code}, HTTP {status}\n\n{meaning}\n\n").expect("a text");
        page.push_str("| reason | when it comes, and which calls give it |\n| --- | --- |\n");
        for reason in &reasons {
            page.push_str(&row(reason));
        }
    }
    assert!(by_code.is_empty(), "codes without a place: {by_code:?}");
    page.push_str("\n## By call\n\nBeside its own reasons a call gives those of all its like:\n\n");
    for (scope_name, calls) in SCOPES {
        let general = reasons().filter(|reason| scope(reason) == scope_name);
        let general: Vec<_> = general.map(|reason| reason.name().to_owned()).collect();
        page.push_str(&item(calls, &general));
    }
    for service in services() {
        page.push_str(&section(&service));
    }
    page
}

/// The reasons of each code, by number.
fn reasons_by_code() -> BTreeMap<String, Vec<EnumValueDescriptor>> {
    let mut by_code: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for reason in reasons() {
        let code = names(&info(&reason), "code").remove(0);
        by_code.entry(code).or_default().push(reason);
    }
    for reasons in by_code.values_mut() {
        reasons.sort_by_key(EnumValueDescriptor::number);
    }
    by_code
}

/// A reason's row.
fn row(reason: &EnumValueDescriptor) -> String {
    let (name, info) = (reason.name(), info(reason));
    let mut cell = text(&info, "when");
    let status = info.get_field_by_name("http_status").expect("a field");
    match status.as_i32().expect("a number") {
        0 => {}
        status => write!(cell, "<br>HTTP status: {status}").expect("a text"),
    }
    let metadata = texts(&info, "metadata");
    if !metadata.is_empty() {
        write!(cell, "<br>Metadata: {}", coded(&metadata)).expect("a text");
    }
    let scope = scope(reason);
    match SCOPES.iter().find(|(name, _)| *name == scope) {
        Some((_, calls)) => write!(cell, "<br>*{calls}*").expect("a text"),
        None => write!(cell, "<br>{}", calls(name)).expect("a text"),
    }
    assert!(!cell.contains('|'), "{name}: a cell has no `|`: {cell}");
    format!("| `{name}` | {cell} |\n")
}

/// The calls that list a reason, by service.
fn calls(reason: &str) -> String {
    let lists =
        |options: &DynamicMessage| names(options, "reasons").iter().any(|name| name == reason);
    let of_services = services().into_iter().filter_map(|service| {
        let name = service.name();
        let methods: Vec<_> = service.methods().collect();
        if methods
            .first()
            .is_some_and(|method| lists(&of_service(method)))
        {
            return Some(format!("`{name}`"));
        }
        let methods = methods.iter().filter(|method| lists(&of_method(method)));
        let methods: Vec<_> = methods.map(|method| method.name().to_owned()).collect();
        (!methods.is_empty()).then(|| format!("`{name}`: {}", coded(&methods)))
    });
    of_services.collect::<Vec<_>>().join("<br>")
}

/// What a service's calls give.
fn section(service: &ServiceDescriptor) -> String {
    let methods: Vec<_> = service.methods().collect();
    let mut section = format!("\n### {}\n\n", service.name());
    let shared = methods
        .first()
        .map(|method| names(&of_service(method), "reasons"));
    let shared = shared.unwrap_or_default();
    if !shared.is_empty() {
        section.push_str(&item("Every method", &shared));
    }
    for method in &methods {
        section.push_str(&item(&title(method), &names(&of_method(method), "reasons")));
    }
    section
}

fn title(method: &MethodDescriptor) -> String {
    let open = of_method(method)
        .get_field_by_name("open")
        .map(|open| open.as_bool());
    let needs_none = open == Some(Some(true));
    let suffix = if needs_none { " (needs no token)" } else { "" };
    format!("`{}`{suffix}", method.name())
}

/// Every service, by name.
fn services() -> Vec<ServiceDescriptor> {
    let mut services: Vec<_> = POOL.services().collect();
    services.sort_by(|one, other| one.name().cmp(other.name()));
    services
}

/// An item of a list: what it is about, and reasons.
fn item(title: &str, reasons: &[String]) -> String {
    let reasons = if reasons.is_empty() {
        "none of its own".to_owned()
    } else {
        coded(reasons)
    };
    let mut item = String::new();
    let mut line = "-".to_owned();
    for word in format!("{title}: {reasons}").split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(item, "{line}").expect("a text");
            " ".clone_into(&mut line);
        }
        write!(line, " {word}").expect("a text");
    }
    format!("{item}{line}\n")
}

/// Names as code.
fn coded(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The texts of a list in a message.
fn texts(message: &DynamicMessage, field: &str) -> Vec<String> {
    let value = message.get_field_by_name(field).expect("a field");
    let values = value.as_list().expect("a list").iter();
    values
        .map(|value| value.as_str().expect("a text").to_owned())
        .collect()
}
