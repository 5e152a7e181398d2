//! The queries of panels, alerts and runbooks, and what they name.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A query, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) place: String,
    pub(super) expr: String,
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.expr)
    }
}

/// What a query names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) metrics: BTreeSet<String>,
    pub(super) labels: BTreeSet<String>,
    /// Labels and the values that they are held against, if these are plain words.
    pub(super) values: BTreeSet<(String, String)>,
}

/// The repository's folder of this name.
pub(super) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

/// The files of a folder, by their names without the ending.
pub(super) fn files(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            let name = name.strip_suffix(ending)?.to_owned();
            Some((name, std::fs::read_to_string(entry.path()).unwrap()))
        })
        .collect();
    files.sort();
    files
}

/// All dashboards.
pub(super) fn dashboards() -> Vec<Value> {
    let files = files(&folder("deploy/grafana/dashboards"), ".json");
    let boards = files.iter();
    boards
        .map(|(_, text)| serde_json::from_str(text).unwrap())
        .collect()
}

/// The queries of all panels, with everything chosen and some minutes shown.
pub(super) fn of_panels() -> Vec<Query> {
    let mut queries = Vec::new();
    for board in dashboards() {
        for panel in board["panels"].as_array().unwrap() {
            for target in panel["targets"].as_array().into_iter().flatten() {
                let expr = target["expr"].as_str().unwrap();
                let place = format!("{} / {}", board["title"], panel["title"]);
                let expr = expr.replace("$__rate_interval", "10m");
                let expr = expr.replace("$__range", "10m");
                let expr = expr.replace("$mode", ".*").replace("$job", ".*");
                assert!(!expr.contains('$'), "{place}: {expr}");
                queries.push(Query { place, expr });
            }
        }
    }
    queries
}

/// The queries that runbooks tell to ask.
pub(super) fn of_runbooks() -> Vec<Query> {
    let mut queries = Vec::new();
    for (place, text) in files(&folder("deploy/runbooks"), ".md") {
        for block in text.split("```promql\n").skip(1) {
            let (expr, _) = block.split_once("\n```").unwrap();
            let (place, expr) = (place.clone(), expr.to_owned());
            queries.push(Query { place, expr });
        }
    }
    queries
}

/// Reads a query as far as names go.
pub(super) fn named(expr: &str) -> Named {
    let mut named = Named::default();
    let mut rest = expr;
    while let Some(first) = rest.chars().next() {
        if first == '[' {
            rest = rest.split_once(']').unwrap().1;
        } else if first == '"' {
            rest = rest[1..].split_once('"').unwrap().1;
        } else if first.is_ascii_alphanumeric() || first == '_' {
            let end = rest.find(|next: char| !(next.is_ascii_alphanumeric() || next == '_'));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after.trim_start();
            if ["by", "on", "without", "ignoring"].contains(&word) {
                let (labels, after) = rest[1..].split_once(')').unwrap();
                let labels = labels.split(',').map(str::trim).map(str::to_owned);
                named.labels.extend(labels);
                rest = after;
            } else if is_metric(word) && !rest.starts_with('(') {
                named.metrics.insert(word.to_owned());
                if rest.starts_with('{') {
                    rest = matchers(rest, &mut named);
                }
            }
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    named
}

/// Functions and keywords have no underscore, or are called.
fn is_metric(word: &str) -> bool {
    word == "up" || word == "ALERTS" || word.contains('_')
}

/// Reads `{label="value",…}` and gives what comes after.
fn matchers<'a>(text: &'a str, named: &mut Named) -> &'a str {
    let mut rest = &text[1..];
    while !rest.starts_with('}') {
        let (label, after) = rest.split_once(['=', '!']).unwrap();
        let (_, after) = after.split_once('"').unwrap();
        let (value, after) = after.split_once('"').unwrap();
        named.labels.insert(label.trim().to_owned());
        let is_word = |part: &&str| {
            let mut letters = part.chars();
            !part.is_empty() && letters.all(|next| next.is_ascii_alphanumeric() || next == '_')
        };
        let words = value.split('|').filter(is_word);
        let values = words.map(|word| (label.trim().to_owned(), word.to_owned()));
        named.values.extend(values);
        rest = after.trim_start_matches([',', ' ']);
    }
    &rest[1..]
}

#[test]
fn names_are_read_out_of_queries() {
    let expr =
        r#"sum by (job, le) (rate(a_b{x="y",z!~"p|q.+"}[5m])) / on (job) 2e3 * up offset 1h"#;
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let read = named(expr);
    assert_eq!(read.metrics, words(&["a_b", "up"]));
    assert_eq!(read.labels, words(&["job", "le", "x", "z"]));
    let values = [("x", "y"), ("z", "p")];
    let values = values.map(|(label, value)| (label.to_owned(), value.to_owned()));
    assert_eq!(read.values, values.into_iter().collect());
}
