//! The store on Redis 7 or newer, one server or a cluster. A commit is one script, called by its
//! hash; see `commit.lua`.
//!
//! A lost connection is found again by the next call; until it is there, calls fail with
//! [`Error::Unavailable`] within two seconds.
//!
//! An acknowledged commit is as safe as Redis makes it: in memory only, unless `appendonly` is `yes`;
//! with `appendfsync everysec` a crash may cost the last one or two seconds; with `always` nothing.
//!
//! # On a cluster
//!
//! A partition lies in one slot, so a cluster is worth as many nodes as there are partitions.
//!
//! - **A node that dies** takes its partitions with it until it is back or a replica has taken its
//!   place, and the same store goes on then. Set `cluster-require-full-coverage no`, or the other
//!   nodes refuse to work as well meanwhile. A replica may lack the last commits that the dead node
//!   had acknowledged, since Redis answers first and replicates then: to survive that, a node must
//!   come back with its append-only file.
//! - **A slot that moves** is waited for: what is about keys on both sides of the move, or about a
//!   key that is yet to be made, fails with [`Error::Unavailable`] if the move takes longer than two
//!   seconds. No commit is carried out twice or in part.
//! - **Subscriptions** end when their node is lost or their slot has moved. While it moves, messages
//!   may be missed; the end tells.
//! - **The clock** of a partition is that of its node, and may jump by the difference between two
//!   nodes' clocks when another takes over. Keep them together with NTP.

mod address;
mod begun;
mod greeting;
mod keys;
mod link;
mod map;
mod node;
mod nodes;
mod slots;
mod step;
mod subscriptions;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ::redis::{Cmd, Script, Value, cmd};
use async_trait::async_trait;
use bytes::Bytes;
use tracing::Instrument;

use self::begun::Begun;
use self::keys::Keys;
use self::nodes::Nodes;
use self::step::Answer;
use crate::{
    Claimed, Commit, Document, Entry, Error, Job, Live, Order, Partition, Range, Read,
    Subscription, Timestamp,
};

/// Jobs that one claim takes at most: a script's arguments have an end.
const MOST_JOBS: usize = 1000;

/// Live state in Redis.
#[derive(Clone)]
pub struct RedisStore {
    nodes: Arc<Nodes>,
    scripts: Arc<Scripts>,
}

struct Scripts {
    commit: Script,
    claim: Script,
    range: Script,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host[:port][,host[:port]...][/database]`.
    ///
    /// A cluster is told by its answer, and found whole through any one of its nodes: name several
    /// so that one of them is there when the others are not. Only one that is no cluster has
    /// databases by number.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the URL is malformed, Redis does not answer or is older than 7,
    /// or there are several addresses and they are not those of a cluster.
    pub async fn connect(url: &str) -> Result<Self, Error> {
        let nodes = Nodes::connect(url).await?;
        let scripts = Scripts {
            commit: Script::new(include_str!("commit.lua")),
            claim: Script::new(include_str!("claim.lua")),
            range: Script::new(include_str!("range.lua")),
        };
        Ok(Self {
            nodes: Arc::new(nodes),
            scripts: Arc::new(scripts),
        })
    }

    /// What of a range comes behind an entry, or all of it.
    async fn entries(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        after: Option<&Entry>,
    ) -> Result<Vec<Entry>, Error> {
        let (script, index) = (&self.scripts.range, Keys(partition).index(index));
        let descending = range.order == Order::Descending;
        let mut command = evalsha(script, 1);
        command.arg(&index).arg(range.min).arg(range.max);
        command.arg(if descending { ">" } else { "<" });
        command.arg(range.limit);
        if let Some(last) = after {
            command.arg(last.score).arg(&last.member);
        }
        let mut rows: Vec<(String, f64)> = self.nodes.run(&index, script, &command).await?;
        if descending {
            rows.reverse();
        }
        // A score beyond what a float holds exactly is as near as it can be.
        Ok(rows
            .into_iter()
            .map(|(member, score)| Entry {
                member,
                score: score as i64,
            })
            .collect())
    }
}

impl fmt::Debug for RedisStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address may hold a password.
        f.debug_struct("RedisStore").finish_non_exhaustive()
    }
}

/// `EVALSHA` of a script, with the number of its keys.
fn evalsha(script: &Script, keys: usize) -> Cmd {
    let mut command = cmd("EVALSHA");
    command.arg(script.get_hash()).arg(keys);
    command
}

/// What `TIME` answers.
fn timestamp((seconds, micros): (i64, i64)) -> Timestamp {
    Timestamp(seconds * 1000 + micros / 1000)
}

#[async_trait]
impl Live for RedisStore {
    async fn now(&self) -> Result<Timestamp, Error> {
        self.nodes.call_any(&cmd("TIME")).await.map(timestamp)
    }

    async fn read(&self, partition: &Partition, keys: &[&str]) -> Result<Read, Error> {
        let names = Keys(partition);
        if keys.is_empty() {
            let now = self.nodes.call(&names.jobs(), &cmd("TIME")).await?;
            return Ok(Read {
                now: timestamp(now),
                documents: Vec::new(),
            });
        }
        let mut command = cmd("MGET");
        for key in keys {
            command.arg(names.document(key));
        }
        let (values, now): (Vec<Option<Vec<u8>>>, _) =
            self.nodes.call_timed(&names.jobs(), &command).await?;
        let documents = keys
            .iter()
            .zip(values)
            .map(|(key, value)| document(key, value));
        Ok(Read {
            now: timestamp(now),
            documents: documents.collect::<Result<_, _>>()?,
        })
    }

    async fn commit(&self, partition: &Partition, commit: Commit) -> Result<Timestamp, Error> {
        let (nodes, scripts) = (self.nodes.clone(), self.scripts.clone());
        let jobs = Keys(partition).jobs();
        let command = step::command(&scripts.commit, &Keys(partition), &commit);
        // A caller that goes away must not take back what it began.
        let work = async move {
            let script = &scripts.commit;
            nodes.run::<Answer>(&jobs, script, &command).await
        };
        let answer = Begun::new(work.in_current_span()).await?;
        answer.explain(&commit.guards)
    }

    async fn range(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
    ) -> Result<Vec<Entry>, Error> {
        self.entries(partition, index, range, None).await
    }

    async fn range_after(
        &self,
        partition: &Partition,
        index: &str,
        range: Range,
        last: &Entry,
    ) -> Result<Vec<Entry>, Error> {
        self.entries(partition, index, range, Some(last)).await
    }

    async fn tallies(&self, partition: &Partition) -> Result<Vec<(String, i64)>, Error> {
        let mut command = cmd("HGETALL");
        let key = Keys(partition).tallies();
        command.arg(&key);
        let mut tallies: Vec<(String, i64)> = self.nodes.call(&key, &command).await?;
        tallies.sort_unstable();
        Ok(tallies)
    }

    async fn claim(
        &self,
        partition: &Partition,
        limit: usize,
        lease: Duration,
    ) -> Result<Claimed, Error> {
        let (script, jobs) = (&self.scripts.claim, Keys(partition).jobs());
        let mut command = evalsha(script, 1);
        command
            .arg(&jobs)
            .arg(limit.min(MOST_JOBS))
            .arg(u64::try_from(lease.as_millis()).unwrap_or(u64::MAX));
        let answer: Vec<Value> = self.nodes.run(&jobs, script, &command).await?;
        claimed(&answer).ok_or_else(|| Error::Corrupt(format!("the jobs of {partition}")))
    }

    async fn subscribe(&self, partition: &Partition, topic: &str) -> Result<Subscription, Error> {
        self.nodes.follow(&Keys(partition).topic(topic)).await
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
    let jobs = jobs.chunks(3).map(|job| match job {
        [Value::BulkString(name), Value::Int(due), origin] => Some(Job {
            name: String::from_utf8(name.clone()).ok()?,
            due: Timestamp(*due),
            leased_until: Timestamp(*leased_until),
            lease,
            origin: match origin {
                Value::BulkString(origin) => String::from_utf8(origin.clone()).ok(),
                _ => None,
            },
        }),
        _ => None,
    });
    Some(Claimed {
        now: Timestamp(*now),
        jobs: jobs.collect::<Option<_>>()?,
        next,
    })
}
