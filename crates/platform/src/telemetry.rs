//! Logs and traces, wired in one place.

use std::io::IsTerminal as _;
use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::global;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::WithExportConfig as _;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing_subscriber::filter::{EnvFilter, FilterExt as _, LevelFilter, Targets, filter_fn};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// How long the last spans may take on their way out. A collector that is away must not delay an exit.
const FLUSH: Duration = Duration::from_secs(2);

/// Settings of logs and traces.
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

    /// Where to send traces (OTLP over gRPC), such as `http://127.0.0.1:4317`; none are sent if empty
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    pub otlp_endpoint: Option<String>,

    /// The share of traces to send, from 0 to 1; a caller's own decision goes first
    #[arg(
        long,
        env = "OTEL_TRACES_SAMPLER_ARG",
        default_value_t = 1.0,
        global = true
    )]
    pub trace_ratio: f64,
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

/// Logs and traces at work.
#[derive(Debug)]
pub struct Telemetry {
    provider: Option<SdkTracerProvider>,
}

/// Starts logging to standard error and, if an endpoint is set, sending traces as `process`.
///
/// # Errors
/// When a setting cannot be used.
pub fn start(process: &str, options: &Options) -> anyhow::Result<Telemetry> {
    global::set_text_map_propagator(TraceContextPropagator::new());

    let filter = EnvFilter::builder()
        .parse(&options.log)
        .with_context(|| format!("`{}` is not a log filter", options.log))?;
    // Writing down the fields of every span costs more than the calls that they are about, for
    // lines that are hardly ever written: logs name their spans only where every detail is wanted.
    let level = filter.max_level_hint().unwrap_or(LevelFilter::TRACE);
    let detailed = level >= LevelFilter::DEBUG;
    // Without the hint every span of every library would be made, to be thrown away.
    let worth_writing =
        filter_fn(move |metadata| detailed || metadata.is_event()).with_max_level_hint(level);
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
        log.json().flatten_event(true).boxed()
    };

    let provider = options
        .otlp_endpoint
        .as_deref()
        .filter(|endpoint| !endpoint.is_empty())
        .map(|endpoint| exporter(process, endpoint, options.trace_ratio))
        .transpose()?;
    let mut layers = vec![log.with_filter(filter.and(worth_writing)).boxed()];
    // A layer that is there but empty would ask for every span as well.
    layers.extend(provider.as_ref().map(|provider| {
        // The exporter is a gRPC client itself: its own spans would feed it for ever.
        let own = Targets::new().with_default(LevelFilter::INFO).with_targets(
            [
                "h2",
                "hyper",
                "hyper_util",
                "tonic",
                "tower",
                "opentelemetry",
            ]
            .map(|target| (target, LevelFilter::OFF)),
        );
        tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("shashki"))
            .with_filter(own)
            .boxed()
    }));

    tracing_subscriber::registry()
        .with(layers)
        .try_init()
        .context("telemetry is started once")?;
    Ok(Telemetry { provider })
}

fn exporter(process: &str, endpoint: &str, ratio: f64) -> anyhow::Result<SdkTracerProvider> {
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_tonic()
        .with_endpoint(endpoint)
        .with_timeout(FLUSH)
        .build()
        .with_context(|| format!("`{endpoint}` is not an OTLP endpoint"))?;
    Ok(SdkTracerProvider::builder()
        .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(
            ratio,
        ))))
        .with_resource(
            Resource::builder()
                .with_service_name(process.to_owned())
                .build(),
        )
        .with_batch_exporter(exporter)
        .build())
}

impl Telemetry {
    /// Sends what is left of the traces and stops; in bounded time, whether anybody listens or not.
    /// Call it last: later spans are lost.
    pub async fn stop(self) {
        let Some(provider) = self.provider else {
            return;
        };
        let flush = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(FLUSH));
        match tokio::time::timeout(FLUSH, flush).await {
            Ok(Ok(Ok(()))) => {}
            _ => tracing::warn!("the last traces could not be sent"),
        }
    }
}
