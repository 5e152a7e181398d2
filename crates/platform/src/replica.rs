//! One replica of a service: how busy it is, and whether it is well.

use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use http::uri::{Authority, PathAndQuery, Scheme};
use http::{HeaderValue, Method, Request, Response, Uri};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use tokio::time::timeout;
use tonic::body::Body;

use crate::link::{Dial, Link, Lost};

/// How long a replica has to show that it lives.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// A message of no bytes, as gRPC frames it: it asks for the health of all there is.
const EMPTY_MESSAGE: &[u8] = &[0; 5];

/// A replica of a service.
pub(crate) struct Replica {
    /// Where it is, if the name says so and not the connector.
    pub(crate) address: Option<SocketAddr>,
    authority: Authority,
    link: Link,
    /// Calls that wait for an answer.
    waiting: AtomicUsize,
    /// A call was made since [`Self::is_silent`] was last asked.
    was_called: AtomicBool,
    /// The same of an answer.
    has_answered: AtomicBool,
    /// It has answered, and nothing has gone wrong since.
    is_well: AtomicBool,
}

impl fmt::Debug for Replica {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replica")
            .field("authority", &self.authority)
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl Replica {
    /// A replica that has yet to show that it is well.
    pub(crate) fn new(authority: Authority, address: Option<SocketAddr>, dial: Dial) -> Self {
        Self {
            address,
            authority,
            link: Link::new(dial),
            waiting: AtomicUsize::new(0),
            was_called: AtomicBool::new(false),
            has_answered: AtomicBool::new(false),
            is_well: AtomicBool::new(false),
        }
    }

    /// Sends a request, and gives the head of what is answered.
    pub(crate) async fn call(
        &self,
        mut request: Request<Body>,
    ) -> Result<Response<Incoming>, Lost> {
        self.was_called.store(true, Ordering::Relaxed);
        let _waiting = Waiting::new(&self.waiting);
        *request.uri_mut() = self.uri_of(request.uri());
        let answer = self.link.send(request).await?;
        self.has_answered.store(true, Ordering::Relaxed);
        Ok(answer)
    }

    /// How many calls wait for an answer.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    pub(crate) fn is_well(&self) -> bool {
        self.is_well.load(Ordering::Relaxed)
    }

    /// It is passed over until it has shown that it is well, as long as there is another.
    pub(crate) fn doubt(&self) {
        if self.is_well.swap(false, Ordering::Relaxed) {
            tracing::info!(replica = ?self, "passed over until it is well");
        }
    }

    /// Whether it was called, and has answered nobody, since this was last asked.
    pub(crate) fn is_silent(&self) -> bool {
        let was_called = self.was_called.swap(false, Ordering::Relaxed);
        let has_answered = self.has_answered.swap(false, Ordering::Relaxed);
        (was_called || self.waiting() > 0) && !has_answered
    }

    /// Asks for its health, and gives whether it has shown that it lives: any answer does.
    pub(crate) async fn probe(&self) -> bool {
        let answer = timeout(PROBE_TIMEOUT, self.call(health_check())).await;
        let lives = matches!(answer, Ok(Ok(_)));
        if !lives {
            self.doubt();
        } else if !self.is_well.swap(true, Ordering::Relaxed) {
            tracing::info!(replica = ?self, "well");
        }
        lives
    }

    /// Ends its connection: who waits for an answer waits no longer.
    pub(crate) fn cut(&self) {
        self.link.cut();
    }

    /// The same path here.
    fn uri_of(&self, uri: &Uri) -> Uri {
        let mut parts = http::uri::Parts::default();
        parts.scheme = Some(Scheme::HTTP);
        parts.authority = Some(self.authority.clone());
        let path = uri.path_and_query().cloned();
        parts.path_and_query = Some(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
        Uri::from_parts(parts).unwrap_or_default()
    }
}

fn health_check() -> Request<Body> {
    let mut request = Request::new(Body::new(Full::new(Bytes::from_static(EMPTY_MESSAGE))));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = Uri::from_static("/grpc.health.v1.Health/Check");
    let headers = request.headers_mut();
    headers.insert("content-type", HeaderValue::from_static("application/grpc"));
    headers.insert("te", HeaderValue::from_static("trailers"));
    request
}

/// Counts a call for as long as it waits.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
