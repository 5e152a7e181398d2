//! Starting and stopping: what goes where.

use std::io::IsTerminal as _;
use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::global;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use prometheus::Registry;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing::Level;
use tracing_subscriber::filter::{DynFilterFn, FilterExt as _, LevelFilter, Targets, filter_fn};
use tracing_subscriber::fmt::format::JsonFields;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::log::TracedJson;
use crate::trace::{Ids, Sampling, Trace};
use crate::{metrics, process, scrape};

/// How long the last spans may take on their way out. A collector that is away must not delay an exit.
const FLUSH: Duration = Duration::from_secs(1);

/// How long the collector may take for what it is sent meanwhile; nobody waits for that.
const SENDING: Duration = Duration::from_secs(5);

/// The exporter is a gRPC client itself: its own spans would feed it for ever.
const NOT_OURS: [&str; 6] = [
    "h2",
    "hyper",
    "hyper_util",
    "tonic",
    "tower",
    "opentelemetry",
];

/// Settings of logs, traces and metrics.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// What to log: a level, or a filter such as `info,games=debug`
    #[arg(long, env = "SHASHKI_LOG", default_value = "info", global = true)]
    pub log: String,

    /// How to log: `auto` is `pretty` on a terminal and `json` elsewhere
    #[arg(
        long,
        env = "SHASHKI_LOG_FORMAT",
        default_value = "auto",
        global = true
    )]
    pub log_format: Format,

    /// Where to send traces and metrics (OTLP over gRPC), such as `http://127.0.0.1:4317`; nothing is
    /// sent if empty
    #[arg(
        long,
        env = "OTEL_EXPORTER_OTLP_ENDPOINT",
        global = true,
        value_name = "URL"
    )]
    pub otlp_endpoint: Option<String>,

    /// The share of new traces to keep, from 0 to 1; a caller's own decision goes first
    #[arg(
        long,
        env = "OTEL_TRACES_SAMPLER_ARG",
        default_value_t = 1.0,
        value_parser = share,
        global = true
    )]
    pub trace_ratio: f64,

    /// How many new traces a second a process keeps at most, so that traces cost little however
    /// much is played; 0 sets no limit
    #[arg(
        long,
        env = "SHASHKI_TRACES_A_SECOND",
        default_value_t = 10,
        global = true,
        value_name = "NUMBER"
    )]
    pub traces_a_second: u32,

    /// Where `GET /metrics` is answered, such as `127.0.0.1:9464`; nowhere if left out. Port 0 takes a
    /// free one
    #[arg(long, env = "SHASHKI_METRICS", global = true, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
}

/// The form of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Pretty on a terminal, JSON elsewhere.
    Auto,
    /// For people.
    Pretty,
    /// One JSON object a line.
    Json,
}

/// Logs, traces and metrics at work.
#[derive(Debug)]
pub struct Telemetry {
    traces: Option<SdkTracerProvider>,
    metrics: Option<SdkMeterProvider>,
    scrapes: Option<(SocketAddr, JoinHandle<()>)>,
}

/// Starts logging to standard error, answering scrapes if an address is set, and sending traces and
/// metrics as `process` if an endpoint is.
///
/// # Errors
/// When a setting cannot be used.
pub async fn start(process: &str, options: &Options) -> anyhow::Result<Telemetry> {
    let endpoint = options.otlp_endpoint.as_deref();
    let endpoint = endpoint.filter(|endpoint| !endpoint.is_empty());
    let traces = endpoint
        .map(|endpoint| tracer(process, endpoint))
        .transpose()?;
    log_and_trace(options, traces.as_ref())?;
    if traces.is_some() {
        Sampling::new(options.trace_ratio, options.traces_a_second).install();
    }

    let registry = Registry::new();
    let provider = (endpoint.is_some() || options.metrics.is_some())
        .then(|| meter(process, endpoint, options.metrics.map(|_| &registry)))
        .transpose()?;
    if let Some(provider) = &provider {
        global::set_meter_provider(provider.clone());
        metrics::keep();
        process::watch();
    }
    let scrapes = match options.metrics {
        Some(address) => Some(scrape::serve(address, registry).await?),
        None => None,
    };
    Ok(Telemetry {
        traces,
        metrics: provider,
        scrapes,
    })
}

fn log_and_trace(options: &Options, traces: Option<&SdkTracerProvider>) -> anyhow::Result<()> {
    let filter: Targets = options
        .log
        .parse()
        .with_context(|| format!("`{}` is not a log filter", options.log))?;
    // Writing down the fields of every span costs more than the calls that they are about, for
    // lines that are hardly ever written: logs name their spans only where every detail is wanted.
    let levels = filter.iter().map(|(_, level)| level);
    let level = levels
        .chain(filter.default_level())
        .max()
        .unwrap_or(LevelFilter::OFF);
    let detailed = level >= LevelFilter::DEBUG;
    // Without the hint every span of every library would be made, to be thrown away.
    let worth_writing = filter_fn(move |metadata| {
        // What the exporter says of itself is for those who look into it.
        let chatter = metadata.target().starts_with("opentelemetry");
        detailed || metadata.is_event() && (!chatter || *metadata.level() <= Level::WARN)
    });
    let worth_writing = worth_writing.with_max_level_hint(level);
    let terminal = std::io::stderr().is_terminal();
    let pretty = match options.log_format {
        Format::Auto => terminal,
        Format::Pretty => true,
        Format::Json => false,
    };
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = if pretty {
        log.with_ansi(terminal).with_target(false).boxed()
    } else {
        let json = tracing_subscriber::fmt::format().json().flatten_event(true);
        log.event_format(TracedJson(json))
            .fmt_fields(JsonFields::new())
            .boxed()
    };

    let mut layers = vec![log.with_filter(filter.and(worth_writing)).boxed()];
    // A layer that is there but empty would ask for every span as well.
    layers.extend(traces.map(|provider| {
        let ours = |metadata: &tracing::Metadata<'_>| {
            let root = metadata.target().split("::").next().unwrap_or_default();
            *metadata.level() <= Level::INFO && !NOT_OURS.contains(&root)
        };
        // Looked at for each span: whether its trace is kept.
        let kept = DynFilterFn::new(move |metadata, _| ours(metadata) && Trace::is_kept())
            .with_max_level_hint(LevelFilter::INFO);
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("shashki"))
            .with_location(false)
            .with_threads(false)
            .with_filter(kept)
            .boxed()
    }));
    tracing_subscriber::registry()
        .with(layers)
        .try_init()
        .context("telemetry is started once")
}

fn resource(process: &str) -> Resource {
    Resource::builder()
        .with_service_name(process.to_owned())
        .build()
}

fn tracer(process: &str, endpoint: &str) -> anyhow::Result<SdkTracerProvider> {
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(SENDING)
        .build()
        .with_context(|| format!("`{endpoint}` is not an OTLP endpoint"))?;
    Ok(SdkTracerProvider::builder()
        // Spans of traces that are not kept are never made.
        .with_sampler(Sampler::AlwaysOn)
        .with_id_generator(Ids::default())
        .with_resource(resource(process))
        .with_batch_exporter(exporter)
        .build())
}

fn meter(
    process: &str,
    endpoint: Option<&str>,
    registry: Option<&Registry>,
) -> anyhow::Result<SdkMeterProvider> {
    let mut provider = SdkMeterProvider::builder().with_resource(resource(process));
    if let Some(endpoint) = endpoint {
        let exporter = opentelemetry_otlp::MetricExporter::builder()
            .with_tonic()
            .with_endpoint(endpoint)
            .with_timeout(SENDING)
            .build()
            .with_context(|| format!("`{endpoint}` is not an OTLP endpoint"))?;
        provider = provider.with_periodic_exporter(exporter);
    }
    if let Some(registry) = registry {
        let exporter = opentelemetry_prometheus::exporter()
            .with_registry(registry.clone())
            .scope_info_enabled(false)
            .build()
            .context("metrics")?;
        provider = provider.with_reader(exporter);
    }
    Ok(provider.build())
}

impl Telemetry {
    /// Where scrapes are answered, if anywhere.
    #[must_use]
    pub fn metrics_at(&self) -> Option<SocketAddr> {
        self.scrapes.as_ref().map(|(address, _)| *address)
    }

    /// Sends what is left of traces and metrics and stops; in bounded time, whether anybody listens
    /// or not. Call it last: later spans are lost.
    pub async fn stop(self) {
        if let Some((_, scrapes)) = self.scrapes {
            scrapes.abort();
        }
        let traces = self
            .traces
            .map(|traces| in_own_thread(move || traces.shutdown_with_timeout(FLUSH).is_ok()));
        let metrics = self
            .metrics
            .map(|metrics| in_own_thread(move || metrics.shutdown_with_timeout(FLUSH).is_ok()));
        let sent = async {
            for sent in [traces, metrics].into_iter().flatten() {
                if !sent.await.unwrap_or(false) {
                    return false;
                }
            }
            true
        };
        if !tokio::time::timeout(FLUSH, sent).await.unwrap_or(false) {
            tracing::warn!("the last traces and metrics could not be sent");
        }
    }
}

/// Does what blocks in a thread that the end of the process does not wait for.
fn in_own_thread(work: impl FnOnce() -> bool + Send + 'static) -> oneshot::Receiver<bool> {
    let (done, is_done) = oneshot::channel();
    thread::spawn(move || {
        // Whoever asked may have given up.
        let _ = done.send(work());
    });
    is_done
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1".to_owned()),
    }
}
