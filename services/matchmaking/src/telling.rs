//! Streams of answers: each update as the reader takes it, until there are no more or the server
//! stops. A reader that is gone lets go of everything.

use std::pin::Pin;

use futures::{Stream, stream};
use platform::Fault;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::error::Error;

/// The messages of a stream as the server sends them.
pub(crate) type Told<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Something that has updates to tell.
pub(crate) trait Teller: Send + 'static {
    /// An update.
    type Update: Send;

    /// The next one; `None` after the last.
    fn next(&mut self) -> impl Future<Output = Result<Option<Self::Update>, Error>> + Send;
}

/// Tells updates as messages.
pub(crate) fn tell<T: Teller, M: Send + 'static>(
    teller: T,
    shutdown: CancellationToken,
    message: impl Fn(T::Update) -> M + Send + Sync + 'static,
) -> Told<M> {
    let state = Some((teller, shutdown, message));
    Box::pin(stream::unfold(state, |state| async move {
        let (mut teller, shutdown, message) = state?;
        let update = tokio::select! {
            biased;
            () = shutdown.cancelled() => {
                let words = "this server is stopping: ask again, and go on where you were";
                Err(Fault::unavailable("SHUTTING_DOWN", words).into())
            }
            update = teller.next() => update,
        };
        match update {
            Ok(Some(update)) => {
                let told = Ok(message(update));
                Some((told, Some((teller, shutdown, message))))
            }
            Ok(None) => None,
            Err(error) => Some((Err(Error::into(error)), None)),
        }
    }))
}
