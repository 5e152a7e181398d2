//! The methods that there are, and how they are counted: by OpenTelemetry's conventions for RPC.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use prost::Message as _;
use prost_types::FileDescriptorSet;
use telemetry::metrics::{BoundHistogram, Histogram, KeyValue, UpDownCounter, durations, open};
use tonic::Code;

use crate::fault::code_name;

static ANSWERED: LazyLock<Histogram<f64>> =
    LazyLock::new(|| durations("rpc.server.call.duration", "Calls answered"));

static CALLED: LazyLock<Histogram<f64>> =
    LazyLock::new(|| durations("rpc.client.call.duration", "Calls of other services"));

static STREAMS: LazyLock<UpDownCounter<i64>> =
    LazyLock::new(|| open("shashki.streams.open", "{stream}", "Streams being served"));

/// By path. What a caller may write there has no end, and names of metrics must be few.
static METHODS: LazyLock<HashMap<String, Method>> = LazyLock::new(|| {
    let files = FileDescriptorSet::decode(proto::FILE_DESCRIPTOR_SET).unwrap_or_default();
    let mut methods = HashMap::new();
    for file in &files.file {
        for service in &file.service {
            for method in &service.method {
                // Made once, for as long as the process runs.
                let name = format!("{}.{}/{}", file.package(), service.name(), method.name());
                let path = format!("/{name}");
                let method = Method {
                    name: name.leak(),
                    streams: method.server_streaming(),
                    answered_well: OnceLock::new(),
                    called_well: OnceLock::new(),
                };
                methods.insert(path, method);
            }
        }
    }
    methods
});

/// A method of the suite's own services.
#[derive(Debug)]
pub(crate) struct Method {
    /// Such as `shashki.games.v1.GamesService/PlayMove`.
    name: &'static str,
    /// Whether it answers with a stream.
    pub(crate) streams: bool,
    /// Most calls end well: what counts them is at hand.
    answered_well: OnceLock<BoundHistogram<f64>>,
    called_well: OnceLock<BoundHistogram<f64>>,
}

impl Method {
    /// The method at a path; `None` for health, reflection, and what there is not.
    pub(crate) fn at(path: &str) -> Option<&'static Self> {
        METHODS.get(path)
    }

    /// Counts a call that was answered.
    pub(crate) fn answered(&self, code: Code, after: Duration) {
        self.record(&ANSWERED, &self.answered_well, code, after);
    }

    /// Counts a call that was made.
    pub(crate) fn called(&self, code: Code, after: Duration) {
        self.record(&CALLED, &self.called_well, code, after);
    }

    fn record(
        &self,
        all: &Histogram<f64>,
        well: &OnceLock<BoundHistogram<f64>>,
        code: Code,
        after: Duration,
    ) {
        let seconds = after.as_secs_f64();
        if code == Code::Ok {
            let bound = well.get_or_init(|| all.bind(&self.attributes(code)));
            bound.record(seconds);
        } else {
            all.record(seconds, &self.attributes(code));
        }
    }

    /// Counts a stream for as long as what it gives is there.
    pub(crate) fn streaming(&self) -> OpenStream {
        let method = KeyValue::new("rpc.method", self.name);
        STREAMS.add(1, std::slice::from_ref(&method));
        OpenStream(method)
    }

    fn attributes(&self, code: Code) -> [KeyValue; 3] {
        [
            KeyValue::new("rpc.system.name", "grpc"),
            KeyValue::new("rpc.method", self.name),
            KeyValue::new("rpc.response.status_code", code_name(code)),
        ]
    }
}

/// A stream that is being served.
#[derive(Debug)]
pub(crate) struct OpenStream(KeyValue);

impl Drop for OpenStream {
    fn drop(&mut self) {
        STREAMS.add(-1, std::slice::from_ref(&self.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_known_by_their_paths() {
        let play = Method::at("/shashki.games.v1.GamesService/PlayMove").expect("a method");
        assert_eq!(play.name, "shashki.games.v1.GamesService/PlayMove");
        assert!(!play.streams);
        let watch = Method::at("/shashki.games.v1.GamesService/WatchGame").expect("a method");
        assert!(watch.streams);
        assert!(Method::at("/shashki.games.v1.GamesService/Guess").is_none());
        assert!(Method::at("/grpc.health.v1.Health/Check").is_none());
    }
}
