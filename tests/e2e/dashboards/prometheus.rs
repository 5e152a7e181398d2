//! A Prometheus of the test's own, with the configuration that is deployed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use support::{Process, ReservedPort, WAIT_TIMEOUT, wait_for};
use tokio::time::{Instant, sleep};

/// Where the configuration is.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/prometheus")
}

/// A Prometheus that looks every second.
pub(super) struct Prometheus {
    url: String,
    _process: Process,
    _port: ReservedPort,
}

impl Prometheus {
    /// Starts one that measures these processes, by name and port.
    pub(super) async fn start(measured: &[(&str, u16)], folder: &Path) -> Self {
        let port = ReservedPort::reserve();
        std::fs::write(
            folder.join("prometheus.yml"),
            config(measured, port.number()),
        )
        .unwrap();
        let listen = format!("--web.listen-address={}", port.address());
        let arguments = [
            "--config.file=prometheus.yml",
            "--storage.tsdb.path=prometheus",
            listen.as_str(),
        ];
        let mut process = Process::start("prometheus", "prometheus", arguments, &[], folder);
        let url = format!("http://{}", port.address());
        let ready = async || {
            let answer = reqwest::get(format!("{url}/-/ready")).await.ok()?;
            answer.status().is_success().then_some(())
        };
        wait_for("ready prometheus", &mut [&mut process], ready)
            .await
            .unwrap_or_else(|error| panic!("{error}"));
        Self {
            url,
            _process: process,
            _port: port,
        }
    }

    async fn ask(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Value, String> {
        let url = format!("{}/api/v1/{path}", self.url);
        let url = reqwest::Url::parse_with_params(&url, parameters).unwrap();
        let answer = reqwest::get(url).await.unwrap();
        let mut answer: Value = answer.json().await.unwrap();
        match answer["status"].as_str() {
            Some("success") => Ok(answer["data"].take()),
            _ => Err(answer["error"].to_string()),
        }
    }

    /// Waits until it has looked at every process again.
    pub(super) async fn looks_again(&self) {
        let now = self.ask("query", &[("query", "time()")]).await.unwrap();
        let now = now["result"][1].as_str().unwrap();
        self.until(&format!("min(timestamp(up)) > {now}")).await;
    }

    /// Waits until a query gives a number.
    pub(super) async fn until(&self, expr: &str) {
        let begun = Instant::now();
        while self.query(expr).await.unwrap() == 0 {
            assert!(begun.elapsed() < WAIT_TIMEOUT, "nothing answers {expr}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// How many series a query gives that are a number, or why it cannot be answered.
    pub(super) async fn query(&self, expr: &str) -> Result<usize, String> {
        let data = self.ask("query", &[("query", expr)]).await?;
        let series = data["result"].as_array().unwrap();
        let numbers = series.iter().filter(|found| found["value"][1] != "NaN");
        Ok(numbers.count())
    }

    /// The names of all metrics.
    pub(super) async fn metrics(&self) -> BTreeSet<String> {
        strings(&self.ask("label/__name__/values", &[]).await.unwrap())
    }

    /// The labels that some metrics have.
    pub(super) async fn labels(&self, metrics: &BTreeSet<String>) -> BTreeSet<String> {
        let matches: Vec<_> = metrics.iter().map(|name| ("match[]", &**name)).collect();
        strings(&self.ask("labels", &matches).await.unwrap())
    }

    /// The queries of all alerts; none may have failed.
    pub(super) async fn alerts(&self) -> Vec<(String, String)> {
        let data = self.ask("rules", &[]).await.unwrap();
        let groups = data["groups"].as_array().unwrap().iter();
        let rules = groups.flat_map(|group| group["rules"].as_array().unwrap());
        rules
            .map(|rule| {
                assert_eq!(rule["health"], "ok", "{rule}");
                let text = |key: &str| rule[key].as_str().unwrap().to_owned();
                (text("name"), text("query"))
            })
            .collect()
    }
}

/// The deployed configuration with these processes in the place of Docker's names.
fn config(measured: &[(&str, u16)], own: u16) -> String {
    let deployed = std::fs::read_to_string(folder().join("prometheus.yml")).unwrap();
    let mut config = String::new();
    let mut jobs = BTreeSet::new();
    for line in deployed.lines() {
        if let Some(job) = line.trim().strip_prefix("- job_name: ") {
            jobs.insert(job.to_owned());
            let found = measured.iter().find(|(name, _)| *name == job);
            let port = match (job, found) {
                ("prometheus", _) => own,
                (_, Some((_, port))) => *port,
                _ => panic!("there is no process `{job}`"),
            };
            let _ = write!(config, "  - job_name: {job}\n    static_configs:\n");
            let _ = writeln!(config, "      - targets: ['127.0.0.1:{port}']");
        } else if line.ends_with("_interval: 15s") {
            let _ = writeln!(config, "{}", line.replace("15s", "1s"));
        } else if line == "  - alerts.yml" {
            let _ = writeln!(config, "  - {}", folder().join("alerts.yml").display());
        } else if jobs.is_empty() {
            let _ = writeln!(config, "{line}");
        }
    }
    for (name, _) in measured {
        assert!(jobs.contains(*name), "nobody measures `{name}`");
    }
    config
}

fn strings(list: &Value) -> BTreeSet<String> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap().to_owned()).collect()
}
