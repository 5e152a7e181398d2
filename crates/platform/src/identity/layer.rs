//! The one place where a service looks who calls.

use std::collections::HashSet;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use tonic::Status;
use tonic::body::Body;
use tower::{Layer, Service};

use super::{Caller, Refused, Verifier};
use crate::Fault;

/// Whom a server lets in, and whether it describes itself.
#[derive(Clone, Debug)]
pub struct Gate {
    /// `None` where every call is passed on to services that have gates of their own.
    pub(crate) verifier: Option<Verifier>,
    pub(crate) reflection: bool,
}

impl Gate {
    /// Lets in whoever has a token that the verifier believes.
    #[must_use]
    pub const fn new(verifier: Verifier) -> Self {
        Self {
            verifier: Some(verifier),
            reflection: true,
        }
    }

    /// Lets everybody through. It is for one who answers nothing itself and passes calls on to
    /// services that look who calls.
    #[must_use]
    pub const fn passage() -> Self {
        Self {
            verifier: None,
            reflection: true,
        }
    }

    /// Says whether the server answers reflection, which needs no token.
    #[must_use]
    pub fn with_reflection(self, reflection: bool) -> Self {
        Self { reflection, ..self }
    }
}

/// Puts the [`Caller`] of every call into its extensions, as `Arc<Caller>`, or refuses the call.
/// Health and reflection are open to all, and so are the methods named.
#[derive(Clone, Debug)]
pub struct IdentityLayer {
    verifier: Verifier,
    open: Arc<HashSet<String>>,
}

impl IdentityLayer {
    /// Paths such as `/shashki.players.v1.PlayersService/SignIn` are open.
    #[must_use]
    pub fn new(verifier: Verifier, open: HashSet<String>) -> Self {
        Self {
            verifier,
            open: Arc::new(open),
        }
    }
}

impl<S> Layer<S> for IdentityLayer {
    type Service = Identified<S>;

    fn layer(&self, inner: S) -> Self::Service {
        Identified {
            inner,
            identity: self.clone(),
        }
    }
}

/// A server with [`IdentityLayer`] around it.
#[derive(Clone, Debug)]
pub struct Identified<S> {
    inner: S,
    identity: IdentityLayer,
}

impl<S> Service<Request<Body>> for Identified<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path();
        if path.starts_with("/grpc.health.") || path.starts_with("/grpc.reflection.") {
            return Box::pin(self.inner.call(request));
        }
        let open = self.identity.open.contains(path);
        let verifier = self.identity.verifier.clone();
        // The one that is ready is called; its place is taken by a clone that is not.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        Box::pin(async move {
            match caller(&verifier, request.headers()).await {
                Ok(caller) => {
                    request.extensions_mut().insert(caller);
                }
                // Whoever signs in may still send a token that has expired. So may a gateway, which
                // then cannot say for whom it calls.
                Err(fault) if open => {
                    tracing::debug!(%fault, "an open method is called by nobody known");
                }
                Err(fault) => return Ok(Status::from(fault).into_http()),
            }
            inner.call(request).await
        })
    }
}

async fn caller(verifier: &Verifier, headers: &HeaderMap) -> Result<Arc<Caller>, Fault> {
    let header = headers.get(AUTHORIZATION).ok_or_else(Fault::no_token)?;
    let token = header.to_str().ok().and_then(bearer);
    let token = token.ok_or(Refused::Malformed)?;
    Ok(verifier.verify(token).await?)
}

/// The token in the header's value; the scheme's case does not matter (RFC 9110).
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
