//! A connection of HTTP/2 to one address, made when needed and shared by all who call there.

use std::error::Error;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, Shared};
use http::{Request, Response};
use hyper::body::Incoming;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::AbortHandle;
use tonic::body::Body;

/// How often a connection is asked whether it lives. Without it one stays dead after a cut that is
/// mended.
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(5);

/// How long it has to say so.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);

/// What a stream may hold that nobody has read yet.
const STREAM_WINDOW: u32 = 64 * 1024;

/// The same of a connection: as much as its streams together, so that those which are not read leave
/// room for the others.
const WINDOW: u32 = 1 << 30;

/// Makes connections to one address.
pub(crate) type Dial = Arc<dyn Fn() -> BoxFuture<'static, io::Result<Open>> + Send + Sync>;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[error("no answer")]
pub(crate) struct Lost {
    /// The request has not left: nobody can have heard it.
    pub(crate) is_unsent: bool,
    #[source]
    why: Arc<dyn Error + Send + Sync>,
}

/// A connection to one address.
pub(crate) struct Link {
    dial: Dial,
    state: Mutex<Option<Opening>>,
}

/// A connection that is being made, or was. Whoever comes meanwhile waits for the same one.
type Opening = Shared<BoxFuture<'static, Result<Open, Arc<io::Error>>>>;

/// A connection that was made.
#[derive(Clone)]
pub(crate) struct Open {
    requests: SendRequest<Body>,
    task: Tasks,
}

impl Link {
    pub(crate) fn new(dial: Dial) -> Self {
        Self {
            dial,
            state: Mutex::default(),
        }
    }

    /// Sends a request and gives the head of what is answered.
    pub(crate) async fn send(&self, request: Request<Body>) -> Result<Response<Incoming>, Lost> {
        let mut open = self.open().await.map_err(|why| Lost {
            is_unsent: true,
            why,
        })?;
        let answer = open.requests.try_send_request(request).await;
        answer.map_err(|mut error| Lost {
            is_unsent: error.take_message().is_some(),
            why: Arc::new(error.into_error()),
        })
    }

    /// Ends the connection, if there is one: who waits for answers on it waits no longer.
    pub(crate) fn cut(&self) {
        let opening = self.state().take();
        if let Some(Ok(open)) = opening.as_ref().and_then(Shared::peek) {
            open.task.abort();
        }
    }

    async fn open(&self) -> Result<Open, Arc<io::Error>> {
        let opening = {
            let mut state = self.state();
            let known = state.as_ref().filter(|opening| match opening.peek() {
                Some(Ok(open)) => !open.requests.is_closed(),
                Some(Err(_)) => false,
                None => true,
            });
            match known {
                Some(opening) => opening.clone(),
                None => {
                    let opening = (self.dial)().map(|made| made.map_err(Arc::new));
                    state.insert(opening.boxed().shared()).clone()
                }
            }
        };
        match opening.peek() {
            Some(made) => made.clone(),
            None => opening.await,
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, Option<Opening>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes connections of HTTP/2 on what `connect` makes.
pub(crate) fn dial<F, C>(connect: impl Fn() -> F + Send + Sync + 'static) -> Dial
where
    F: Future<Output = io::Result<C>> + Send + 'static,
    C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    Arc::new(move || {
        let connecting = connect();
        Box::pin(async move { greet(connecting.await?).await.map_err(io::Error::other) })
    })
}

async fn greet<C>(connection: C) -> hyper::Result<Open>
where
    C: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let task = Tasks::default();
    let (requests, dispatch) = Builder::new(task.clone())
        .timer(TokioTimer::new())
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(WINDOW)
        .keep_alive_interval(KEEP_ALIVE_EVERY)
        .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
        .keep_alive_while_idle(true)
        .handshake(TokioIo::new(connection))
        .await?;
    tokio::spawn(dispatch);
    Ok(Open { requests, task })
}

/// The tasks of a connection. The first one holds the connection itself: when it ends, so does all
/// that is under way.
#[derive(Clone, Default)]
struct Tasks(Arc<OnceLock<AbortHandle>>);

impl Tasks {
    fn abort(&self) {
        if let Some(first) = self.0.get() {
            first.abort();
        }
    }
}

impl<F> hyper::rt::Executor<F> for Tasks
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, future: F) {
        let task = tokio::spawn(future);
        if self.0.get().is_none() {
            // Nobody else can have been first meanwhile: the connection is told of nobody before.
            let _ = self.0.set(task.abort_handle());
        }
    }
}
