//! What generated clients stand on.

use bytes::Bytes;
use http::uri::PathAndQuery;
use prost::Message;
use tonic::Request;
use tonic::body::Body;
use tonic_prost::ProstCodec;

pub use tonic::client::Grpc;
pub use tonic::codec::Streaming;
pub use tonic::service::Interceptor;
pub use tonic::service::interceptor::InterceptedService;
pub use tonic::{IntoRequest, Response, Status};

use super::codec::{AnyCodec, Outgoing, decode, outgoing};

type StdError = Box<dyn std::error::Error + Send + Sync>;

/// What calls can be made over, such as a channel.
pub trait Transport:
    tonic::client::GrpcService<Body, Error = Self::Failure, ResponseBody = Self::Answer>
{
    /// Why no answer came.
    type Failure: Into<StdError>;
    /// The body of an answer.
    type Answer: http_body::Body<Data = Bytes, Error = Self::Broken> + Send + 'static;
    /// Why an answer broke off.
    type Broken: Into<StdError> + Send;
}

impl<T> Transport for T
where
    T: tonic::client::GrpcService<Body>,
    T::Error: Into<StdError>,
    T::ResponseBody: http_body::Body<Data = Bytes> + Send + 'static,
    <T::ResponseBody as http_body::Body>::Error: Into<StdError> + Send,
{
    type Failure = T::Error;
    type Answer = T::ResponseBody;
    type Broken = <T::ResponseBody as http_body::Body>::Error;
}

/// Calls a method that answers once.
///
/// # Errors
/// What the method or the transport answers.
pub async fn unary<T, M, R>(
    client: &mut Grpc<T>,
    request: Request<M>,
    path: &'static str,
) -> Result<Response<R>, Status>
where
    T: Transport,
    M: Message + 'static,
    R: Message + Default,
{
    let answer = call(client, request.map(outgoing), path).await?;
    let (metadata, bytes, extensions) = answer.into_parts();
    Ok(Response::from_parts(metadata, decode(bytes)?, extensions))
}

async fn call<T: Transport>(
    client: &mut Grpc<T>,
    request: Request<Outgoing>,
    path: &'static str,
) -> Result<Response<Bytes>, Status> {
    ready(client).await?;
    client
        .unary(request, PathAndQuery::from_static(path), AnyCodec)
        .await
}

/// Calls a method that answers with a stream.
///
/// # Errors
/// What the method or the transport answers.
pub async fn server_streaming<T, M, R>(
    client: &mut Grpc<T>,
    request: Request<M>,
    path: &'static str,
) -> Result<Response<Streaming<R>>, Status>
where
    T: Transport,
    M: Message + 'static,
    R: Message + Default + 'static,
{
    ready(client).await?;
    let codec = ProstCodec::<M, R>::default();
    client
        .server_streaming(request, PathAndQuery::from_static(path), codec)
        .await
}

async fn ready<T: Transport>(client: &mut Grpc<T>) -> Result<(), Status> {
    let ready = client.ready().await;
    ready.map_err(|error| Status::unknown(format!("Service was not ready: {}", error.into())))
}
