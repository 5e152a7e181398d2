//! The store on Redis 7 or newer. A commit is one script, called by its hash; see `commit.lua`.
//!
//! A lost connection is found again by the next call; until it is there, calls fail with
//! [`Error::Unavailable`] within two seconds.

mod keys;
mod link;
mod step;
mod subscriptions;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ::redis::{Cmd, Script, Value, cmd};
use async_trait::async_trait;
use bytes::Bytes;
use tracing::Instrument;

use self::keys::Keys;
use self::link::Link;
use self::step::Answer;
use self::subscriptions::Subscriptions;
use crate::{
    Claimed, Commit, Document, Entry, Error, Job, Live, Order, Partition, Range, Read,
    Subscription, Timestamp,
};

/// Jobs that one claim takes at most: a script's arguments have an end.
const MOST_JOBS: usize = 1000;

/// Live state in Redis.
#[derive(Clone)]
pub struct RedisStore {
    link: Arc<Link>,
    scripts: Arc<Scripts>,
    subscriptions: Subscriptions,
}

struct Scripts {
    commit: Script,
    read: Script,
    claim: Script,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host[:port][/database]`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the URL is malformed, Redis does not answer or is older than 7.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        let client = link::client(url).map_err(link::failure)?;
        let link = Link::new(client.clone());
        let greeting: Value = link.call(&cmd("HELLO")).await?;
        require_version_7(&greeting)?;
        let scripts = Scripts {
            commit: Script::new(include_str!("commit.lua")),
            read: Script::new(include_str!("read.lua")),
            claim: Script::new(include_str!("claim.lua")),
        };
        Ok(Self {
            link: Arc::new(link),
            scripts: Arc::new(scripts),
            subscriptions: Subscriptions::start(client),
        })
    }
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may hold a password.
        f.debug_struct("RedisStore").finish_non_exhaustive()
    }
}

/// Sharded channels and scripts with a header came with Redis 7.
fn require_version_7(greeting: &Value) -> Result<(), Error> {
    let version = greeting.as_map_iter().and_then(|mut entries| {
        entries.find_map(|(name, value)| match (name, value) {
            (Value::BulkString(name), Value::BulkString(value)) if name == b"version" => {
                Some(String::from_utf8_lossy(value).into_owned())
            }
            _ => None,
        })
    });
    let version = version.unwrap_or_else(|| "of an unknown version".to_owned());
    let major = version
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 7) {
        return Err(Error::unavailable(format!(
            "Redis 7 or newer is needed, this one is {version}"
        )));
    }
    Ok(())
}

#[async_trait]
impl Live for RedisStore {
    #[tracing::instrument(name = "store.now", level = "debug", skip_all, fields(otel.kind = "client", db.system.name = "redis"))]
    async fn now(&self) -> Result<Timestamp, Error> {
        let (seconds, micros): (i64, i64) = self.link.call(&cmd("TIME")).await?;
        Ok(Timestamp(seconds * 1000 + micros / 1000))
    }

    #[tracing::instrument(name = "store.read", level = "info", skip_all, fields(%partition, otel.kind = "client", db.system.name = "redis"))]
    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        if keys.is_empty() {
            return Ok(Read {
                now: self.now().await?,
                documents: Vec::new(),
            });
        }
        let names = Keys(partition);
        let mut command = Cmd::new();
        command
            .arg("EVALSHA")
            .arg(self.scripts.read.get_hash())
            .arg(keys.len());
        for key in keys {
            command.arg(names.document(key));
        }
        let (now, values): (i64, Vec<Option<Vec<u8>>>) =
            self.link.run(&self.scripts.read, &command).await?;
        let documents = keys
            .iter()
            .zip(values)
            .map(|(key, value)| document(key, value));
        Ok(Read {
            now: Timestamp(now),
            documents: documents.collect::<Result<_, _>>()?,
        })
    }

    #[tracing::instrument(name = "store.commit", level = "info", skip_all, fields(%partition, otel.kind = "client", db.system.name = "redis"))]
    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let (link, scripts) = (self.link.clone(), self.scripts.clone());
        let command = step::command(&scripts.commit, &Keys(partition), &commit);
        // A task of its own: a caller that goes away must not take back what it began.
        let task = async move { link.run::<Answer>(&scripts.commit, &command).await };
        let answer = tokio::spawn(task.in_current_span())
            .await
            .map_err(Error::unavailable)??;
        answer.explain(&commit.guards)
    }

    #[tracing::instrument(name = "store.range", level = "debug", skip_all, fields(%partition, otel.kind = "client", db.system.name = "redis"))]
    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        let mut command = cmd("ZRANGE");
        command.arg(Keys(partition).index(index));
        match range.order {
            Order::Ascending => command.arg(range.min).arg(range.max).arg("BYSCORE"),
            Order::Descending => command
                .arg(range.max)
                .arg(range.min)
                .arg("BYSCORE")
                .arg("REV"),
        };
        let limit = i64::try_from(range.limit).unwrap_or(i64::MAX);
        command.arg("LIMIT").arg(0).arg(limit).arg("WITHSCORES");
        let rows: Vec<(String, f64)> = self.link.call(&command).await?;
        // A score beyond what a float holds exactly is as near as it can be.
        Ok(rows
            .into_iter()
            .map(|(member, score)| Entry {
                member,
                score: score as i64,
            })
            .collect())
    }

    #[tracing::instrument(name = "store.claim", level = "debug", skip_all, fields(%partition, otel.kind = "client", db.system.name = "redis"))]
    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        let mut command = Cmd::new();
        command
            .arg("EVALSHA")
            .arg(self.scripts.claim.get_hash())
            .arg(1)
            .arg(Keys(partition).jobs());
        command
            .arg(limit.min(MOST_JOBS))
            .arg(u64::try_from(lease.as_millis()).unwrap_or(u64::MAX));
        let answer: Vec<Value> = self.link.run(&self.scripts.claim, &command).await?;
        claimed(&answer).ok_or_else(|| Error::Corrupt(format!("the jobs of {partition}")))
    }

    #[tracing::instrument(name = "store.subscribe", level = "debug", skip_all, fields(%partition, otel.kind = "client", db.system.name = "redis"))]
    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        self.subscriptions
            .follow(Keys(partition).topic(topic))
            .await
    }
}

/// Splits a stored value into version and body.
fn document(key: &str, value: Option<Vec<u8>>) -> Result<Option<Document>, Error> {
    let Some(value) = value else {
        return Ok(None);
    };
    let value = Bytes::from(value);
    let Some(version) = value.first_chunk() else {
        return Err(Error::Corrupt(key.to_owned()));
    };
    Ok(Some(Document {
        version: u64::from_be_bytes(*version),
        body: value.slice(8..),
    }))
}

/// Reads the answer of `claim.lua`; `None` if it is not as it should be.
fn claimed(answer: &[Value]) -> Option<Claimed> {
    let [
        Value::Int(now),
        Value::Int(leased_until),
        Value::Int(lease),
        next,
        jobs @ ..,
    ] = answer
    else {
        return None;
    };
    let lease = u64::try_from(*lease).ok()?;
    let next = match next {
        Value::Int(due) => Some(Timestamp(*due)),
        _ => None,
    };
    let jobs = jobs.chunks(2).map(|job| match job {
        [Value::BulkString(name), Value::Int(due)] => Some(Job {
            name: String::from_utf8(name.clone()).ok()?,
            due: Timestamp(*due),
            leased_until: Timestamp(*leased_until),
            lease,
        }),
        _ => None,
    });
    Some(Claimed {
        now: Timestamp(*now),
        jobs: jobs.collect::<Option<_>>()?,
        next,
    })
}
