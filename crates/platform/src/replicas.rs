//! The replicas of a service: calls go to the least busy one that is well, and once more to another
//! if the first gives no answer.
//!
//! The name is resolved again and again (`keeper.rs`). Replicas that have gone wrong are passed
//! over until they have shown that they are well, as long as there is another. One that hangs is
//! found by its silence: it is asked for its health, and if it does not answer its connection is
//! cut, so that those who wait are answered by another.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::BoxFuture;
use http::request::Parts;
use http::uri::Authority;
use http::{Request, Response};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout_at};
use tonic::body::Body;
use tonic::{Code, Status};

use crate::link::{Dial, Lost};
use crate::replica::Replica;
use crate::said::Said;
use crate::{deadline, keeper};

/// Marks a request that must not be said again once it may have been heard, as the trade of a
/// token that is good once. Put it into the request's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeverTwice;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    /// The deadline passed first.
    #[error("too late")]
    TooLate,
    /// Nobody could be asked, or whoever was asked was lost.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// The name leads nowhere.
    #[error("the name leads nowhere")]
    Nowhere,
}

/// All replicas that are known, in the order of their addresses.
pub(crate) type Known = Arc<[Arc<Replica>]>;

/// Says where a name leads.
pub(crate) type Resolve = dyn Fn() -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync;

/// The replicas of a service.
pub(crate) struct Replicas {
    /// `None` until the name was resolved for the first time.
    known: watch::Sender<Option<Known>>,
    /// Whose turn it is among those that are equally busy.
    turn: AtomicUsize,
    /// Something went wrong: it is time to look.
    doubts: Arc<Notify>,
}

impl fmt::Debug for Replicas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.known().iter().flat_map(|known| known.iter()))
            .finish()
    }
}

impl Replicas {
    /// A service with one address, which `dial` knows.
    pub(crate) fn single(authority: Authority, dial: Dial) -> Arc<Self> {
        let only = Arc::new(Replica::new(authority, None, dial));
        Arc::new(Self::new(Some(Arc::new([only]))))
    }

    /// A service whose replicas a name leads to.
    pub(crate) fn named(authority: Authority, resolve: Box<Resolve>) -> Arc<Self> {
        let replicas = Arc::new(Self::new(None));
        let doubts = Arc::clone(&replicas.doubts);
        let keeping = keeper::keep(Arc::downgrade(&replicas), doubts, authority, resolve);
        tokio::spawn(keeping);
        replicas
    }

    fn new(known: Option<Known>) -> Self {
        Self {
            known: watch::Sender::new(known),
            turn: AtomicUsize::new(0),
            doubts: Arc::default(),
        }
    }

    /// Calls, before the deadline if there is one. What got no answer, or was answered that a
    /// service is away, is said once more, to another replica if there is one: every call of the
    /// suite can be repeated, but for those marked [`NeverTwice`].
    pub(crate) async fn call(
        &self,
        request: Request<Body>,
        deadline: Option<Instant>,
    ) -> Result<Response<Body>, NoAnswer> {
        let mut asked = None;
        let answer = self.ask(request, deadline, &mut asked);
        let Some(deadline) = deadline else {
            return answer.await;
        };
        let answer = timeout_at(deadline, answer).await;
        answer.unwrap_or_else(|_elapsed| {
            if let Some(replica) = asked {
                self.doubt(&replica);
            }
            Err(NoAnswer::TooLate)
        })
    }

    async fn ask(
        &self,
        request: Request<Body>,
        deadline: Option<Instant>,
        asked: &mut Option<Arc<Replica>>,
    ) -> Result<Response<Body>, NoAnswer> {
        let (parts, body) = request.into_parts();
        let said = Said::new(body);
        let mut may_repeat = parts.extensions.get::<NeverTwice>().is_none();
        let mut known = self.resolved().await?;
        let mut tries = known.len() + 1;
        loop {
            tries -= 1;
            let replica = self.choose(&known, asked.as_deref());
            let mut request = repetition(&parts, &said);
            if let (Some(deadline), Some(_)) = (deadline, &asked) {
                deadline::shorten(request.headers_mut(), deadline);
            }
            *asked = Some(Arc::clone(replica));
            let answer = replica.call(request).await;
            let is_last = tries == 0 || !said.is_kept();
            match answer {
                Ok(answer) if !may_repeat || is_last || !is_away(&answer) => {
                    return Ok(answer.map(Body::new));
                }
                Ok(_away) => may_repeat = false,
                Err(lost) => {
                    self.doubt(replica);
                    if is_last || !(lost.is_unsent || may_repeat) {
                        return Err(lost.into());
                    }
                    may_repeat &= lost.is_unsent;
                }
            }
            known = self.resolved().await?;
        }
    }

    /// The least busy replica that is well; rather not the one that was asked before, and rather one
    /// that is not well than none.
    fn choose<'a>(&self, known: &'a Known, before: Option<&Replica>) -> &'a Arc<Replica> {
        if let [only] = &**known {
            return only;
        }
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let weigh = |replica: &Replica| {
            let is_before = before.is_some_and(|before| std::ptr::eq(before, replica));
            (!replica.is_well(), is_before, replica.waiting())
        };
        let in_turn = (0..known.len()).map(|step| &known[turn.wrapping_add(step) % known.len()]);
        in_turn
            .min_by_key(|replica| weigh(replica))
            .unwrap_or(&known[0])
    }

    async fn resolved(&self) -> Result<Known, NoAnswer> {
        let known = match self.known() {
            Some(known) => known,
            None => {
                let mut changes = self.known.subscribe();
                let changed = changes.wait_for(Option::is_some).await;
                let changed = changed.ok().and_then(|known| known.clone());
                changed.ok_or(NoAnswer::Nowhere)?
            }
        };
        if known.is_empty() {
            self.doubts.notify_one();
            return Err(NoAnswer::Nowhere);
        }
        Ok(known)
    }

    fn doubt(&self, replica: &Replica) {
        replica.doubt();
        self.doubts.notify_one();
    }

    /// All replicas that are known; `None` until the name was resolved for the first time.
    pub(crate) fn known(&self) -> Option<Known> {
        self.known.borrow().clone()
    }

    /// Takes in which replicas there are now.
    pub(crate) fn learn(&self, known: Known) {
        self.known.send_replace(Some(known));
    }
}

/// A request from its beginning.
fn repetition(parts: &Parts, said: &Said) -> Request<Body> {
    let mut request = Request::new(said.again());
    *request.method_mut() = parts.method.clone();
    *request.uri_mut() = parts.uri.clone();
    *request.headers_mut() = parts.headers.clone();
    request
}

/// Whether whoever answered says that something is away.
fn is_away<B>(answer: &Response<B>) -> bool {
    let code = answer.headers().get(Status::GRPC_STATUS);
    code.is_some_and(|code| Code::from_bytes(code.as_bytes()) == Code::Unavailable)
}
