//! The connection to Redis that all commands share: pipelined, and found again when it is lost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::redis::aio::MultiplexedConnection;
use ::redis::{
    AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, IntoConnectionInfo,
    ProtocolVersion, PushInfo, PushKind, RedisError, Script, ServerErrorKind,
};
use tokio::time::{Instant, timeout};

use crate::Error;

/// How long one answer, and one attempt to connect, may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a whole call may take, connecting included.
const LIMIT: Duration = Duration::from_secs(2);
/// Calls that queued behind an attempt to connect share its failure for this long: one attempt is
/// enough to know.
const SHARED_FAILURE: Duration = Duration::from_millis(50);

/// A client that speaks RESP3, in which a connection reports its own loss.
pub(super) fn client(url: &str) -> Result<Client, RedisError> {
    let info = url.into_connection_info()?;
    let settings = info
        .redis_settings()
        .clone()
        .set_protocol(ProtocolVersion::RESP3);
    Client::open(info.set_redis_settings(settings))
}

/// Opens a connection that hands everything the server sends unasked, and its own end, to `pushed`.
pub(super) async fn dial(
    client: &Client,
    pushed: impl Fn(PushInfo) + Send + Sync + 'static,
) -> Result<MultiplexedConnection, RedisError> {
    let settings = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(PATIENCE))
        .set_response_timeout(Some(PATIENCE))
        // Callers beyond this wait in line; the default of 50 is less than one busy replica has.
        .set_pipeline_buffer_size(1024)
        .set_push_sender(move |push| {
            pushed(push);
            Ok::<_, RedisError>(())
        });
    client
        .get_multiplexed_async_connection_with_config(&settings)
        .await
}

/// Every failure of Redis may pass, except that of finding a value of another kind under a key.
pub(super) fn failure(error: RedisError) -> Error {
    match (error.kind(), error.code(), error.detail()) {
        (_, Some("WRONGTYPE"), _) | (ErrorKind::Parse | ErrorKind::UnexpectedReturnType, ..) => {
            Error::Corrupt(error.to_string())
        }
        _ => Error::unavailable(error),
    }
}

pub(super) struct Link {
    client: Client,
    line: Arc<Line>,
    dialing: tokio::sync::Mutex<Option<(Instant, RedisError)>>,
}

/// The connection in use, and how many there were before it.
#[derive(Default)]
struct Line(Mutex<(u64, Option<MultiplexedConnection>)>);

impl Line {
    fn get(&self) -> (u64, Option<MultiplexedConnection>) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Takes a connection out of use, unless it is so already.
    fn hang_up(&self, number: u64) {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if line.0 == number {
            *line = (number + 1, None);
        }
    }

    fn put(&self, number: u64, connection: MultiplexedConnection) {
        let mut line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if line.0 == number {
            line.1 = Some(connection);
        }
    }
}

impl Link {
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            line: Arc::default(),
            dialing: tokio::sync::Mutex::new(None),
        }
    }

    /// Sends a command and waits for its answer.
    pub(super) async fn call<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, Error> {
        self.within_limit(self.send(command)).await
    }

    /// Calls a script by its hash, `command` being `EVALSHA` with it, and loads the script where
    /// the server does not have it: after a restart, a failover or a flush.
    pub(super) async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        command: &Cmd,
    ) -> Result<T, Error> {
        self.within_limit(async {
            match self.send(command).await {
                Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                    let (_, mut connection) = self.connection().await?;
                    script.load_async(&mut connection).await?;
                    self.send(command).await
                }
                answer => answer,
            }
        })
        .await
    }

    async fn within_limit<T>(
        &self,
        call: impl Future<Output = Result<T, RedisError>>,
    ) -> Result<T, Error> {
        match timeout(LIMIT, call).await {
            Ok(answer) => answer.map_err(failure),
            Err(late) => Err(Error::unavailable(late)),
        }
    }

    async fn send<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, RedisError> {
        let (number, mut connection) = self.connection().await?;
        let answer = command.query_async(&mut connection).await;
        if let Err(error) = &answer
            && is_fatal(error)
        {
            self.line.hang_up(number);
        }
        answer
    }

    async fn connection(&self) -> Result<(u64, MultiplexedConnection), RedisError> {
        if let (number, Some(connection)) = self.line.get() {
            return Ok((number, connection));
        }
        let asked = Instant::now();
        let mut last_failure = self.dialing.lock().await;
        let (number, connection) = self.line.get();
        if let Some(connection) = connection {
            return Ok((number, connection));
        }
        if let Some((at, error)) = &*last_failure
            && *at >= asked
            && at.elapsed() < SHARED_FAILURE
        {
            return Err(error.clone());
        }
        let line = Arc::downgrade(&self.line);
        let dialed = dial(&self.client, move |push| {
            if push.kind == PushKind::Disconnection
                && let Some(line) = line.upgrade()
            {
                line.hang_up(number);
            }
        })
        .await;
        match dialed {
            Ok(connection) => {
                self.line.put(number, connection.clone());
                Ok((number, connection))
            }
            Err(error) => {
                *last_failure = Some((Instant::now(), error.clone()));
                Err(error)
            }
        }
    }
}

/// The connection is of no more use. A late answer counts: a peer that vanished without a word
/// looks like that. So does a primary that was demoted: its name may lead to another by now.
fn is_fatal(error: &RedisError) -> bool {
    error.is_io_error()
        || error.is_unrecoverable_error()
        || error.kind() == ErrorKind::Server(ServerErrorKind::ReadOnly)
}
