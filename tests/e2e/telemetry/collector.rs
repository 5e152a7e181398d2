//! A collector: OTLP over gRPC, kept in memory.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

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
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::Span;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

/// A span and the process that sent it, such as `games`.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) process: String,
    pub(super) span: Span,
}

/// A collector that keeps what it gets.
#[derive(Clone, Default)]
pub(super) struct Collector {
    spans: Arc<Mutex<Vec<Sent>>>,
    /// Processes and the names of their metrics.
    metrics: Arc<Mutex<BTreeSet<(String, String)>>>,
}

impl Collector {
    /// Starts one, and gives the settings by which a suite sends all it has to it at once.
    pub(super) async fn start() -> (Self, Vec<(&'static str, String)>) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let collector = Self::default();
        let server = tonic::transport::Server::builder()
            .add_service(TraceServiceServer::new(collector.clone()))
            .add_service(MetricsServiceServer::new(collector.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(server);
        let settings = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()),
            ("OTEL_BSP_SCHEDULE_DELAY", "100"),
            ("OTEL_METRIC_EXPORT_INTERVAL", "300"),
            ("SHASHKI_TRACES_A_SECOND", "0"),
        ];
        let settings = settings.map(|(name, value)| (name, value.to_owned()));
        (collector, settings.to_vec())
    }

    /// All spans so far.
    pub(super) fn spans(&self) -> Vec<Sent> {
        self.spans.lock().unwrap().clone()
    }

    /// All metrics so far: the process and the name.
    pub(super) fn metrics(&self) -> BTreeSet<(String, String)> {
        self.metrics.lock().unwrap().clone()
    }
}

fn process(resource: Option<Resource>) -> String {
    let attributes = resource.map(|resource| resource.attributes);
    let name = text(&attributes.unwrap_or_default(), "service.name").unwrap_or_default();
    name.trim_start_matches("shashki-").to_owned()
}

/// An attribute as text.
pub(super) fn text(attributes: &[KeyValue], key: &str) -> Option<String> {
    let found = attributes.iter().rfind(|attribute| attribute.key == key)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        Value::BoolValue(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// Everything that a value says.
pub(super) fn said(value: Option<&AnyValue>) -> String {
    format!("{value:?}")
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let process = process(resource.resource);
            let spans = resource.scope_spans.into_iter();
            let spans = spans.flat_map(|scope| scope.spans).map(|span| Sent {
                process: process.clone(),
                span,
            });
            self.spans.lock().unwrap().extend(spans);
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        for resource in request.into_inner().resource_metrics {
            let process = process(resource.resource);
            let metrics = resource.scope_metrics.into_iter();
            let named = metrics
                .flat_map(|scope| scope.metrics)
                .map(|metric| (process.clone(), metric.name));
            self.metrics.lock().unwrap().extend(named);
        }
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}
