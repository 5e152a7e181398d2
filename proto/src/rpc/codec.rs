//! A codec for messages of any type: the call stack sees bytes on their way in, and on their way out
//! something that can be encoded.

use bytes::{Buf as _, Bytes};
use prost::Message;
use tonic::Status;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};

/// A message that goes out.
pub(super) type Outgoing = Box<dyn Encode>;

/// Object-safe encoding.
pub(super) trait Encode: Send + Sync {
    fn encode(&self, buffer: &mut EncodeBuf<'_>);
}

impl<M: Message> Encode for M {
    fn encode(&self, buffer: &mut EncodeBuf<'_>) {
        self.encode_raw(buffer);
    }
}

pub(super) fn outgoing<M: Message + 'static>(message: M) -> Outgoing {
    Box::new(message)
}

/// Reads a message that came in.
///
/// # Errors
/// INTERNAL, as tonic's own codec has it.
pub(super) fn decode<M: Message + Default>(bytes: Bytes) -> Result<M, Status> {
    M::decode(bytes).map_err(|error| Status::internal(error.to_string()))
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AnyCodec;

impl Codec for AnyCodec {
    type Encode = Outgoing;
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

impl Encoder for AnyCodec {
    type Item = Outgoing;
    type Error = Status;

    fn encode(&mut self, message: Outgoing, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        message.encode(buffer);
        Ok(())
    }
}

impl Decoder for AnyCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
