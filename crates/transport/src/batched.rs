//! A connection that writes once a turn of the runtime.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker, ready};

use futures::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tonic::transport::server::Connected;

/// A connection that puts writes off until the runtime has run the tasks that are ready. Its owner,
/// such as HTTP/2, gathers in its own buffer what they say meanwhile, and then writes as much as it
/// has: its turn is over when it has gone on to read.
#[derive(Debug)]
pub struct Batched<S> {
    stream: S,
    turn: Arc<Turn>,
    /// The same as what the runtime wakes.
    waker: Waker,
    /// The runtime has been asked for a turn.
    asked: bool,
    /// Its turn has come, and it has not read since.
    writes: bool,
}

/// The turn to write.
#[derive(Debug, Default)]
struct Turn {
    has_come: AtomicBool,
    owner: AtomicWaker,
}

impl Wake for Turn {
    fn wake(self: Arc<Self>) {
        self.has_come.store(true, Ordering::Release);
        self.owner.wake();
    }
}

impl<S> Batched<S> {
    /// A connection over a stream of bytes.
    pub fn new(stream: S) -> Self {
        let turn = Arc::<Turn>::default();
        Self {
            stream,
            waker: Arc::clone(&turn).into(),
            turn,
            asked: false,
            writes: false,
        }
    }

    /// Waits for the turn to write. The owner may look in at any time before: only the runtime says
    /// that it has come.
    fn poll_turn(&mut self, context: &Context<'_>) -> Poll<()> {
        self.turn.owner.register(context.waker());
        if !self.asked {
            self.asked = true;
            // Wakes the waker when nothing else is ready to run; the future itself is done then.
            let _ = pin!(tokio::task::yield_now()).poll(&mut Context::from_waker(&self.waker));
        }
        if self.turn.has_come.swap(false, Ordering::Acquire) {
            self.asked = false;
            return Poll::Ready(());
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Batched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.writes = false;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Batched<S> {
    // Not vectored: owners then copy what is small, and go on gathering behind it.
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if !self.writes {
            ready!(self.poll_turn(context));
            self.writes = true;
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: Connected> Connected for Batched<S> {
    type ConnectInfo = S::ConnectInfo;

    fn connect_info(&self) -> Self::ConnectInfo {
        self.stream.connect_info()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use futures::FutureExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::task::{LocalSet, yield_now};

    use super::Batched;

    #[tokio::test]
    async fn tasks_that_are_ready_go_before_a_write() {
        let (near, mut far) = duplex(1024);
        let others = Rc::new(Cell::new(0));
        let local = LocalSet::new();
        for _ in 0..10 {
            let others = Rc::clone(&others);
            local.spawn_local(async move { others.set(others.get() + 1) });
        }
        let written = local.run_until(async {
            Batched::new(near).write_all(b"said").await.expect("room");
            others.get()
        });
        assert_eq!(written.await, 10);
        let mut said = Vec::new();
        far.read_to_end(&mut said).await.expect("all of it");
        assert_eq!(said, b"said");
    }

    #[tokio::test]
    async fn one_turn_is_enough_for_many_writes_and_over_with_a_read() {
        let (near, _far) = duplex(1024);
        let mut near = Batched::new(near);
        let others = Rc::new(Cell::new(0));
        let local = LocalSet::new();
        let written = local.run_until(async {
            near.write_all(b"one").await.expect("room");
            let counted = Rc::clone(&others);
            local.spawn_local(async move { counted.set(1) });
            near.write_all(b"two").await.expect("room");
            assert_eq!(others.get(), 0);
            assert_eq!(near.read_u8().now_or_never().map(|_| ()), None);
            near.write_all(b"three").await.expect("room");
            assert_eq!(others.get(), 1);
        });
        written.await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_that_is_written_arrives_in_order() {
        let (near, mut far) = duplex(64);
        tokio::spawn(async move {
            let mut near = Batched::new(near);
            for number in 0..10_000_u32 {
                near.write_u32(number).await.expect("a reader");
                if number % 7 == 0 {
                    yield_now().await;
                }
            }
        });
        for number in 0..10_000 {
            assert_eq!(far.read_u32().await.expect("a writer"), number);
        }
    }
}
