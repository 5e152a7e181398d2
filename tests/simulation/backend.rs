//! Another backend, or an app, that calls the games service: what may not have arrived it says
//! again, to the other replica.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use platform::Channel;
use proto::games::v1::games_service_client::GamesServiceClient;
use proto::games::v1::{Game, GetGameRequest};
use tokio::time::{sleep, timeout};
use tonic::{Code, Request, Response, Status};
use tonic_types::StatusExt as _;

use crate::identity;
use crate::world::GAMES;

/// The deadline of every call.
const DEADLINE: Duration = Duration::from_secs(2);

/// A call that has not ended this long after it was made hangs.
const HANGS: Duration = Duration::from_secs(4);

pub(crate) type Games = GamesServiceClient<Channel>;

/// A client with a channel to each replica.
#[derive(Clone)]
pub(crate) struct Backend {
    replicas: [Games; 2],
    turn: Arc<AtomicUsize>,
}

impl Backend {
    /// A client that begins with this replica.
    pub(crate) fn new(first: usize) -> Self {
        let replicas = [&GAMES[..1], &GAMES[1..]].map(|host| Games::new(identity::channel(host)));
        Self {
            replicas,
            turn: Arc::new(AtomicUsize::new(first)),
        }
    }

    /// The same channels, beginning with the other replica.
    pub(crate) fn turned(&self) -> Self {
        let turn = self.turn.load(Ordering::Relaxed) + 1;
        Self {
            turn: Arc::new(AtomicUsize::new(turn)),
            ..self.clone()
        }
    }

    /// Calls until there is an answer, or a refusal that saying it again would not change.
    pub(crate) async fn ask<M: Clone, T>(
        &self,
        message: M,
        call: impl AsyncFn(Games, Request<M>) -> Result<Response<T>, Status>,
    ) -> Result<T, Status> {
        loop {
            let replica = self.turn.load(Ordering::Relaxed) % self.replicas.len();
            let mut request = Request::new(message.clone());
            request.set_timeout(DEADLINE);
            let answer = timeout(HANGS, call(self.replicas[replica].clone(), request)).await;
            match answer.expect("a call ends soon after its deadline") {
                Ok(answer) => return Ok(answer.into_inner()),
                Err(status) if is_passing(&status) => {
                    self.turn.fetch_add(1, Ordering::Relaxed);
                    sleep(Duration::from_millis(50)).await;
                }
                Err(status) => return Err(status),
            }
        }
    }

    /// A game as it stands.
    pub(crate) async fn game(&self, id: &str) -> Game {
        let request = GetGameRequest {
            game_id: id.to_owned(),
        };
        let answer = self
            .ask(request, async |mut games, request| {
                games.get_game(request).await
            })
            .await;
        answer.unwrap().game.unwrap()
    }
}

/// Whether a call is to be repeated. What a service itself says has a reason; what has none comes
/// from the transport.
pub(crate) fn is_passing(status: &Status) -> bool {
    match reason(status) {
        Some(_) => matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded),
        None => {
            let of_transport = matches!(
                status.code(),
                Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal
            );
            assert!(of_transport, "a refusal without a reason: {status:?}");
            true
        }
    }
}

/// The stable name of what is wrong.
pub(crate) fn reason(status: &Status) -> Option<String> {
    status.get_details_error_info().map(|info| info.reason)
}
