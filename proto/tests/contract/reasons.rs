//! Reasons of refusal: each has a meaning, some call gives it, no call lists one twice, services give
//! those alone that they declare, and the tests meet every one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use prost_reflect::{DynamicMessage, EnumValueDescriptor, Value};

use crate::options::{POOL, is_sentence, message, methods, names, of_method, of_service, text};

/// A reason has one code wherever it comes, since its code stands in one place.
#[test]
fn every_reason_says_what_it_means() {
    for reason in reasons() {
        let (name, info) = (reason.name(), info(&reason));
        let when = text(&info, "when");
        assert!(is_sentence(&when), "{name}: {when}");
        assert_ne!(names(&info, "code"), ["OK"], "{name} has no code");
        let status = info.get_field_by_name("http_status");
        let follows = status.and_then(|status| status.as_i32()) == Some(0);
        let is_of_http = scope(&reason).starts_with("SCOPE_HTTP");
        assert!(
            follows || is_of_http,
            "{name}: the status follows from the code"
        );
    }
}

#[test]
fn every_reason_is_given_by_some_call() {
    let listed: BTreeSet<_> = methods()
        .flat_map(|method| [of_method(&method), of_service(&method)])
        .flat_map(|options| names(&options, "reasons"))
        .collect();
    for reason in reasons() {
        let name = reason.name();
        let is_general = scope(&reason) != "SCOPE_UNSPECIFIED";
        assert_ne!(is_general, listed.contains(name), "{name}: scope or calls");
    }
}

#[test]
fn every_call_lists_each_of_its_reasons_once() {
    for method in methods() {
        let name = method.full_name();
        let own = of_method(&method);
        let open = own.get_field_by_name("open").expect("a field");
        let mut given = of_every_call(*open == Value::Bool(true));
        assert!(given.contains("DEADLINE_EXCEEDED"), "{name} inherits none");
        for options in [of_service(&method), own] {
            for reason in names(&options, "reasons") {
                assert!(given.insert(reason.clone()), "{name}: {reason} twice");
            }
        }
    }
}

/// The services by their folders.
const SERVICES: [&str; 7] = [
    "rules",
    "games",
    "bots",
    "players",
    "ratings",
    "matchmaking",
    "shop",
];

/// Reasons that no test meets over the wire, and why.
const NOT_MET: [(&str, &str); 2] = [
    (
        "ARCHIVE_UNAVAILABLE",
        "outages of the records are tested where they are kept, in crates/store",
    ),
    (
        "CONTENDED",
        "it takes a race that is lost many times over; conflicts are tested in crates/store",
    ),
];

#[test]
fn services_give_the_reasons_that_they_declare() {
    for service in SERVICES {
        let package = format!("shashki.{service}.v1");
        let own = methods().filter(|method| method.parent_file().package_name() == package);
        let options = own.flat_map(|method| [of_method(&method), of_service(&method)]);
        let declared: BTreeSet<_> = options
            .flat_map(|options| names(&options, "reasons"))
            .collect();
        let mut given = BTreeSet::new();
        literals(&folder(&format!("services/{service}/src")), &mut given);
        for reason in reasons().filter(|reason| given.contains(reason.name())) {
            let is_general = scope(&reason) != "SCOPE_UNSPECIFIED";
            let name = reason.name();
            assert!(
                is_general || declared.contains(name),
                "{service} gives {name} and declares it for no method"
            );
        }
    }
}

#[test]
fn tests_meet_every_reason() {
    let mut met = BTreeSet::new();
    literals(&folder("tests"), &mut met);
    for service in SERVICES.into_iter().chain(["gateway"]) {
        literals(&folder(&format!("services/{service}/tests")), &mut met);
    }
    literals(&folder("crates/platform/tests"), &mut met);
    for reason in reasons() {
        let name = reason.name();
        let is_excused = NOT_MET.iter().any(|(excused, _)| *excused == name);
        assert_ne!(met.contains(name), is_excused, "{name}: is it in a test?");
    }
}

fn folder(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The names in capitals that stand in quotes in the Rust files of a folder.
fn literals(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            literals(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            let in_capitals = |quoted: &&str| {
                let fits = |letter: char| letter.is_ascii_uppercase() || letter == '_';
                !quoted.is_empty() && quoted.chars().all(fits)
            };
            found.extend(text.split('"').filter(in_capitals).map(str::to_owned));
        }
    }
}

/// The reasons that a call gives without listing them.
fn of_every_call(is_open: bool) -> BTreeSet<String> {
    let given = reasons().filter(|reason| match scope(reason).as_str() {
        "SCOPE_EVERY_CALL" => true,
        "SCOPE_EVERY_CALL_WITH_TOKEN" => !is_open,
        _ => false,
    });
    given.map(|reason| reason.name().to_owned()).collect()
}

/// Every reason.
pub(crate) fn reasons() -> impl Iterator<Item = EnumValueDescriptor> {
    let reasons = POOL.get_enum_by_name("shashki.api.v1.ErrorReason");
    let reasons = reasons.expect("the reasons");
    let values: Vec<_> = reasons.values().collect();
    values.into_iter().filter(|reason| reason.number() != 0)
}

/// What a reason means.
pub(crate) fn info(reason: &EnumValueDescriptor) -> DynamicMessage {
    let info = message(&reason.options(), "shashki.api.v1.info");
    info.unwrap_or_else(|| panic!("{} has no `info`", reason.name()))
}

/// Which calls give a reason without listing it.
pub(crate) fn scope(reason: &EnumValueDescriptor) -> String {
    names(&info(reason), "scope").remove(0)
}
