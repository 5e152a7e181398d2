//! A replica on a thread of its own, which can be killed, frozen and stopped as a process can.

use std::convert::Infallible;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::mpsc;
use std::task::{Context, Poll};
use std::thread::JoinHandle;
use std::time::Duration;

use http::{HeaderValue, Request, Response};
use http_body_util::StreamBody;
use hyper::body::{Bytes, Frame};
use platform::identity::{Gate, Signer, Verifier};
use platform::{Fault, Part};
use support::ReservedPort;
use tokio::net::TcpSocket;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tonic::body::Body;
use tonic::server::NamedService;
use tower::Service;

/// The header in which a replica says which one it is.
pub(crate) const WHO: &str = "x-replica";

/// The address of a replica by its number.
pub(crate) fn address(number: u8, port: u16) -> SocketAddr {
    (Ipv4Addr::new(127, 0, 0, number), port).into()
}

/// A replica that runs.
pub(crate) struct Server {
    killed: CancellationToken,
    stopped: CancellationToken,
    /// Once it is told so it does nothing until this is dropped.
    frozen: tokio::sync::mpsc::Sender<mpsc::Receiver<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a replica by its number.
    pub(crate) fn start(number: u8, port: &ReservedPort) -> Self {
        let (killed, stopped) = (CancellationToken::new(), CancellationToken::new());
        let (frozen, freezing) = tokio::sync::mpsc::channel(1);
        let (listening, listens) = mpsc::channel();
        let address = address(number, port.number());
        let tokens = (killed.clone(), stopped.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                tokio::spawn(freeze(freezing));
                let socket = TcpSocket::new_v4().unwrap();
                socket.set_reuseaddr(true).unwrap();
                socket.bind(address).unwrap();
                let listener = socket.listen(1024).unwrap();
                listening.send(()).unwrap();
                let part = Part::new(Who(number));
                let part = part.open("Who").open("Slow").open("Away").open("Stream");
                let gate = Gate::new(Verifier::fixed([&Signer::generate()]).unwrap());
                let (killed, stopped) = tokens;
                let serving = platform::serve(vec![part], gate, listener, stopped);
                let _ = killed.run_until_cancelled(serving).await;
            });
            // With the runtime go all its connections.
        });
        listens.recv().unwrap();
        Self {
            killed,
            stopped,
            frozen,
            thread: Some(thread),
        }
    }

    /// Makes it do nothing until what is given is dropped; the kernel goes on taking connections.
    pub(crate) async fn freeze(&self) -> mpsc::Sender<()> {
        let (thaw, until) = mpsc::channel();
        self.frozen.send(until).await.unwrap();
        thaw
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        self.stopped.cancel();
    }

    /// Ends it at once.
    pub(crate) fn kill(mut self) {
        self.killed.cancel();
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.killed.cancel();
    }
}

async fn freeze(mut freezing: tokio::sync::mpsc::Receiver<mpsc::Receiver<()>>) {
    while let Some(until) = freezing.recv().await {
        let _ = until.recv();
    }
}

/// Says which replica it is: `Who` at once, `Slow` after a while, `Away` not if it is the second;
/// `Stream` does not end after that.
#[derive(Clone)]
struct Who(u8);

impl NamedService for Who {
    const NAME: &'static str = "test.Replica";
}

impl Service<Request<Body>> for Who {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let number = self.0;
        Box::pin(async move {
            let status = match request.uri().path() {
                "/test.Replica/Slow" => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    Status::ok("")
                }
                "/test.Replica/Away" if number == 2 => {
                    Fault::unavailable("STORE_UNAVAILABLE", "the store is away").into()
                }
                _ => Status::ok(""),
            };
            let mut answer = if request.uri().path() == "/test.Replica/Stream" {
                let nothing = futures::stream::pending::<Result<Frame<Bytes>, Status>>();
                Response::new(Body::new(StreamBody::new(nothing)))
            } else {
                status.into_http()
            };
            answer
                .headers_mut()
                .insert(WHO, HeaderValue::from(u16::from(number)));
            Ok(answer)
        })
    }
}
