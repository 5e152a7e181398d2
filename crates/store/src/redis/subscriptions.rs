//! Topics over one connection of their own. One task asks Redis for a topic when its first reader
//! comes and gives it up when the last one goes; readers of the same topic share it.
//!
//! Nothing is followed again after a lost connection: messages were missed by then, so every stream
//! ends, and its reader reads the documents and subscribes anew.

use std::sync::Arc;
use std::time::Duration;

use ::redis::aio::MultiplexedConnection;
use ::redis::{Client, Pipeline, PushInfo, PushKind, RedisError, Value, cmd};
use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::link::{dial, failure};
use crate::topics::{Reader, Topics};
use crate::{Error, Subscription};

/// How often a connection that only listens is asked whether it is still there.
const PROBE: Duration = Duration::from_secs(2);
/// Requests that go to Redis in one trip.
const BATCH: usize = 512;

/// A handle on the task.
#[derive(Clone)]
pub(super) struct Subscriptions(mpsc::UnboundedSender<Request>);

enum Request {
    Follow {
        topic: String,
        answer: oneshot::Sender<Result<Subscription, Error>>,
    },
    Leave {
        topic: String,
    },
}

impl Subscriptions {
    pub(super) fn start(client: Client) -> Self {
        let (sender, requests) = mpsc::unbounded_channel();
        tokio::spawn(
            Desk {
                client,
                line: None,
                desk: sender.downgrade(),
            }
            .run(requests),
        );
        Self(sender)
    }

    pub(super) async fn follow(&self, topic: String) -> Result<Subscription, Error> {
        let (answer, answered) = oneshot::channel();
        self.0
            .send(Request::Follow { topic, answer })
            .map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

fn closed() -> Error {
    Error::unavailable("its task has ended")
}

struct Desk {
    client: Client,
    line: Option<Line>,
    desk: mpsc::WeakUnboundedSender<Request>,
}

/// One connection and the topics it brings.
struct Line {
    connection: MultiplexedConnection,
    topics: Arc<Topics>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.topics.close();
    }
}

impl Desk {
    async fn run(mut self, mut requests: mpsc::UnboundedReceiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut probe = interval(PROBE);
        probe.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                count = requests.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        return;
                    }
                    self.serve(batch.drain(..)).await;
                }
                _ = probe.tick() => self.probe().await,
            }
        }
    }

    /// Carries out requests in order, in one trip to Redis.
    async fn serve(&mut self, requests: impl Iterator<Item = Request>) {
        let mut commands = Pipeline::new();
        let mut followers = Vec::new();
        for request in requests {
            match request {
                Request::Follow { topic, answer } => match self.add(&topic).await {
                    Ok((reader, first)) => {
                        if first {
                            commands.add_command(topic_command("SSUBSCRIBE", &topic));
                        }
                        followers.push((answer, reader));
                    }
                    Err(error) => {
                        // The asker may be gone.
                        let _ = answer.send(Err(failure(error)));
                    }
                },
                Request::Leave { topic } => {
                    if let Some(line) = &self.line
                        && line.topics.leave(&topic)
                    {
                        commands.add_command(topic_command("SUNSUBSCRIBE", &topic));
                    }
                }
            }
        }
        let outcome = self.send(&commands).await;
        for (answer, reader) in followers {
            let result = match &outcome {
                Ok(()) => Ok(reader),
                Err(error) => Err(failure(error.clone())),
            };
            let _ = answer.send(result);
        }
    }

    async fn send(&mut self, commands: &Pipeline) -> Result<(), RedisError> {
        let Some(line) = &mut self.line else {
            return Ok(());
        };
        if commands.is_empty() {
            return Ok(());
        }
        let outcome = commands
            .query_async::<Vec<Value>>(&mut line.connection)
            .await;
        if outcome.is_err() {
            self.line = None;
        }
        outcome.map(|_| ())
    }

    /// A connection whose other end vanished without a word would stay silent for ever.
    async fn probe(&mut self) {
        let mut ping = Pipeline::new();
        ping.cmd("PING");
        if let Err(error) = self.send(&ping).await {
            tracing::warn!(%error, "lost the connection that brings events");
        }
    }

    /// Adds a reader, and says whether Redis must be asked for the topic.
    async fn add(&mut self, topic: &str) -> Result<(Subscription, bool), RedisError> {
        let line = match &mut self.line {
            Some(line) if !line.topics.is_closed() => line,
            line => {
                let topics = Arc::new(Topics::new());
                let board = topics.clone();
                let connection = dial(&self.client, move |push| deliver(&board, &push)).await?;
                line.insert(Line { connection, topics })
            }
        };
        let Some((messages, first)) = line.topics.follow(topic) else {
            return Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset).into());
        };
        let (desk, topic) = (self.desk.clone(), topic.to_owned());
        let leave = move || {
            if let Some(desk) = desk.upgrade() {
                // Without the task there is no connection either.
                let _ = desk.send(Request::Leave {
                    topic: topic.clone(),
                });
            }
        };
        Ok((Box::pin(Reader::new(messages, leave)), first))
    }
}

fn topic_command(name: &str, topic: &str) -> ::redis::Cmd {
    let mut command = cmd(name);
    command.arg(topic);
    command
}

/// Runs in the connection's own task, for everything that Redis sends unasked.
fn deliver(topics: &Topics, push: &PushInfo) {
    match (&push.kind, &push.data[..]) {
        (PushKind::SMessage, [Value::BulkString(topic), Value::BulkString(message)]) => {
            if let Ok(topic) = std::str::from_utf8(topic) {
                topics.publish(topic, &Bytes::copy_from_slice(message));
            }
        }
        (PushKind::Disconnection, _) => topics.close(),
        _ => {}
    }
}
