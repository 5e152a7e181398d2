//! A commit as the arguments of its script, and the script's answer as a result.

use ::redis::{Cmd, FromRedisValue, ParsingError, Script, Value};
use telemetry::Trace;

use super::evalsha;
use super::keys::Keys;
use crate::{Commit, Effect, Error, Guard, Timestamp};

/// `EVALSHA` with the keys and arguments that `commit.lua` reads.
pub(super) fn command(script: &Script, keys: &Keys<'_>, commit: &Commit) -> Cmd {
    let jobs = keys.jobs();
    let others: Vec<String> = (commit
        .guards
        .iter()
        .filter_map(|guard| guard_key(keys, guard)))
    .chain(
        commit
            .effects
            .iter()
            .filter_map(|effect| effect_key(keys, effect)),
    )
    .collect();
    let mut command = evalsha(script, 1 + others.len());
    command.arg(jobs).arg(others);
    command.arg(commit.guards.len());
    for guard in &commit.guards {
        match guard {
            Guard::Version { version: 0, .. } => command.arg("v").arg(""),
            Guard::Version { version, .. } => command.arg("v").arg(&version.to_be_bytes()[..]),
            Guard::NotAfter(time) => command.arg("n").arg(time.0),
            Guard::Member { member, .. } => command.arg("m").arg(member),
        };
    }
    for (place, effect) in commit.effects.iter().enumerate() {
        match effect {
            Effect::Put {
                key,
                body,
                expires: None,
            } if let Some(version) = version_after(commit, place, key) => {
                let mut whole = Vec::with_capacity(8 + body.len());
                whole.extend(version.to_be_bytes());
                whole.extend(body);
                command.arg("w").arg(whole);
            }
            _ => add_effect(&mut command, keys, effect),
        }
    }
    command
}

/// The version that a document gets by the effect at a place, where the guards tell: the script has
/// less to do then, and most commits are of this kind.
fn version_after(commit: &Commit, place: usize, put: &str) -> Option<u64> {
    let touches = |effect: &Effect| match effect {
        Effect::Put { key, .. } | Effect::Delete { key } => key == put,
        _ => false,
    };
    if commit.effects[..place].iter().any(touches) {
        return None;
    }
    commit.guards.iter().find_map(|guard| match guard {
        Guard::Version { key, version } if key == put => version.checked_add(1),
        _ => None,
    })
}

fn guard_key(keys: &Keys<'_>, guard: &Guard) -> Option<String> {
    match guard {
        Guard::Version { key, .. } => Some(keys.document(key)),
        Guard::Member { index, .. } => Some(keys.index(index)),
        Guard::NotAfter(_) => None,
    }
}

fn effect_key(keys: &Keys<'_>, effect: &Effect) -> Option<String> {
    match effect {
        Effect::Put { key, .. } | Effect::Delete { key } => Some(keys.document(key)),
        Effect::Add { index, .. } | Effect::Remove { index, .. } => Some(keys.index(index)),
        Effect::Tally { .. } => Some(keys.tallies()),
        // Jobs are under the first key, and a topic is no key.
        Effect::Schedule { .. }
        | Effect::Clear { .. }
        | Effect::Complete(_)
        | Effect::Publish { .. } => None,
    }
}

fn add_effect(command: &mut Cmd, keys: &Keys<'_>, effect: &Effect) {
    match effect {
        Effect::Put {
            body,
            expires: None,
            ..
        } => command.arg("p").arg(&body[..]).arg(""),
        Effect::Put {
            body,
            expires: Some(time),
            ..
        } => command.arg("p").arg(&body[..]).arg(time.0),
        Effect::Delete { .. } => command.arg("d"),
        Effect::Add { member, score, .. } => command.arg("a").arg(member).arg(score),
        Effect::Remove { member, .. } => command.arg("r").arg(member),
        Effect::Tally { name, by } => command.arg("t").arg(name).arg(by),
        Effect::Schedule { job, due } => {
            let origin = Trace::origin().unwrap_or_default();
            command.arg("s").arg(job).arg(due.0).arg(origin)
        }
        Effect::Clear { job } => command.arg("c").arg(job),
        Effect::Complete(job) => command
            .arg("k")
            .arg(&job.name)
            .arg(job.leased_until.0)
            .arg(job.lease),
        Effect::Publish { topic, message } => {
            command.arg("!").arg(keys.topic(topic)).arg(&message[..])
        }
    };
}

/// What `commit.lua` gives back.
pub(super) enum Answer {
    /// It was carried out, at this time.
    Done(i64),
    /// This guard, counted from 1, failed because of what was found.
    Refused(usize, Value),
}

impl FromRedisValue for Answer {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        match value {
            Value::Array(_) => {
                let (guard, found) = FromRedisValue::from_redis_value(value)?;
                Ok(Self::Refused(guard, found))
            }
            time => Ok(Self::Done(i64::from_redis_value(time)?)),
        }
    }
}

impl Answer {
    /// The answer in terms of the commit that was asked for.
    pub(super) fn explain(self, guards: &[Guard]) -> Result<Timestamp, Error> {
        let (number, found) = match self {
            Self::Done(time) => return Ok(Timestamp(time)),
            Self::Refused(number, found) => (number, found),
        };
        Err(match (guards.get(number.wrapping_sub(1)), found) {
            (Some(Guard::Version { key, .. }), Value::BulkString(prefix)) => {
                match prefix[..].try_into() {
                    Ok(version) => Error::Conflict {
                        key: key.clone(),
                        found: u64::from_be_bytes(version),
                    },
                    Err(_) if prefix.is_empty() => Error::Conflict {
                        key: key.clone(),
                        found: 0,
                    },
                    Err(_) => Error::Corrupt(key.clone()),
                }
            }
            (Some(Guard::NotAfter(_)), Value::Int(now)) => Error::TooLate {
                now: Timestamp(now),
            },
            (Some(Guard::Member { index, member }), _) => Error::NotAMember {
                index: index.clone(),
                member: member.clone(),
            },
            _ => Error::Corrupt("the answer to a commit".to_owned()),
        })
    }
}
