//! Every method of every service, as the contracts list them, called with bytes.

use prost::Message as _;
use prost::bytes::{Buf as _, BufMut as _};
use prost_types::FileDescriptorSet;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::{Request, Status};

use crate::harness::{Bearer, channel};

/// A method of a service.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub(super) service: String,
    pub(super) name: String,
    /// The number of the field `player_id` of its request, if it has one.
    pub(super) player_id: Option<u32>,
}

impl Method {
    /// Every method of the suite's own services.
    pub(super) fn all() -> Vec<Self> {
        let files = FileDescriptorSet::decode(proto::FILE_DESCRIPTOR_SET)
            .unwrap()
            .file;
        let player_id = |message: &str| {
            files.iter().find_map(|file| {
                let package = format!(".{}.", file.package());
                let name = message.strip_prefix(&package)?;
                let message = file.message_type.iter().find(|each| each.name() == name)?;
                let field = message
                    .field
                    .iter()
                    .find(|field| field.name() == "player_id")?;
                u32::try_from(field.number()).ok()
            })
        };
        let mut methods = Vec::new();
        for file in files
            .iter()
            .filter(|file| file.package().starts_with("shashki."))
        {
            for service in &file.service {
                methods.extend(service.method.iter().map(|method| Self {
                    service: format!("{}.{}", file.package(), service.name()),
                    name: method.name().to_owned(),
                    player_id: player_id(method.input_type()),
                }));
            }
        }
        methods
    }

    /// Calls it with a token, or without if it is empty, for a player if one is named. An answer or
    /// the beginning of a stream is as good as another.
    pub(super) async fn call(&self, port: u16, token: &str, player: &str) -> Result<(), Status> {
        let mut message = Vec::new();
        if let Some(number) = self.player_id.filter(|_| !player.is_empty()) {
            prost::encoding::string::encode(number, &player.to_owned(), &mut message);
        }
        let channel =
            tonic::service::interceptor::InterceptedService::new(channel(port), Bearer::new(token));
        let mut client = Grpc::new(channel);
        client.ready().await.unwrap();
        let path = format!("/{}/{}", self.service, self.name);
        let path = path.parse().unwrap();
        let answer = client
            .server_streaming(Request::new(message), path, Bytes)
            .await?;
        answer.into_inner().message().await.map(|_| ())
    }
}

/// Messages that nobody looks into.
#[derive(Clone, Copy)]
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = ();
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = ();
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<()>, Status> {
        buffer.advance(buffer.remaining());
        Ok(Some(()))
    }
}
