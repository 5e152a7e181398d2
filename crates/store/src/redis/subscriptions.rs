//! Topics over one connection to a node, of their own. One task asks the node for a topic when its
//! first reader comes and gives it up when the last one goes; readers of the same topic share it.
//!
//! Nothing is followed again after a lost connection, nor when a slot moves to another node:
//! messages were missed by then, so the streams end, and their readers read the documents and
//! subscribe anew.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use ::redis::{Client, Cmd, Pipeline, PushInfo, PushKind, RedisError, Value, cmd};
use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

use super::link::{Connection, answers, dial, unexpected};
use super::slots::slot_of;
use crate::Subscription;
use crate::topics::{Reader, Topics};

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
        answer: oneshot::Sender<Result<Subscription, RedisError>>,
    },
    Leave {
        topic: String,
    },
    KeepOnly(Box<dyn Fn(&str) -> bool + Send>),
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

    pub(super) async fn follow(&self, topic: String) -> Result<Subscription, RedisError> {
        let (answer, answered) = oneshot::channel();
        self.0
            .send(Request::Follow { topic, answer })
            .map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    /// Ends the streams of all other topics.
    pub(super) fn keep_only(&self, keep: impl Fn(&str) -> bool + Send + 'static) {
        // Without the task there are none.
        let _ = self.0.send(Request::KeepOnly(Box::new(keep)));
    }
}

fn closed() -> RedisError {
    unexpected("its task has ended")
}

struct Desk {
    client: Client,
    line: Option<Line>,
    desk: mpsc::WeakUnboundedSender<Request>,
}

/// One connection and the topics it brings.
struct Line {
    connection: Connection,
    topics: Arc<Topics>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.topics.close();
    }
}

/// What the node is to be told, and why.
enum Order {
    Follow(String),
    Leave(String),
    Probe,
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
        let mut orders = Vec::new();
        let mut followers = Vec::new();
        for request in requests {
            match request {
                Request::Follow { topic, answer } => match self.add(&topic).await {
                    Ok((reader, first)) => {
                        if first {
                            orders.push(Order::Follow(topic.clone()));
                        }
                        followers.push((topic, answer, reader));
                    }
                    Err(error) => {
                        // The asker may be gone.
                        let _ = answer.send(Err(error));
                    }
                },
                Request::Leave { topic } => {
                    if let Some(line) = &self.line
                        && line.topics.leave(&topic)
                    {
                        orders.push(Order::Leave(topic));
                    }
                }
                Request::KeepOnly(keep) => {
                    if let Some(line) = &self.line {
                        let ended = line.topics.retain(keep);
                        orders.extend(ended.into_iter().map(Order::Leave));
                    }
                }
            }
        }
        let outcome = self.send(orders).await;
        for (topic, answer, reader) in followers {
            let result = match &outcome {
                Ok(refused) => match refused.get(&topic) {
                    Some(error) => Err(error.clone()),
                    None => Ok(reader),
                },
                Err(error) => Err(error.clone()),
            };
            let _ = answer.send(result);
        }
    }

    /// Gives the orders to the node. Topics that it refused have ended, and come with the reason.
    async fn send(
        &mut self,
        orders: Vec<Order>,
    ) -> Result<HashMap<String, RedisError>, RedisError> {
        let mut refused = HashMap::new();
        let Some(line) = &mut self.line else {
            return Ok(refused);
        };
        if orders.is_empty() {
            return Ok(refused);
        }
        let mut commands = Pipeline::with_capacity(orders.len());
        for order in &orders {
            commands.add_command(order.command());
        }
        let outcome = match answers(&mut commands, &mut line.connection).await {
            Ok(answers) => (orders.into_iter().zip(answers))
                .try_for_each(|(order, answer)| order.settle(answer, &line.topics, &mut refused)),
            Err(error) => Err(error),
        };
        if let Err(error) = outcome {
            self.line = None;
            return Err(error);
        }
        Ok(refused)
    }

    /// A connection whose other end vanished without a word would stay silent for ever.
    async fn probe(&mut self) {
        if let Err(error) = self.send(vec![Order::Probe]).await {
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

impl Order {
    fn command(&self) -> Cmd {
        let (name, topic) = match self {
            Self::Follow(topic) => ("SSUBSCRIBE", Some(topic)),
            Self::Leave(topic) => ("SUNSUBSCRIBE", Some(topic)),
            Self::Probe => ("PING", None),
        };
        let mut command = cmd(name);
        command.arg(topic);
        command
    }

    /// Takes note of the node's answer. An error says that it is not the answer to this order: a
    /// node that loses a slot says so in the middle of its answers, which puts those behind it out
    /// of step, so the connection is of no more use.
    fn settle(
        self,
        answer: Result<Value, RedisError>,
        topics: &Topics,
        refused: &mut HashMap<String, RedisError>,
    ) -> Result<(), RedisError> {
        match (self, answer) {
            (Self::Follow(topic), Err(error)) if is_about(&error, &topic) => {
                topics.end(&topic);
                refused.insert(topic, error);
            }
            (Self::Leave(topic), Err(error)) if is_about(&error, &topic) => {}
            (Self::Follow(topic), Ok(Value::Push { kind, data }))
                if kind == PushKind::SSubscribe && names(&data, &topic) => {}
            (Self::Leave(topic), Ok(Value::Push { kind, data }))
                if kind == PushKind::SUnsubscribe && names(&data, &topic) => {}
            (Self::Probe, Ok(Value::SimpleString(_))) => {}
            (_, Err(error)) => return Err(error),
            _ => return Err(unexpected("answers out of step")),
        }
        Ok(())
    }
}

/// Whether a redirection is one of the topic's slot. Other errors name none.
fn is_about(error: &RedisError, topic: &str) -> bool {
    error
        .redirect_node()
        .is_none_or(|(_, slot)| slot == slot_of(topic))
}

fn names(data: &[Value], topic: &str) -> bool {
    matches!(data.first(), Some(Value::BulkString(name)) if name == topic.as_bytes())
}

/// Runs in the connection's own task, for everything that Redis sends unasked.
fn deliver(topics: &Topics, push: &PushInfo) {
    let name = match push.data.first() {
        Some(Value::BulkString(name)) => std::str::from_utf8(name).ok(),
        _ => None,
    };
    match (&push.kind, name, &push.data[..]) {
        (PushKind::SMessage, Some(topic), [_, Value::BulkString(message)]) => {
            topics.publish(topic, &Bytes::copy_from_slice(message));
        }
        (PushKind::SSubscribe, Some(topic), _) => topics.confirm(topic),
        (PushKind::SUnsubscribe, Some(topic), _) => topics.lose(topic),
        (PushKind::Disconnection, ..) => topics.close(),
        _ => {}
    }
}
