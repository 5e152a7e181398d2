//! One partition: its documents, indexes and jobs, and what a step does to them.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use telemetry::Trace;

use crate::{Claimed, Document, Effect, Entry, Error, Guard, Job, Order, Range, Timestamp};

#[derive(Default)]
pub(super) struct Space {
    /// Documents, each with the last millisecond in which it is there, if it has one.
    documents: BTreeMap<String, (Document, Option<Timestamp>)>,
    /// Scores, by index and member.
    members: BTreeMap<String, BTreeMap<String, i64>>,
    jobs: BTreeMap<String, Planned>,
    tallies: BTreeMap<String, i64>,
}

struct Planned {
    due: Timestamp,
    /// The claim that holds it; 0: nobody does.
    lease: u64,
    origin: Option<String>,
}

impl Space {
    pub(super) fn document(&self, key: &str, now: Timestamp) -> Option<Document> {
        let (document, expires) = self.documents.get(key)?;
        expires
            .is_none_or(|expires| expires >= now)
            .then(|| document.clone())
    }

    /// The document's version; 0 where there is none.
    fn version(&self, key: &str, now: Timestamp) -> u64 {
        self.document(key, now)
            .map_or(0, |document| document.version)
    }

    pub(super) fn check(&self, guard: Guard, now: Timestamp) -> Result<(), Error> {
        match guard {
            Guard::Version { key, version } => match self.version(&key, now) {
                found if found == version => Ok(()),
                found => Err(Error::Conflict { key, found }),
            },
            Guard::NotAfter(time) if now <= time => Ok(()),
            Guard::NotAfter(_) => Err(Error::TooLate { now }),
            Guard::Member { index, member } => {
                let there = self
                    .members
                    .get(&index)
                    .is_some_and(|members| members.contains_key(&member));
                there
                    .then_some(())
                    .ok_or(Error::NotAMember { index, member })
            }
        }
    }

    /// Makes a change; gives the topic and the message to send, if that is what it was.
    pub(super) fn carry_out(&mut self, effect: Effect, now: Timestamp) -> Option<(String, Bytes)> {
        match effect {
            Effect::Put { key, body, expires } => {
                let version = self.version(&key, now) + 1;
                self.documents
                    .insert(key, (Document { version, body }, expires));
            }
            Effect::Delete { key } => {
                self.documents.remove(&key);
            }
            Effect::Add {
                index,
                member,
                score,
            } => {
                self.members.entry(index).or_default().insert(member, score);
            }
            Effect::Remove { index, member } => {
                if let Some(members) = self.members.get_mut(&index) {
                    members.remove(&member);
                }
            }
            Effect::Tally { name, by } => {
                let tally = self.tallies.entry(name).or_default();
                *tally = tally.saturating_add(by);
            }
            Effect::Schedule { job, due } => {
                let planned = Planned {
                    due,
                    lease: 0,
                    origin: Trace::origin(),
                };
                self.jobs.insert(job, planned);
            }
            Effect::Clear { job } => {
                self.jobs.remove(&job);
            }
            Effect::Complete(job) => {
                let held = |planned: &Planned| planned.lease == job.lease && planned.lease != 0;
                if self.jobs.get(&job.name).is_some_and(held) {
                    self.jobs.remove(&job.name);
                }
            }
            Effect::Publish { topic, message } => return Some((topic, message)),
        }
        None
    }

    pub(super) fn range(&self, index: &str, range: Range) -> Vec<Entry> {
        let members = self.members.get(index).into_iter().flatten();
        let mut entries: Vec<Entry> = members
            .filter(|(_, score)| (range.min..=range.max).contains(score))
            .map(|(member, score)| Entry {
                member: member.clone(),
                score: *score,
            })
            .collect();
        // Sorted by name already, and a stable sort keeps that among equals.
        entries.sort_by_key(|entry| entry.score);
        if range.order == Order::Descending {
            entries.reverse();
        }
        entries.truncate(range.limit);
        entries
    }

    pub(super) fn tallies(&self) -> Vec<(String, i64)> {
        let tallies = self.tallies.iter().filter(|(_, tally)| **tally != 0);
        tallies
            .map(|(name, tally)| (name.clone(), *tally))
            .collect()
    }

    /// Leases due jobs by moving their due time to the end of the lease. `mark` is this claim's own.
    pub(super) fn claim(
        &mut self,
        limit: usize,
        lease: Duration,
        now: Timestamp,
        mark: u64,
    ) -> Claimed {
        let leased_until = now + lease;
        let mut by_due: Vec<(Timestamp, String)> = self
            .jobs
            .iter()
            .map(|(name, planned)| (planned.due, name.clone()))
            .collect();
        by_due.sort();
        let mut claimed = Claimed {
            now,
            jobs: Vec::new(),
            next: None,
        };
        for (due, name) in by_due {
            if due > now || claimed.jobs.len() == limit {
                claimed.next = Some(due);
                break;
            }
            let Some(planned) = self.jobs.get_mut(&name) else {
                continue;
            };
            planned.due = leased_until;
            planned.lease = mark;
            claimed.jobs.push(Job {
                name,
                due,
                leased_until,
                lease: mark,
                origin: planned.origin.clone(),
            });
        }
        claimed
    }
}
