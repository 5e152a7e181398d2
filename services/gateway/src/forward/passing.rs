//! An answer on its way through.

use std::pin::Pin;
use std::task::{Context, Poll};

use http::HeaderMap;
use http_body::{Frame, SizeHint};
use platform::Fault;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;
use tonic::body::Body;

/// The body of an answer, which comes as it comes and always ends in gRPC's own way: also when the
/// service is lost, or the gateway stops, before it is over.
pub(super) struct Passing {
    /// `None` once it is over.
    body: Option<Body>,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
    _place: OwnedSemaphorePermit,
}

impl Passing {
    pub(super) fn new(
        body: Body,
        place: OwnedSemaphorePermit,
        shutdown: CancellationToken,
    ) -> Self {
        Self {
            body: Some(body),
            stopping: Box::pin(shutdown.cancelled_owned()),
            _place: place,
        }
    }

    /// Ends it with a refusal.
    fn end(&mut self, fault: Fault) -> Frame<<Body as http_body::Body>::Data> {
        self.body = None;
        let mut trailers = HeaderMap::new();
        // Nothing that a fault holds cannot be written.
        let _ = Status::from(fault).add_header(&mut trailers);
        Frame::trailers(trailers)
    }
}

impl http_body::Body for Passing {
    type Data = <Body as http_body::Body>::Data;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Status>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        match Pin::new(body).poll_frame(context) {
            Poll::Ready(Some(Err(error))) => {
                tracing::debug!(%error, "an answer broke off");
                let fault = Fault::unavailable(
                    "UNAVAILABLE",
                    "the service was lost before its answer was over; it is safe to repeat the call",
                );
                Poll::Ready(Some(Ok(self.end(fault))))
            }
            Poll::Ready(frame) => Poll::Ready(frame),
            Poll::Pending => self.stopping.as_mut().poll(context).map(|()| {
                let fault = Fault::unavailable(
                    "SHUTTING_DOWN",
                    "the gateway stops: call again from where you are",
                );
                Some(Ok(self.end(fault)))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body
            .as_ref()
            .is_none_or(http_body::Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        // What may be cut off has no size that could be promised.
        SizeHint::default()
    }
}
