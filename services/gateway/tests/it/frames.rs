//! The frames of gRPC-Web, written and read by hand.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost::Message;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use tonic::Status;

/// A message as a body.
pub(crate) fn framed(message: &impl Message) -> Vec<u8> {
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    [&[0], &length[..], &message].concat()
}

/// Takes a frame off the front of what has come: its flag and what is in it.
pub(crate) fn next_frame(come: &mut Vec<u8>) -> Option<(u8, Vec<u8>)> {
    let (head, _) = come.split_first_chunk::<5>()?;
    let [flag, length @ ..] = *head;
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap();
    if come.len() < 5 + length {
        return None;
    }
    let rest = come.split_off(5 + length);
    let frame = std::mem::replace(come, rest);
    Some((flag, frame[5..].to_vec()))
}

/// The status in the last frame.
fn status(trailers: &[u8]) -> Status {
    let lines = std::str::from_utf8(trailers).unwrap().lines();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':').unwrap();
        let name: HeaderName = name.parse().unwrap();
        (name, HeaderValue::from_str(value.trim()).unwrap())
    });
    Status::from_header_map(&HeaderMap::from_iter(headers)).unwrap()
}

/// The messages of a whole body, and its status.
pub(crate) fn read<M: Message + Default>(mut body: Vec<u8>) -> (Vec<M>, Status) {
    let mut messages = Vec::new();
    loop {
        let (flag, content) = next_frame(&mut body).expect("a frame");
        if flag == 0x80 {
            assert!(body.is_empty(), "nothing follows the status");
            return (messages, status(&content));
        }
        assert_eq!(flag, 0);
        messages.push(M::decode(&content[..]).unwrap());
    }
}

/// What came as Base64, in pieces that each may end in padding.
pub(crate) fn from_text(text: &str) -> Vec<u8> {
    let fours = text.as_bytes().chunks(4);
    fours
        .flat_map(|four| STANDARD.decode(four).unwrap())
        .collect()
}
