//! What generated servers stand on.

use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use prost::Message;
use tonic::Code;
use tonic::body::Body;
use tonic::metadata::GRPC_CONTENT_TYPE;
use tonic::server::{Grpc, ServerStreamingService, UnaryService};
use tonic_prost::ProstCodec;

pub use std::convert::Infallible;
pub use std::sync::Arc;
pub use std::task::{Context, Poll};

pub use async_trait::async_trait;
pub use tokio_stream::Stream;
pub use tonic::server::NamedService;
pub use tonic::{Request, Response, Status};
pub use tower_service::Service;

use super::codec::{AnyCodec, Outgoing, decode, outgoing};

/// A request as it comes.
pub type HttpRequest = http::Request<Body>;

/// An answer as it goes.
pub type HttpResponse = http::Response<Body>;

/// A call that is being answered.
pub type Answering = BoxFuture<Result<HttpResponse, Infallible>>;

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Limits of a server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The largest message that is read, in bytes; 4 MiB if there is none.
    pub decoding: Option<usize>,
}

/// Serves a method that answers once.
pub fn unary<M, R, F>(
    limits: Limits,
    request: HttpRequest,
    method: impl FnOnce(Request<M>) -> F + Send + 'static,
) -> Answering
where
    M: Message + Default + 'static,
    R: Message + 'static,
    F: Future<Output = Result<Response<R>, Status>> + Send + 'static,
{
    let method = AnyMethod(Some(Box::new(move |request| {
        Box::pin(async move {
            let (metadata, extensions, bytes) = request.into_parts();
            let request = Request::from_parts(metadata, extensions, decode(bytes)?);
            Ok(method(request).await?.map(outgoing))
        })
    })));
    Box::pin(async move {
        let mut grpc = Grpc::new(AnyCodec).apply_max_message_size_config(limits.decoding, None);
        Ok(grpc.unary(method, request).await)
    })
}

type Answer = BoxFuture<Result<Response<Outgoing>, Status>>;

/// A method whose types are forgotten. It is called once.
struct AnyMethod(Option<Box<dyn FnOnce(Request<Bytes>) -> Answer + Send>>);

impl UnaryService<Bytes> for AnyMethod {
    type Response = Outgoing;
    type Future = Answer;

    fn call(&mut self, request: Request<Bytes>) -> Answer {
        match self.0.take() {
            Some(method) => method(request),
            None => Box::pin(async { Err(Status::internal("a call is answered once")) }),
        }
    }
}

/// Serves a method that answers with a stream.
pub fn server_streaming<M, R, S, F>(
    limits: Limits,
    request: HttpRequest,
    method: impl FnOnce(Request<M>) -> F + Send + 'static,
) -> Answering
where
    M: Message + Default + 'static,
    R: Message + 'static,
    S: Stream<Item = Result<R, Status>> + Send + 'static,
    F: Future<Output = Result<Response<S>, Status>> + Send + 'static,
{
    Box::pin(async move {
        let codec = ProstCodec::<R, M>::default();
        let mut grpc = Grpc::new(codec).apply_max_message_size_config(limits.decoding, None);
        Ok(grpc
            .server_streaming(StreamMethod(Some(method)), request)
            .await)
    })
}

struct StreamMethod<F>(Option<F>);

impl<M, R, S, C, F> ServerStreamingService<M> for StreamMethod<C>
where
    R: Message + 'static,
    S: Stream<Item = Result<R, Status>> + Send + 'static,
    C: FnOnce(Request<M>) -> F,
    F: Future<Output = Result<Response<S>, Status>> + Send + 'static,
{
    type Response = R;
    type ResponseStream = S;
    type Future = BoxFuture<Result<Response<S>, Status>>;

    fn call(&mut self, request: Request<M>) -> Self::Future {
        match self.0.take() {
            Some(method) => Box::pin(method(request)),
            None => Box::pin(async { Err(Status::internal("a call is answered once")) }),
        }
    }
}

/// The answer to a call of a method that there is not.
pub fn unimplemented() -> Answering {
    let mut response = HttpResponse::default();
    let headers = response.headers_mut();
    headers.insert(Status::GRPC_STATUS, (Code::Unimplemented as i32).into());
    headers.insert(http::header::CONTENT_TYPE, GRPC_CONTENT_TYPE);
    Box::pin(std::future::ready(Ok(response)))
}
