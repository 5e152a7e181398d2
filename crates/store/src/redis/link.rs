//! The connection to one node that all commands share: pipelined, and found again when it is lost.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::redis::aio::MultiplexedConnection;
use ::redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ErrorKind, FromRedisValue, Pipeline,
    PushInfo, PushKind, RedisError, Script, ServerErrorKind, cmd,
};
use futures::future::select_ok;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, timeout};
use tokio_util::task::AbortOnDropHandle;

/// How long one answer, and one attempt to connect, may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// Calls that queued behind an attempt to connect share its failure for this long: one attempt is
/// enough to know.
const SHARED_FAILURE: Duration = Duration::from_millis(50);

/// Opens a connection that hands everything the server sends unasked, and its own end, to `pushed`.
pub(super) async fn dial(
    client: &Client,
    pushed: impl Fn(PushInfo) + Send + Sync + 'static,
) -> Result<Connection, RedisError> {
    let settings = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(PATIENCE))
        .set_response_timeout(Some(PATIENCE))
        // Callers beyond this wait in line; the default of 50 is less than one busy replica has.
        .set_pipeline_buffer_size(1024)
        .set_push_sender(move |push| {
            pushed(push);
            Ok::<_, RedisError>(())
        });
    let ConnectionAddr::Tcp(host, port) = client.get_connection_info().addr() else {
        let connection = client.get_multiplexed_async_connection_with_config(&settings);
        return Ok(Connection {
            commands: connection.await?,
            _driver: None,
        });
    };
    let opened = async {
        let addresses = lookup_host((&**host, *port)).await?;
        let stream = transport::prompt(reach(addresses).await?);
        let info = client.get_connection_info().redis_settings();
        let (commands, driver) =
            MultiplexedConnection::new_with_config(info, stream, settings).await?;
        let driver = AbortOnDropHandle::new(tokio::spawn(driver));
        Ok(Connection {
            commands,
            _driver: Some(Arc::new(driver)),
        })
    };
    timeout(PATIENCE, opened).await.map_err(io::Error::from)?
}

/// A connection to whichever of a name's addresses answers first: one that is deaf must not use up
/// the time of the others.
async fn reach(addresses: impl Iterator<Item = SocketAddr>) -> io::Result<TcpStream> {
    let attempts: Vec<_> = addresses.map(TcpStream::connect).map(Box::pin).collect();
    if attempts.is_empty() {
        let message = "the name has no address";
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let (stream, _others) = select_ok(attempts).await?;
    Ok(stream)
}

/// A connection, for as long as somebody holds it.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) commands: MultiplexedConnection,
    /// The task that reads and writes, where it is not the connection's own.
    _driver: Option<Arc<AbortOnDropHandle<()>>>,
}

/// The answers to several commands, each for itself.
pub(super) async fn answers(
    commands: &mut Pipeline,
    connection: &mut Connection,
) -> Result<Vec<Result<::redis::Value, RedisError>>, RedisError> {
    commands
        .ignore_errors()
        .query_async(&mut connection.commands)
        .await
}

pub(super) struct Link {
    client: Client,
    line: Arc<Line>,
    dialing: tokio::sync::Mutex<Option<(Instant, RedisError)>>,
}

/// The connection in use, and how many there were before it.
#[derive(Default)]
struct Line(Mutex<(u64, Option<Connection>)>);

impl Line {
    fn get(&self) -> (u64, Option<Connection>) {
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

    fn put(&self, number: u64, connection: Connection) {
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
    pub(super) async fn send<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, RedisError> {
        let (number, mut connection) = self.connection().await?;
        let answer = command.query_async(&mut connection.commands).await;
        self.judged(number, answer)
    }

    /// Sends a command about a slot that the node is about to take over.
    pub(super) async fn send_asking<T: FromRedisValue>(
        &self,
        command: &Cmd,
    ) -> Result<T, RedisError> {
        let [_, answer] = self.send_both(cmd("ASKING"), command.clone()).await?;
        Ok(T::from_redis_value(answer?)?)
    }

    /// Sends a command and asks for the time right after it: an array of both answers.
    pub(super) async fn send_timed<T: FromRedisValue>(
        &self,
        command: &Cmd,
        asking: bool,
    ) -> Result<T, RedisError> {
        let mut commands = Pipeline::with_capacity(3);
        if asking {
            commands.cmd("ASKING");
        }
        commands.add_command(command.clone()).cmd("TIME");
        let answers = self.send_all(commands).await?;
        let asked = answers.into_iter().skip(usize::from(asking));
        let both = asked.collect::<Result<_, _>>()?;
        Ok(T::from_redis_value(::redis::Value::Array(both))?)
    }

    /// Sends two commands with none of anybody else in between.
    pub(super) async fn send_both(
        &self,
        first: Cmd,
        second: Cmd,
    ) -> Result<[Result<::redis::Value, RedisError>; 2], RedisError> {
        let mut both = Pipeline::with_capacity(2);
        both.add_command(first).add_command(second);
        let answers = self.send_all(both).await?;
        <[_; 2]>::try_from(answers).map_err(|_| unexpected("another number of answers"))
    }

    async fn send_all(
        &self,
        mut commands: Pipeline,
    ) -> Result<Vec<Result<::redis::Value, RedisError>>, RedisError> {
        let (number, mut connection) = self.connection().await?;
        self.judged(number, answers(&mut commands, &mut connection).await)
    }

    /// Gives the node a script that it does not have: after a restart, a failover or a flush.
    pub(super) async fn load(&self, script: &Script) -> Result<(), RedisError> {
        let (number, mut connection) = self.connection().await?;
        self.judged(number, script.load_async(&mut connection.commands).await)?;
        Ok(())
    }

    /// Takes the connection out of use if that is what the answer says.
    fn judged<T>(&self, number: u64, answer: Result<T, RedisError>) -> Result<T, RedisError> {
        if let Err(error) = &answer
            && is_fatal(error)
        {
            self.line.hang_up(number);
        }
        answer
    }

    async fn connection(&self) -> Result<(u64, Connection), RedisError> {
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

/// The failure to be had of a server that answers in a way that it does not promise.
pub(super) fn unexpected(what: &'static str) -> RedisError {
    RedisError::from((ErrorKind::Client, what))
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpSocket};

    use super::*;

    #[tokio::test]
    async fn an_address_that_is_deaf_does_not_hide_the_next() {
        // A listener that accepts nothing, once its queue is full, lets connections wait.
        let deaf = TcpSocket::new_v4().unwrap();
        deaf.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let deaf = deaf.listen(1).unwrap();
        let deaf_address = deaf.local_addr().unwrap();
        let brief = Duration::from_millis(100);
        let mut queue = Vec::new();
        while let Ok(queued) = timeout(brief, TcpStream::connect(deaf_address)).await {
            queue.push(queued.unwrap());
        }
        let live = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let live_address = live.local_addr().unwrap();

        let both = [deaf_address, live_address].into_iter();
        let reached = timeout(PATIENCE, reach(both)).await.unwrap().unwrap();
        assert_eq!(reached.peer_addr().unwrap(), live_address);
        let nowhere = reach(std::iter::empty()).await.unwrap_err();
        assert_eq!(nowhere.kind(), io::ErrorKind::NotFound);
    }
}
