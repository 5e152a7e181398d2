//! The service with what it stands on, and callers for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use platform::identity::{Caller, Gate, OwnToken, Scope, Secret, Signer, Verifier};
use platform::{Channel, Fault, Part};
use players::{Keyring, Needs, Options};
use proto::players::v1 as wire;
use proto::players::v1::credentials::Kind;
use proto::players::v1::players_service_client::PlayersServiceClient;
use proto::ratings::v1::{ForgetPlayerRequest, ForgetPlayerResponse};
use store::records::Records;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::body::Body;
use tonic::codegen::http;
use tonic::server::NamedService;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

pub(crate) type Players = PlayersServiceClient<Channel>;

/// A running service.
pub(crate) struct Service {
    pub(crate) records: Records,
    pub(crate) keyring: Keyring,
    pub(crate) ratings: Ratings,
    address: String,
    _running: DropGuard,
}

impl Service {
    /// Starts it on the database at a URL.
    pub(crate) async fn start(url: &str) -> Self {
        let records = Records::connect(url).await.unwrap();
        records.migrate().await.unwrap();
        let keyring = Keyring::open(records.clone()).await.unwrap();
        let ratings = Ratings::start().await;
        let needs = Needs {
            records: records.clone(),
            keyring: keyring.clone(),
            ratings: Channel::lazy(&ratings.address)
                .unwrap()
                .with_token(ratings.token.clone()),
        };
        let generous = 100_000.try_into().unwrap();
        let options = Options {
            access_seconds: 900,
            sign_ins_by_address: generous,
            sign_ins_by_account: generous,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shutdown = CancellationToken::new();
        let stop = shutdown.clone();
        tokio::spawn(async move {
            players::serve(&options, needs, true, listener, stop)
                .await
                .unwrap();
        });
        let service = Self {
            records,
            keyring,
            ratings,
            address,
            _running: shutdown.drop_guard(),
        };
        service.ready().await;
        service
    }

    async fn ready(&self) {
        let name = "shashki.players.v1.PlayersService";
        while platform::ready(self.channel(), name).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn channel(&self) -> Channel {
        Channel::lazy(&self.address).unwrap()
    }

    /// A caller without a token.
    pub(crate) fn stranger(&self) -> Players {
        Players::new(self.channel())
    }

    /// A caller with this token.
    pub(crate) fn with(&self, token: &str) -> Players {
        let token = OwnToken::fixed(&Secret::from(token.to_owned())).unwrap();
        Players::new(self.channel().with_token(token))
    }
}

/// Ratings that note whom they were told to forget, or are out of order.
pub(crate) struct Ratings {
    pub(crate) told: mpsc::UnboundedReceiver<String>,
    pub(crate) broken: Arc<AtomicBool>,
    address: String,
    token: OwnToken,
    _running: DropGuard,
}

impl Ratings {
    async fn start() -> Self {
        let (sender, told) = mpsc::unbounded_channel();
        let broken = Arc::new(AtomicBool::new(false));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let signer = Signer::generate();
        let caller = Caller::Service {
            name: "players".to_owned(),
            scopes: vec![Scope::RatingsReport],
        };
        let token = signer.sign(&caller, Duration::from_secs(900)).unwrap();
        let gate = Gate::new(Verifier::fixed([&signer]).unwrap());
        let part = Part::new(Forgets {
            told: sender,
            broken: Arc::clone(&broken),
        });
        let shutdown = CancellationToken::new();
        tokio::spawn(platform::serve(
            vec![part],
            gate,
            listener,
            shutdown.clone(),
        ));
        Self {
            told,
            broken,
            address,
            token: OwnToken::fixed(&Secret::from(token)).unwrap(),
            _running: shutdown.drop_guard(),
        }
    }
}

/// Of all that the ratings service does, this is what players ask of it.
#[derive(Clone)]
struct Forgets {
    told: mpsc::UnboundedSender<String>,
    broken: Arc<AtomicBool>,
}

impl NamedService for Forgets {
    const NAME: &'static str = "shashki.ratings.v1.RatingsService";
}

impl tower::Service<http::Request<Body>> for Forgets {
    type Response = http::Response<Body>;
    type Error = std::convert::Infallible;
    type Future = std::pin::Pin<
        Box<dyn Future<Output = Result<Self::Response, std::convert::Infallible>> + Send>,
    >;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        assert!(request.uri().path().ends_with("/ForgetPlayer"));
        let forgets = self.clone();
        Box::pin(async move {
            let codec = ProstCodec::<ForgetPlayerResponse, ForgetPlayerRequest>::default();
            Ok(tonic::server::Grpc::new(codec)
                .unary(forgets, request)
                .await)
        })
    }
}

impl tonic::server::UnaryService<ForgetPlayerRequest> for Forgets {
    type Response = ForgetPlayerResponse;
    type Future = std::future::Ready<Result<Response<ForgetPlayerResponse>, Status>>;

    fn call(&mut self, request: Request<ForgetPlayerRequest>) -> Self::Future {
        let scoped = Caller::of(&request).and_then(|caller| caller.require(Scope::RatingsReport));
        std::future::ready(match scoped {
            Err(fault) => Err(fault.into()),
            Ok(()) if self.broken.load(Ordering::SeqCst) => {
                Err(Fault::unavailable("AWAY", "not now").into())
            }
            Ok(()) => {
                self.told.send(request.into_inner().player_id).unwrap();
                Ok(Response::new(ForgetPlayerResponse {}))
            }
        })
    }
}

/// Somebody who has signed in.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) access: String,
    pub(crate) refresh: String,
}

impl SignedIn {
    fn new(player: Option<wire::Player>, tokens: Option<wire::Tokens>) -> Self {
        let (player, tokens) = (player.unwrap(), tokens.unwrap());
        Self {
            id: player.id,
            name: player.name,
            access: tokens.access_token,
            refresh: tokens.refresh_token,
        }
    }
}

pub(crate) async fn guest(mut players: Players) -> SignedIn {
    let request = wire::SignInAsGuestRequest {};
    let answer = players
        .sign_in_as_guest(request)
        .await
        .unwrap()
        .into_inner();
    SignedIn::new(answer.player, answer.tokens)
}

pub(crate) async fn register(
    mut players: Players,
    credentials: wire::Credentials,
    name: &str,
) -> Result<SignedIn, Status> {
    let request = wire::RegisterRequest {
        credentials: Some(credentials),
        name: name.to_owned(),
    };
    let answer = players.register(request).await?.into_inner();
    Ok(SignedIn::new(answer.player, answer.tokens))
}

pub(crate) async fn sign_in(
    mut players: Players,
    credentials: wire::Credentials,
) -> Result<SignedIn, Status> {
    let request = wire::SignInRequest {
        credentials: Some(credentials),
    };
    let answer = players.sign_in(request).await?.into_inner();
    Ok(SignedIn::new(answer.player, answer.tokens))
}

pub(crate) async fn refresh(mut players: Players, token: &str) -> Result<String, Status> {
    let request = wire::RefreshRequest {
        refresh_token: token.to_owned(),
    };
    let answer = players.refresh(request).await?.into_inner();
    Ok(answer.tokens.unwrap().refresh_token)
}

pub(crate) fn email(email: &str, password: &str) -> wire::Credentials {
    let (email, password) = (email.to_owned(), password.to_owned());
    wire::Credentials {
        kind: Some(Kind::Email(wire::EmailPassword { email, password })),
    }
}

pub(crate) fn device(number: usize) -> wire::Credentials {
    let key = format!("a device key of the test, number {number:05}");
    wire::Credentials {
        kind: Some(Kind::Device(wire::DeviceKey { key })),
    }
}

/// The stable name of what is wrong.
pub(crate) fn reason(status: &Status) -> String {
    use tonic_types::StatusExt as _;
    let info = status.get_details_error_info();
    info.unwrap_or_else(|| panic!("no reason: {status:?}"))
        .reason
}
