//! Work that is finished once it has begun.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// Runs in its caller's task, which costs nothing; goes on in a task of its own if the caller goes
/// away.
pub(super) struct Begun<T: Send + 'static>(Option<Work<T>>);

type Work<T> = Pin<Box<dyn Future<Output = T> + Send>>;

impl<T: Send + 'static> Begun<T> {
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<T: Send + 'static> Future for Begun<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(work) = &mut self.0 else {
            // Polled again after its end, which no future has to answer.
            return Poll::Pending;
        };
        let done = work.as_mut().poll(context);
        if done.is_ready() {
            self.0 = None;
        }
        done
    }
}

impl<T: Send + 'static> Drop for Begun<T> {
    fn drop(&mut self) {
        if let Some(work) = self.0.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;
    use tokio::time::timeout;

    use super::Begun;

    #[tokio::test]
    async fn goes_on_without_its_caller() {
        let (go, gone) = oneshot::channel();
        let (done, is_done) = oneshot::channel();
        let work = Begun::new(async move {
            gone.await.expect("a word");
            done.send(()).expect("a listener");
        });
        let left = timeout(Duration::from_millis(1), work).await;
        assert!(left.is_err());
        go.send(()).expect("somebody at work");
        is_done.await.expect("the end of it");
    }
}
