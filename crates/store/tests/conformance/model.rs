//! Any sequence of commits and claims gives on each store what a few maps in memory say it must.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::StreamExt;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestRunner};
use store::memory::MemoryStore;
use store::sqlite::SqliteStore;
use store::{
    Commit, Effect, Entry, Error, Guard, Job, Order, Partition, Partitions, Range, Store, Timestamp,
};
use support::RedisServer;

use crate::kit::{
    LONG, add, clear, connect, delete, member, publish, put, remove, schedule, tally, version,
};
use crate::redis_cluster::RedisCluster;

const NAMES: [&str; 4] = ["a", "b", "a b", "é"];
/// After the end of every lease of the test.
const FUTURE: i64 = 4_000_000_000_000;

#[derive(Clone, Debug)]
enum Step {
    Commit {
        guards: Vec<Guard>,
        effects: Vec<Change>,
    },
    Claim {
        limit: usize,
    },
    /// A page, the first or one behind an entry.
    Range(Range, Option<Entry>),
}

#[derive(Clone, Debug)]
enum Change {
    Plain(Effect),
    /// Completes one of the jobs claimed so far.
    Complete(usize),
}

fn name() -> impl Strategy<Value = &'static str> {
    (0..NAMES.len()).prop_map(|place| NAMES[place])
}

fn guard() -> impl Strategy<Value = Guard> {
    prop_oneof![
        6 => (name(), 0_u64..4).prop_map(|(key, number)| version(key, number)),
        1 => (name(), name()).prop_map(|(index, name)| member(index, name)),
        1 => Just(Guard::NotAfter(Timestamp(FUTURE))),
        1 => Just(Guard::NotAfter(Timestamp(1))),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let due = prop_oneof![1_i64..6, FUTURE..FUTURE + 3].prop_map(Timestamp);
    let plain = prop_oneof![
        4 => (name(), any::<[u8; 3]>()).prop_map(|(key, body)| put(key, body)),
        1 => name().prop_map(delete),
        3 => (name(), name(), -3_i64..4).prop_map(|(index, name, score)| add(index, name, score)),
        1 => (name(), name()).prop_map(|(index, name)| remove(index, name)),
        3 => (name(), due).prop_map(|(job, due)| schedule(job, due)),
        1 => name().prop_map(clear),
        1 => (name(), -2_i64..3).prop_map(|(name, by)| tally(name, by)),
        1 => any::<u16>().prop_map(|message| publish("topic", message.to_string())),
    ];
    prop_oneof![8 => plain.prop_map(Change::Plain), 1 => any::<usize>().prop_map(Change::Complete)]
}

fn step() -> impl Strategy<Value = Step> {
    let order = prop_oneof![Just(Order::Ascending), Just(Order::Descending)];
    let after = option::of((name(), -4_i64..5).prop_map(|(member, score)| Entry {
        member: member.to_owned(),
        score,
    }));
    prop_oneof![
        8 => (vec(guard(), 0..2), vec(change(), 0..6))
            .prop_map(|(guards, effects)| Step::Commit { guards, effects }),
        2 => (0_usize..4).prop_map(|limit| Step::Claim { limit }),
        2 => (-4_i64..4, 0_i64..6, order, 0_usize..5, after).prop_map(
            |(min, span, order, limit, after)| {
                Step::Range(Range::all(order, limit).scores(min, min + span), after)
            },
        ),
    ]
}

#[derive(Default)]
struct Model {
    documents: BTreeMap<String, (u64, Vec<u8>)>,
    members: BTreeMap<(String, String), i64>,
    /// When it is due, and the claim that holds it.
    jobs: BTreeMap<String, (Timestamp, Option<Job>)>,
    tallies: BTreeMap<String, i64>,
    messages: Vec<Vec<u8>>,
}

impl Model {
    fn version(&self, key: &str) -> u64 {
        self.documents.get(key).map_or(0, |(version, _)| *version)
    }

    /// The guard that fails first, in words that stand for the error.
    fn refusal(&self, guards: &[Guard]) -> Option<String> {
        guards.iter().find_map(|guard| match guard {
            Guard::Version { key, version } => {
                let found = self.version(key);
                (found != *version).then(|| format!("{key} is at {found}"))
            }
            Guard::NotAfter(time) => (time.0 < FUTURE).then(|| "late".to_owned()),
            Guard::Member { index, member } => {
                (!self.members.contains_key(&(index.clone(), member.clone())))
                    .then(|| format!("{member} is not in {index}"))
            }
        })
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Put { key, body, .. } => {
                let version = self.version(&key) + 1;
                self.documents.insert(key, (version, body.to_vec()));
            }
            Effect::Delete { key } => drop(self.documents.remove(&key)),
            Effect::Add {
                index,
                member,
                score,
            } => drop(self.members.insert((index, member), score)),
            Effect::Remove { index, member } => drop(self.members.remove(&(index, member))),
            Effect::Tally { name, by } => *self.tallies.entry(name).or_default() += by,
            Effect::Schedule { job, due } => drop(self.jobs.insert(job, (due, None))),
            Effect::Clear { job } => drop(self.jobs.remove(&job)),
            Effect::Complete(job) => {
                if self
                    .jobs
                    .get(&job.name)
                    .is_some_and(|(_, holder)| holder.as_ref() == Some(&job))
                {
                    self.jobs.remove(&job.name);
                }
            }
            Effect::Publish { message, .. } => self.messages.push(message.to_vec()),
        }
    }

    /// The jobs by due time and name.
    fn by_due(&self) -> Vec<(Timestamp, String)> {
        let mut jobs: Vec<_> = self
            .jobs
            .iter()
            .map(|(name, (due, _))| (*due, name.clone()))
            .collect();
        jobs.sort();
        jobs
    }

    fn range(&self, index: &str, range: Range, after: Option<&Entry>) -> Vec<Entry> {
        let mut entries: Vec<_> = (self.members.iter())
            .filter(|((name, _), score)| name == index && (range.min..=range.max).contains(score))
            .map(|((_, member), score)| (*score, member.clone()))
            .collect();
        entries.sort();
        if range.order == Order::Descending {
            entries.reverse();
        }
        if let Some(Entry { member, score }) = after {
            entries.retain(|(at, name)| match range.order {
                Order::Ascending => (at, name) > (score, member),
                Order::Descending => (at, name) < (score, member),
            });
        }
        entries.truncate(range.limit);
        entries
            .into_iter()
            .map(|(score, member)| Entry { member, score })
            .collect()
    }
}

fn in_words(error: &Error) -> String {
    match error {
        Error::Conflict { key, found } => format!("{key} is at {found}"),
        Error::TooLate { .. } => "late".to_owned(),
        Error::NotAMember { index, member } => format!("{member} is not in {index}"),
        other => panic!("{other}"),
    }
}

async fn play(store: &Store, place: &Partition, steps: Vec<Step>) {
    let mut model = Model::default();
    let mut taken: Vec<Job> = Vec::new();
    let topic = store.subscribe(place, "topic").await.unwrap();
    for step in steps {
        match step {
            Step::Commit { guards, effects } => {
                let effects: Vec<Effect> = (effects.into_iter())
                    .filter_map(|change| match change {
                        Change::Plain(effect) => Some(effect),
                        Change::Complete(_) if taken.is_empty() => None,
                        Change::Complete(number) => {
                            Some(Effect::Complete(taken[number % taken.len()].clone()))
                        }
                    })
                    .collect();
                let refusal = model.refusal(&guards);
                let result = store
                    .commit(
                        place,
                        Commit {
                            guards,
                            effects: effects.clone(),
                        },
                    )
                    .await;
                assert_eq!(result.as_ref().err().map(in_words), refusal);
                if refusal.is_none() {
                    effects
                        .into_iter()
                        .for_each(|effect| model.carry_out(effect));
                }
            }
            Step::Claim { limit } => {
                let claimed = store.claim(place, limit, LONG).await.unwrap();
                let (mut expected, rest): (Vec<_>, Vec<_>) = model
                    .by_due()
                    .into_iter()
                    .partition(|(due, _)| *due <= claimed.now);
                let rest = if expected.len() > limit {
                    expected.split_off(limit)
                } else {
                    rest
                };
                let found: Vec<_> = claimed
                    .jobs
                    .iter()
                    .map(|job| (job.due, job.name.clone()))
                    .collect();
                assert_eq!(found, expected);
                assert_eq!(claimed.next, rest.first().map(|(due, _)| *due));
                for job in claimed.jobs {
                    assert_eq!(job.leased_until, claimed.now + LONG);
                    model
                        .jobs
                        .insert(job.name.clone(), (job.leased_until, Some(job.clone())));
                    taken.push(job);
                }
            }
            Step::Range(range, after) => {
                for index in NAMES {
                    let found = match &after {
                        Some(last) => store.range_after(place, index, range, last).await,
                        None => store.range(place, index, range).await,
                    };
                    let expected = model.range(index, range, after.as_ref());
                    assert_eq!(found.unwrap(), expected);
                }
            }
        }
        let read = store.read(place, &NAMES).await.unwrap();
        for (key, found) in NAMES.iter().zip(read.documents) {
            let found = found.map(|document| (document.version, document.body.to_vec()));
            assert_eq!(found.as_ref(), model.documents.get(*key));
        }
        model.tallies.retain(|_, tally| *tally != 0);
        let tallies = store.tallies(place).await.unwrap();
        assert_eq!(
            tallies.into_iter().collect::<BTreeMap<_, _>>(),
            model.tallies
        );
    }
    let heard: Vec<_> = topic
        .take(model.messages.len())
        .map(|message| message.to_vec())
        .collect()
        .await;
    assert_eq!(heard, model.messages);
}

/// Plays many random sequences, each in a partition of its own.
fn play_many(runtime: &tokio::runtime::Runtime, store: &Store) {
    let config = Config {
        cases: support::by_effort(100, 2_000),
        failure_persistence: None,
        ..Config::default()
    };
    let case = std::cell::Cell::new(0);
    let result = TestRunner::new(config).run(&vec(step(), 1..40), |steps| {
        case.set(case.get() + 1);
        let partitions = Partitions::new(&format!("model {} ", case.get()), 1);
        runtime.block_on(play(store, partitions.of(""), steps));
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn redis_does_as_the_model() {
    let runtime = runtime();
    let (_server, store) = runtime.block_on(async {
        let server = RedisServer::start().await;
        let store = connect(&server).await;
        (server, store)
    });
    play_many(&runtime, &store);
}

#[test]
fn sqlite_does_as_the_model() {
    let runtime = runtime();
    let directory = tempfile::tempdir().unwrap();
    let store = runtime
        .block_on(SqliteStore::open(&directory.path().join("live.db")))
        .unwrap();
    play_many(&runtime, &(Arc::new(store) as Store));
}

#[test]
fn a_cluster_does_as_the_model() {
    let runtime = runtime();
    let (_cluster, store) = runtime.block_on(async {
        let cluster = RedisCluster::start().await;
        let store = cluster.store().await;
        (cluster, store)
    });
    play_many(&runtime, &store);
}

#[test]
fn memory_does_as_the_model() {
    let store = MemoryStore::new(|| Timestamp(1_700_000_000_000));
    play_many(&runtime(), &(Arc::new(store) as Store));
}
