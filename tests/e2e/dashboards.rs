//! Dashboards, alerts and runbooks: every query is put to a real Prometheus that measures the running
//! suite, after everything has happened that is counted.

mod happenings;
mod prometheus;
mod queries;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use support::PostgresServer;
use tokio::time::sleep;

use self::happenings::Happenings;
use self::prometheus::Prometheus;
use self::queries::{Query, files, folder, named};
use crate::harness::{Kind, Suite};

/// How often queries that are still empty are put again, a second apart.
const TRIES: u32 = 90;

#[tokio::test]
async fn every_query_is_answered_by_the_running_suite() {
    let database = PostgresServer::start().await;
    let modes = happenings::modes();
    let settings = [
        ("SHASHKI_DATABASE", database.url()),
        ("SHASHKI_MODES", modes.path().display().to_string()),
    ];
    let mut suite = Suite::start_measured(Kind::Split, &settings).await;
    let prometheus = Prometheus::start(&suite.measured(), suite.folder()).await;

    // A counter is seen to grow from its second sample on: so all of it twice, with looks between.
    let mut happenings = Happenings::default();
    for round in 0..2 {
        happenings.all(&mut suite, &prometheus, round).await;
        prometheus.looks_again().await;
    }

    let panels = queries::of_panels();
    let mut open = panels.clone();
    for _ in 0..TRIES {
        open = unanswered(&prometheus, open).await;
        if open.is_empty() {
            break;
        }
        sleep(Duration::from_secs(1)).await;
    }
    let open: Vec<_> = open.iter().map(Query::to_string).collect();
    assert!(open.is_empty(), "nothing answers {open:#?}");

    // When all is well alerts are empty, but they name what is there.
    let alerts = prometheus.alerts().await.into_iter();
    let alerts = alerts.map(|(place, expr)| Query { place, expr });
    let runbooks = queries::of_runbooks();
    for query in &runbooks {
        let answer = prometheus.query(&query.expr).await;
        assert!(answer.is_ok(), "{query}: {answer:?}");
    }
    let metrics = prometheus.metrics().await;
    for query in panels.into_iter().chain(alerts).chain(runbooks) {
        names_what_is_there(&prometheus, &metrics, &query).await;
    }
}

/// The queries that give no number.
async fn unanswered(prometheus: &Prometheus, queries: Vec<Query>) -> Vec<Query> {
    let mut open = Vec::new();
    for query in queries {
        match prometheus.query(&query.expr).await {
            Ok(0) => open.push(query),
            Ok(_) => {}
            Err(error) => panic!("{query}: {error}"),
        }
    }
    open
}

/// Every metric and label of a query is there, and values of the suite's own labels are documented.
async fn names_what_is_there(prometheus: &Prometheus, metrics: &BTreeSet<String>, query: &Query) {
    let named = named(&query.expr);
    assert!(!named.metrics.is_empty(), "{query}");
    let missing: Vec<_> = named.metrics.difference(metrics).collect();
    assert!(missing.is_empty(), "{query}: no metric {missing:?}");
    let labels = prometheus.labels(&named.metrics).await;
    for label in &named.labels {
        // An error's type is there once something has failed.
        let is_there = labels.contains(label) || label == "error_type";
        assert!(is_there, "{query}: no label {label}");
    }
    let documented = include_str!("../../docs/metrics.md");
    for (label, value) in &named.values {
        if label.starts_with("shashki_") {
            let is_documented = documented.contains(&format!("`{value}`"));
            assert!(is_documented, "{query}: {label} is never {value}");
        }
    }
}

/// The names of all alerts.
fn alerts() -> BTreeSet<String> {
    let rules = std::fs::read_to_string(prometheus::folder().join("alerts.yml")).unwrap();
    let alerts = rules.lines();
    alerts
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_alert_has_a_runbook_and_a_row_in_the_docs() {
    let alerts = alerts();
    let runbooks = files(&folder("deploy/runbooks"), ".md");
    let books: BTreeSet<_> = runbooks.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(alerts, books);
    let rules = std::fs::read_to_string(prometheus::folder().join("alerts.yml")).unwrap();
    let docs = std::fs::read_to_string(folder("docs/alerts.md")).unwrap();
    for alert in rules.split("- alert: ").skip(1) {
        let name = alert.lines().next().unwrap();
        let severity = if alert.contains("labels: {severity: page}") {
            "page"
        } else {
            "ticket"
        };
        let runbook = format!("runbook: deploy/runbooks/{name}.md");
        assert!(alert.contains(&runbook), "{name}");
        let row = format!("| [{name}](../deploy/runbooks/{name}.md) | {severity} |");
        assert_eq!(docs.matches(&row).count(), 1, "{row}");
        let (_, book) = runbooks.iter().find(|(book, _)| book == name).unwrap();
        let head = format!("# {name}\n\n{severity} · dashboard *Shashki: ");
        assert!(book.starts_with(&head), "{name}");
    }
    assert_eq!(docs.matches("../deploy/runbooks/").count(), alerts.len());
}

#[test]
fn alerts_fire_and_are_silent_as_their_tests_say() {
    let tests = prometheus::folder().join("tests");
    let mut run = Command::new("promtool");
    run.args(["test", "rules"]).current_dir(&tests);
    let mut tested = String::new();
    for (name, text) in files(&tests, ".yml") {
        run.arg(format!("{name}.yml"));
        tested.push_str(&text);
    }
    let ran = run.output().unwrap();
    assert!(ran.status.success(), "{ran:?}");
    for alert in alerts() {
        let fires = format!("alertname=\"{alert}\"");
        assert!(tested.contains(&fires), "no test lets {alert} fire");
    }
    let config = prometheus::folder().join("prometheus.yml");
    let checked = Command::new("promtool")
        .args(["check", "config"])
        .arg(config)
        .output();
    let checked = checked.unwrap();
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn dashboards_are_what_their_source_makes() {
    let made = Command::new("python3")
        .arg(folder("deploy/grafana/make.py"))
        .arg("--check")
        .output();
    let made = made.unwrap();
    assert!(made.status.success(), "{made:?}");
    let mut uids = BTreeSet::new();
    for board in queries::dashboards() {
        assert!(uids.insert(board["uid"].to_string()), "{}", board["uid"]);
        for panel in board["panels"].as_array().unwrap() {
            let is_told = panel["type"] == "row" || panel["description"] != "";
            assert!(is_told, "{} / {}", board["title"], panel["title"]);
        }
    }
    // Links lead to dashboards that are there.
    for board in queries::dashboards() {
        for panel in board["panels"].as_array().unwrap() {
            for link in panel["links"].as_array().into_iter().flatten() {
                let url = link["url"].as_str().unwrap();
                let uid = url.trim_start_matches("/d/").split('?').next().unwrap();
                assert!(uids.contains(&format!("\"{uid}\"")), "{url}");
            }
        }
    }
}
