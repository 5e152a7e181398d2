//! Calls of the services behind the gateway, with messages as bytes. They go the way of gRPC-Web, so
//! that every method is reached alike over whatever protocol.

use bytes::{Buf as _, BufMut as _, Bytes};
use contract::Method;
use http::uri::PathAndQuery;
use tonic::client::Grpc;
use tonic::codec::{BufferSettings, Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::service::Routes;
use tonic::{Code, Request, Status, Streaming};

use crate::problem::Problem;

/// A stream keeps a buffer for as long as it is open, and most messages are short.
const STREAM_BUFFER_BYTES: usize = 1024;

/// Tonic's own; a stream that has sent so much lets others send.
const YIELD_BYTES: usize = 32 * 1024;

/// The way to all services. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Upstream(Routes);

impl Upstream {
    pub(crate) fn new(routes: Routes) -> Self {
        Self(routes)
    }

    /// Calls a method that answers once.
    pub(crate) async fn unary(
        &self,
        call: Request<Bytes>,
        method: &Method,
    ) -> Result<Bytes, Problem> {
        let mut client = Grpc::new(self.0.clone());
        let answer = match path(method) {
            Ok(path) => client.unary(call, path, AsBytes).await,
            Err(status) => Err(status),
        };
        let answer = answer.map_err(|status| refusal(status, method))?;
        Ok(answer.into_inner())
    }

    /// Calls a method that answers with a stream.
    pub(crate) async fn stream(
        &self,
        call: Request<Bytes>,
        method: &Method,
    ) -> Result<Streaming<Bytes>, Problem> {
        let mut client = Grpc::new(self.0.clone());
        let answer = client
            .server_streaming(call, path(method)?, AsBytes)
            .await?;
        Ok(answer.into_inner())
    }
}

fn path(method: &Method) -> Result<PathAndQuery, Status> {
    let path = PathAndQuery::try_from(method.grpc_path.as_str());
    path.map_err(|error| Status::internal(error.to_string()))
}

/// What a caller is told who must not repeat the call.
fn refusal(status: Status, method: &Method) -> Problem {
    if method.never_repeat && matches!(status.code(), Code::Cancelled | Code::DeadlineExceeded) {
        return Problem::maybe_done();
    }
    status.into()
}

/// Messages as the bytes that they are.
#[derive(Clone, Copy, Debug, Default)]
struct AsBytes;

impl Codec for AsBytes {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for AsBytes {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for AsBytes {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }

    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::new(STREAM_BUFFER_BYTES, YIELD_BYTES)
    }
}
