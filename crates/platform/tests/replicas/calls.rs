//! Calls, and a load of them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{HeaderValue, Method, Request, Uri};
use platform::Channel;
use tokio::task::JoinSet;
use tonic::body::Body;
use tonic::{Code, Status};
use tower::ServiceExt as _;

use crate::server::WHO;

/// Longer than anything takes here; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) fn request(method: &str) -> Request<Body> {
    let mut request = Request::new(Body::empty());
    *request.method_mut() = Method::POST;
    *request.uri_mut() = Uri::try_from(format!("/test.Replica/{method}")).unwrap();
    let headers = request.headers_mut();
    headers.insert("content-type", HeaderValue::from_static("application/grpc"));
    headers.insert("grpc-timeout", HeaderValue::from_static("20S"));
    request
}

/// Calls, and gives the number of the replica that answered.
pub(crate) async fn call(channel: &Channel, request: Request<Body>) -> Result<u8, Status> {
    let answer = channel.clone().oneshot(request).await.unwrap();
    let status = Status::from_header_map(answer.headers());
    match status.filter(|status| status.code() != Code::Ok) {
        Some(status) => Err(status),
        None => Ok(answer.headers()[WHO].to_str().unwrap().parse().unwrap()),
    }
}

/// Opens a stream, and gives the number of the replica that it is from.
pub(crate) async fn stream(channel: &Channel) -> (u8, Body) {
    let answer = channel.clone().oneshot(request("Stream")).await.unwrap();
    let who = answer.headers()[WHO].to_str().unwrap().parse().unwrap();
    (who, answer.into_body())
}

/// Callers that call without a pause, and remember who answered.
pub(crate) struct Load {
    answered: Arc<Mutex<BTreeMap<u8, usize>>>,
    failed: Arc<Mutex<Vec<Status>>>,
    ends: Arc<AtomicBool>,
    callers: JoinSet<()>,
}

impl Load {
    pub(crate) fn start(channel: &Channel) -> Self {
        let answered = Arc::<Mutex<BTreeMap<u8, usize>>>::default();
        let failed = Arc::<Mutex<Vec<Status>>>::default();
        let ends = Arc::<AtomicBool>::default();
        let mut callers = JoinSet::new();
        for number in 0..8 {
            let (channel, ends) = (channel.clone(), Arc::clone(&ends));
            let (answered, failed) = (Arc::clone(&answered), Arc::clone(&failed));
            callers.spawn(async move {
                let method = if number % 2 == 0 { "Who" } else { "Slow" };
                while !ends.load(Ordering::Relaxed) {
                    match call(&channel, request(method)).await {
                        Ok(who) => *answered.lock().unwrap().entry(who).or_default() += 1,
                        Err(status) => failed.lock().unwrap().push(status),
                    }
                }
            });
        }
        Self {
            answered,
            failed,
            ends,
            callers,
        }
    }

    /// Waits until each of these replicas, and no other, has answered a hundred calls more.
    pub(crate) async fn served_by(&self, numbers: &[u8]) {
        self.answered.lock().unwrap().clear();
        let waiting = async {
            loop {
                tokio::time::sleep(Duration::from_millis(10)).await;
                let mut answered = self.answered.lock().unwrap();
                let busy = answered.values().filter(|count| **count >= 100).count();
                let all = numbers.iter().all(|number| answered.contains_key(number));
                if busy == answered.len() && all && busy == numbers.len() {
                    return;
                }
                // Calls under way may still come from one that has gone.
                if answered.keys().any(|number| !numbers.contains(number)) {
                    answered.clear();
                }
            }
        };
        let came = tokio::time::timeout(PATIENCE, waiting).await;
        assert!(came.is_ok(), "not by {numbers:?} but {:?}", self.answered);
    }

    /// Ends the load: no call has failed.
    pub(crate) async fn end(self) {
        self.ends.store(true, Ordering::Relaxed);
        self.callers.join_all().await;
        let failed = self.failed.lock().unwrap();
        assert!(failed.is_empty(), "{}: {:?}", failed.len(), failed.first());
    }
}
