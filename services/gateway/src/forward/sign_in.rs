//! The players service, on the gRPC port and over gRPC-Web. Attempts to sign in are counted by address, and what the
//! service sees is the gateway's: so they go in the gateway's own name, which may say for whom.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::task::{Context, Poll};

use axum::extract::ConnectInfo;
use http::header::AUTHORIZATION;
use http::{Request, Response};
use platform::NeverTwice;
use proto::players::v1::players_service_server::PlayersServiceServer;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::transport::server::TcpConnectInfo;
use tower::Service;

use super::Forward;
use crate::caller::{CLIENT, forwarded};

/// What is counted by address and needs no token, so that none is lost when the gateway's own takes
/// its place.
const COUNTED: [&str; 4] = ["SignInAsGuest", "Register", "SignIn", REFRESH];

/// What is good once.
const REFRESH: &str = "Refresh";

type Players = Forward<PlayersServiceServer<()>>;

/// The way to the players service.
#[derive(Clone)]
pub(super) struct SignIn {
    plain: Players,
    /// The same in the gateway's own name.
    own: Players,
    proxies: usize,
}

impl SignIn {
    pub(super) fn new(plain: Players, own: Players, proxies: usize) -> Self {
        Self {
            plain,
            own,
            proxies,
        }
    }
}

impl NamedService for SignIn {
    const NAME: &'static str = <Players as NamedService>::NAME;
}

impl Service<Request<Body>> for SignIn {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = <Players as Service<Request<Body>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.plain.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path();
        let method = path.rsplit('/').next().unwrap_or_default();
        let is_counted = COUNTED.contains(&method);
        if method == REFRESH {
            request.extensions_mut().insert(NeverTwice);
        }
        // Whoever says for whom it calls is believed by its own token, or not at all.
        if !is_counted || request.headers().contains_key(CLIENT) {
            return self.plain.call(request);
        }
        let address = client(&request, self.proxies);
        let headers = request.headers_mut();
        headers.remove(AUTHORIZATION);
        if let Some(address) = address.and_then(|address| address.to_string().parse().ok()) {
            headers.insert(CLIENT, address);
        }
        self.own.call(request)
    }
}

/// The address of whoever calls, where it is known.
fn client(request: &Request<Body>, proxies: usize) -> Option<IpAddr> {
    let of_grpc = request.extensions().get::<TcpConnectInfo>();
    let of_http = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = of_grpc
        .and_then(TcpConnectInfo::remote_addr)
        .or(of_http.map(|ConnectInfo(address)| *address));
    forwarded(request.headers(), proxies).or_else(|| Some(peer?.ip()))
}
