//! What it costs to be seen: the same games with nobody looking, and with metrics scraped and traces
//! sent as the deployment does. The two take turns, so that a machine whose pace changes treats both alike.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use opentelemetry_proto::tonic::collector::metrics::v1::metrics_service_server::{
    MetricsService, MetricsServiceServer,
};
use opentelemetry_proto::tonic::collector::metrics::v1::{
    ExportMetricsServiceRequest, ExportMetricsServiceResponse,
};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use crate::moves::{self, Cost};
use crate::suite::{Setup, Suite};
use crate::table::Table;

/// How often each way is measured.
const ROUNDS: usize = 4;

/// A collector that counts what it gets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collector {
    spans: Arc<AtomicU64>,
    metrics: Arc<AtomicU64>,
}

impl Collector {
    /// Starts one, and gives where it is.
    pub(crate) async fn start() -> anyhow::Result<(Self, String)> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let collector = Self::default();
        let server = tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .add_service(MetricsServiceServer::new(collector.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(server);
        Ok((collector, endpoint))
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let resources = request.into_inner().resource_spans.into_iter();
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        let spans: usize = scopes.map(|scope| scope.spans.len()).sum();
        self.spans.fetch_add(spans as u64, Ordering::Relaxed);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        _: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.metrics.fetch_add(1, Ordering::Relaxed);
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

/// Plays with and without, in turn.
pub(crate) async fn measure(setup: &Setup, tables: u64, window: Duration) -> anyhow::Result<Table> {
    let (collector, endpoint) = Collector::start().await?;
    let seen = Setup {
        collector: Some(endpoint),
        ..setup.clone()
    };
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for (setup, costs) in [(setup, &mut without), (&seen, &mut with)] {
            let suite = Suite::start(setup.clone()).await?;
            costs.push(moves::cost(&suite, tables, window).await?);
            suite.stop().await?;
        }
    }
    let seconds = window.as_secs();
    let mut table = Table::new(format!(
        "Telemetry: {tables} games at once, {ROUNDS} times {seconds} s each way, beside the same with none"
    ));
    let mut row = |name: &str, of: fn(&Cost) -> f64| {
        let figure = median(with.iter().map(of));
        let floor = median(without.iter().map(of));
        table.row(name, figure, Some(floor), "> 0.95");
    };
    row("moves a second", |cost| cost.rate);
    row("moves a second and core of games, rules, Redis", |cost| {
        cost.rate_a_core
    });
    table.note(format!(
        "Received: {} spans and {} exports of metrics; every process was scraped each second.",
        collector.spans.load(Ordering::Relaxed),
        collector.metrics.load(Ordering::Relaxed)
    ));
    Ok(table)
}

/// Half of them are less.
fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<_> = figures.collect();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    (figures[(figures.len() - 1) / 2] + figures[middle]) / 2.0
}
