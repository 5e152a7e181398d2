//! Traces, received as a collector receives them: OTLP over gRPC.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::json;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status};

use crate::harness::{Kind, Suite};

/// A collector that keeps what it gets, by the process that sent it.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<(String, Span)>>>);

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let attributes = resource
                .resource
                .map(|resource| resource.attributes)
                .unwrap_or_default();
            let name = attributes
                .into_iter()
                .find(|attribute| attribute.key == "service.name");
            let name = format!("{:?}", name.and_then(|name| name.value));
            let spans = resource
                .scope_spans
                .into_iter()
                .flat_map(|scope| scope.spans);
            self.0
                .lock()
                .unwrap()
                .extend(spans.map(|span| (name.clone(), span)));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

/// A move through separate processes is one trace, from the gateway to the store.
#[tokio::test]
async fn one_trace_from_the_gateway_to_the_store() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let collector = Collector::default();
    let server = tonic::transport::Server::builder()
        .add_service(TraceServiceServer::new(collector.clone()))
        .serve_with_incoming(TcpListenerStream::new(listener));
    tokio::spawn(server);

    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint),
        ("OTEL_BSP_SCHEDULE_DELAY", "100".to_owned()),
    ];
    let suite = Suite::start_with(Kind::Split, &settings).await;
    let http = suite.http();
    let order = json!({"mode": "russian", "white": {"player": "ann"}, "black": {"player": "bob"}});
    let game: serde_json::Value = http
        .post(suite.url("/v1/games"))
        .json(&order)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let moves = suite.url(&format!("/v1/games/{}/moves", game["id"].as_str().unwrap()));
    let played = json!({"player": "ann", "ply": 0, "move": "c3-d4"});
    // The caller's own trace goes on through the suite.
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    http.post(moves)
        .header("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"))
        .json(&played)
        .send()
        .await
        .unwrap()
        .error_for_status()
        .unwrap();

    // Each span and the one it must stand below.
    let tree = [
        ("shashki-gateway", "POST /v1/games/{id}/moves", ""),
        (
            "shashki-gateway",
            "shashki.games.v1.GamesService/PlayMove",
            "POST /v1/games/{id}/moves",
        ),
        (
            "shashki-games",
            "shashki.games.v1.GamesService/PlayMove",
            "shashki.games.v1.GamesService/PlayMove",
        ),
        (
            "shashki-games",
            "store.read",
            "shashki.games.v1.GamesService/PlayMove",
        ),
        (
            "shashki-games",
            "shashki.rules.v1.RulesService/ApplyMove",
            "shashki.games.v1.GamesService/PlayMove",
        ),
        (
            "shashki-rules",
            "shashki.rules.v1.RulesService/ApplyMove",
            "shashki.rules.v1.RulesService/ApplyMove",
        ),
        (
            "shashki-games",
            "store.commit",
            "shashki.games.v1.GamesService/PlayMove",
        ),
    ];
    let trace_id: Vec<u8> = (0..32)
        .step_by(2)
        .map(|at| u8::from_str_radix(&trace[at..at + 2], 16).unwrap())
        .collect();
    for _ in 0..200 {
        let spans = collector.0.lock().unwrap().clone();
        let spans: Vec<_> = spans
            .into_iter()
            .filter(|(_, span)| span.trace_id == trace_id)
            .collect();
        let names: HashMap<_, _> = spans
            .iter()
            .map(|(_, span)| (span.span_id.clone(), span.name.clone()))
            .collect();
        let stands = |process: &str, name: &str, parent: &str| {
            spans.iter().any(|(from, span)| {
                from.contains(process)
                    && span.name == name
                    && (parent.is_empty()
                        || names
                            .get(&span.parent_span_id)
                            .is_some_and(|found| found == parent))
            })
        };
        if tree
            .iter()
            .all(|(process, name, parent)| stands(process, name, parent))
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let spans = collector.0.lock().unwrap();
    let seen: Vec<_> = spans
        .iter()
        .map(|(process, span)| (process, &span.name, span.trace_id == trace_id))
        .collect();
    panic!("the tree is not whole: {seen:#?}");
}
