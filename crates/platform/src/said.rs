//! What a request says, kept while it is being said, so that it can be said again.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use http_body::Frame;
use hyper::body::Bytes;
use tonic::Status;
use tonic::body::Body;

/// A longer request is said once only. It is more than a service reads.
const LONGEST: usize = 2 * crate::MAX_MESSAGE_BYTES;

/// A request's body, to be said as often as needed.
#[derive(Debug)]
pub(crate) struct Said(Arc<Mutex<Kept>>);

#[derive(Debug)]
struct Kept {
    /// What has been said so far, in pieces.
    pieces: Vec<Bytes>,
    length: usize,
    /// Something was said that is not kept.
    is_lost: bool,
    /// What has not been said yet.
    rest: Option<Body>,
}

impl Said {
    pub(crate) fn new(body: Body) -> Self {
        Self(Arc::new(Mutex::new(Kept {
            pieces: Vec::new(),
            length: 0,
            is_lost: false,
            rest: Some(body),
        })))
    }

    /// Whether all of it can be said again.
    pub(crate) fn is_kept(&self) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !kept.is_lost
    }

    /// The body from its beginning. What was said before is to be dropped.
    pub(crate) fn again(&self) -> Body {
        Body::new(Saying {
            kept: Arc::clone(&self.0),
            next: 0,
        })
    }
}

/// The body on its way.
struct Saying {
    kept: Arc<Mutex<Kept>>,
    /// The piece to be said next.
    next: usize,
}

impl http_body::Body for Saying {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let kept = Arc::clone(&self.kept);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(piece) = kept.pieces.get(self.next) {
            self.next += 1;
            return Poll::Ready(Some(Ok(Frame::data(piece.clone()))));
        }
        let Some(rest) = &mut kept.rest else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(rest).poll_frame(context));
        match &frame {
            Some(Ok(frame)) => kept.keep(frame),
            Some(Err(_)) => kept.is_lost = true,
            None => kept.rest = None,
        }
        self.next = kept.pieces.len();
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = kept.rest.as_ref().is_none_or(Body::is_end_stream);
        is_over && self.next == kept.pieces.len()
    }
}

impl Kept {
    fn keep(&mut self, frame: &Frame<Bytes>) {
        match frame.data_ref() {
            Some(piece) if self.length + piece.len() <= LONGEST => {
                self.length += piece.len();
                self.pieces.push(piece.clone());
            }
            _ => {
                self.is_lost = true;
                self.pieces.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use futures::{StreamExt as _, stream};
    use http_body::Body as _;

    use super::*;

    /// A body that comes in pieces.
    struct Pieces(stream::Iter<std::vec::IntoIter<Bytes>>);

    impl http_body::Body for Pieces {
        type Data = Bytes;
        type Error = Status;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
            let piece = ready!(self.0.poll_next_unpin(context));
            Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
        }
    }

    fn said(pieces: Vec<Bytes>) -> Said {
        Said::new(Body::new(Pieces(stream::iter(pieces))))
    }

    async fn next(body: &mut Body) -> Option<Bytes> {
        let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        frame.map(|frame| frame.unwrap().into_data().unwrap())
    }

    #[tokio::test]
    async fn what_was_said_in_part_is_said_again_from_the_beginning() {
        let said = said(vec![Bytes::from("one"), Bytes::from("two")]);
        let mut first = said.again();
        assert_eq!(next(&mut first).await.unwrap(), "one");
        drop(first);
        for _ in 0..2 {
            let mut again = said.again();
            assert!(!again.is_end_stream());
            assert_eq!(next(&mut again).await.unwrap(), "one");
            assert_eq!(next(&mut again).await.unwrap(), "two");
            assert_eq!(next(&mut again).await, None);
            assert!(again.is_end_stream());
        }
        assert!(said.is_kept());
    }

    #[tokio::test]
    async fn what_is_too_long_is_said_once() {
        let half = Bytes::from(vec![0; LONGEST / 2 + 1]);
        let said = said(vec![half.clone(), half.clone(), half]);
        let mut only = said.again();
        for _ in 0..3 {
            assert_eq!(next(&mut only).await.unwrap().len(), LONGEST / 2 + 1);
        }
        assert_eq!(next(&mut only).await, None);
        assert!(!said.is_kept());
    }
}
