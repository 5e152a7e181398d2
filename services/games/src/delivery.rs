//! Bringing updates to a reader: in order, a few at a time, and not for ever to one that does not
//! take them.

use std::pin::Pin;
use std::time::Duration;

use futures::{Stream, StreamExt as _, stream};
use platform::Fault;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tonic::Status;

/// The messages of a stream as the server sends them.
pub(crate) type Delivery<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// Updates that may wait for a reader; what comes later waits where it is.
const WAITING: usize = 4;

/// A reader that takes nothing for this long is cut off.
const PATIENCE: Duration = Duration::from_secs(10);

/// Delivers updates until they end, the reader leaves or falls behind, or the server stops. `held`
/// is let go of then.
pub(crate) fn deliver<T: Send + 'static>(
    updates: impl Stream<Item = Result<T, Status>> + Send + 'static,
    held: impl Send + 'static,
    shutdown: CancellationToken,
) -> Delivery<T> {
    // A channel makes room for many at once: boxed, so that a waiting reader costs next to nothing.
    let (sender, mut receiver) = mpsc::channel::<Box<T>>(WAITING);
    let (last_words, end) = oneshot::channel();
    tokio::spawn(async move {
        if let Some(status) = carry(updates, &sender, &shutdown).await {
            // Nobody is there to hear it if the reader has left.
            let _ = last_words.send(status);
        }
        drop((sender, held));
    });
    let taken =
        stream::poll_fn(move |context| receiver.poll_recv(context)).map(|update| Ok(*update));
    let end = stream::once(end).filter_map(|status| async move { status.ok().map(Err) });
    Box::pin(taken.chain(end))
}

/// Carries updates over; gives the status to end with, if the end is no happy one.
async fn carry<T: Send>(
    updates: impl Stream<Item = Result<T, Status>>,
    sender: &mpsc::Sender<Box<T>>,
    shutdown: &CancellationToken,
) -> Option<Status> {
    let mut updates = std::pin::pin!(updates);
    loop {
        let update = tokio::select! {
            biased;
            () = shutdown.cancelled() => {
                let message = "this server is stopping: watch again after the last version seen";
                return Some(Fault::unavailable("SHUTTING_DOWN", message).into());
            }
            () = sender.closed() => return None,
            update = updates.next() => update?,
        };
        let update = match update {
            Ok(update) => update,
            Err(status) => return Some(status),
        };
        match sender.send_timeout(Box::new(update), PATIENCE).await {
            Ok(()) => {}
            Err(SendTimeoutError::Closed(_)) => return None,
            Err(SendTimeoutError::Timeout(_)) => {
                let message = "you did not read in time: watch again after the last version seen";
                return Some(Fault::exhausted("SLOW_READER", message).into());
            }
        }
    }
}
