//! Invites in the store. Those of the lobby lie in one partition with the lobby's indexes, so that
//! both change in one commit; the others are spread by their codes.

use std::time::Duration;

use bytes::Bytes;
use prost::Message as _;
use proto::matchmaking::storage::v1::InviteDocument;
use proto::matchmaking::v1::InviteStatus;
use store::jobs::Doorbell;
use store::{
    Commit, Effect, Entry, Error, Guard, Order, Partition, Partitions, Range, Store, Subscription,
    Timestamp,
};

use crate::job_kind::JobKind;
use crate::metrics;

/// How many partitions invites are spread over. Part of the data's layout.
const PARTITIONS: usize = 16;

/// How long an invite can be looked up after it has expired.
const KEPT: Duration = Duration::from_secs(24 * 3600);

/// The invites.
#[derive(Clone)]
pub(crate) struct Shelf {
    store: Store,
    spread: Partitions,
    lobby: Partitions,
    spread_bell: Doorbell,
    lobby_bell: Doorbell,
}

/// An invite that was read.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) version: u64,
    pub(crate) invite: InviteDocument,
    pub(crate) now: Timestamp,
}

impl Found {
    /// How the invite stands: one whose time is over has expired, also before that is written.
    pub(crate) fn status(&self) -> InviteStatus {
        let status = self.invite.status();
        if status == InviteStatus::Open && self.now.0 > self.invite.expires_ms {
            return InviteStatus::Expired;
        }
        status
    }
}

impl Shelf {
    pub(crate) fn new(store: Store) -> Self {
        let spread = Partitions::new("i", PARTITIONS);
        let lobby = Partitions::new("lobby", 1);
        Self {
            store,
            spread_bell: Doorbell::new(&spread),
            lobby_bell: Doorbell::new(&lobby),
            spread,
            lobby,
        }
    }

    /// The bells of both kinds of partitions.
    pub(crate) fn doorbells(&self) -> [&Doorbell; 2] {
        [&self.spread_bell, &self.lobby_bell]
    }

    fn partition(&self, code: &str, open_to_all: bool) -> &Partition {
        let partitions = if open_to_all {
            &self.lobby
        } else {
            &self.spread
        };
        partitions.of(code)
    }

    /// Reads an invite, wherever it lies.
    pub(crate) async fn find(&self, code: &str) -> Result<Option<Found>, Error> {
        for open_to_all in [false, true] {
            if let Some(found) = self
                .find_in(self.partition(code, open_to_all), code)
                .await?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Reads an invite of a partition.
    pub(crate) async fn find_in(
        &self,
        partition: &Partition,
        code: &str,
    ) -> Result<Option<Found>, Error> {
        let key = key(code);
        let read = self.store.read(partition, &[&key]).await?;
        let Some(document) = read.documents.into_iter().next().flatten() else {
            return Ok(None);
        };
        let invite =
            InviteDocument::decode(document.body).map_err(|_| Error::Corrupt(key.clone()))?;
        Ok(Some(Found {
            version: document.version,
            invite,
            now: read.now,
        }))
    }

    /// Writes a new invite; `false` if there is one of that code.
    pub(crate) async fn add(&self, invite: &InviteDocument) -> Result<bool, Error> {
        let added = self.apply(invite, 0, None, open(invite)).await?;
        if added {
            metrics::invite("created");
        }
        Ok(added)
    }

    /// Writes how an open invite stands from now on and tells it, unless its game is still to be
    /// made; `false` if it has changed since it was read.
    pub(crate) async fn close(
        &self,
        seen: u64,
        invite: &InviteDocument,
        not_after: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let mut effects = vec![
            put(invite),
            Effect::Clear {
                job: JobKind::Expire.of(&invite.code),
            },
        ];
        if invite.open_to_all {
            effects.extend(indexes(&invite.mode).map(|index| Effect::Remove {
                index,
                member: invite.code.clone(),
            }));
        }
        let accepted = invite.status() == InviteStatus::Accepted;
        effects.push(if accepted {
            Effect::Schedule {
                job: JobKind::Accepted.of(&invite.code),
                due: now,
            }
        } else {
            publish(invite)
        });
        let done = self.apply(invite, seen, not_after, effects).await?;
        if done {
            metrics::invite(match invite.status() {
                InviteStatus::Accepted => "accepted",
                InviteStatus::Declined => "declined",
                InviteStatus::Cancelled => "cancelled",
                _ => "expired",
            });
        }
        if done && accepted {
            let partition = self.partition(&invite.code, invite.open_to_all);
            for bell in self.doorbells() {
                bell.ring(partition, now);
            }
        }
        Ok(done)
    }

    /// Writes what has come of an accepted invite and tells it; `false` if that was done.
    pub(crate) async fn settle(&self, seen: u64, invite: &InviteDocument) -> Result<bool, Error> {
        let mut effects = if invite.status() == InviteStatus::Open {
            open(invite)
        } else {
            vec![put(invite)]
        };
        effects.push(Effect::Clear {
            job: JobKind::Accepted.of(&invite.code),
        });
        effects.push(publish(invite));
        self.apply(invite, seen, None, effects).await
    }

    /// Follows an invite's changes.
    pub(crate) async fn follow(&self, invite: &InviteDocument) -> Result<Subscription, Error> {
        let partition = self.partition(&invite.code, invite.open_to_all);
        self.store.subscribe(partition, &key(&invite.code)).await
    }

    /// The codes of the lobby, newest first.
    pub(crate) async fn lobby(
        &self,
        mode: &str,
        after: Option<&Entry>,
        limit: usize,
    ) -> Result<Vec<Entry>, Error> {
        let index = lobby_index(mode);
        let (partition, range) = (
            self.partition("", true),
            Range::all(Order::Descending, limit),
        );
        match after {
            None => self.store.range(partition, &index, range).await,
            Some(last) => self.store.range_after(partition, &index, range, last).await,
        }
    }

    /// Reads the invites of some codes of the lobby, those that are there.
    pub(crate) async fn in_lobby(&self, codes: &[Entry]) -> Result<Vec<Found>, Error> {
        let keys: Vec<_> = codes.iter().map(|entry| key(&entry.member)).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let read = self.store.read(self.partition("", true), &keys).await?;
        let now = read.now;
        let found = read.documents.into_iter().zip(keys);
        found
            .filter_map(|(document, key)| {
                let document = document?;
                let invite = InviteDocument::decode(document.body);
                let invite = invite.map_err(|_| Error::Corrupt(key.to_owned()));
                Some(invite.map(|invite| Found {
                    version: document.version,
                    invite,
                    now,
                }))
            })
            .collect()
    }

    async fn apply(
        &self,
        invite: &InviteDocument,
        seen: u64,
        not_after: Option<Timestamp>,
        effects: Vec<Effect>,
    ) -> Result<bool, Error> {
        let mut guards = vec![Guard::Version {
            key: key(&invite.code),
            version: seen,
        }];
        guards.extend(not_after.map(Guard::NotAfter));
        let partition = self.partition(&invite.code, invite.open_to_all);
        match self
            .store
            .commit(partition, Commit { guards, effects })
            .await
        {
            Ok(_) => Ok(true),
            Err(Error::Conflict { .. } | Error::TooLate { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Whether an invite is accepted and its game still to be made.
pub(super) fn is_pending(invite: &InviteDocument) -> bool {
    invite.status() == InviteStatus::Accepted && invite.game_id.is_empty()
}

/// What goes with an invite that is open from now on.
fn open(invite: &InviteDocument) -> Vec<Effect> {
    let mut effects = vec![
        put(invite),
        Effect::Schedule {
            job: JobKind::Expire.of(&invite.code),
            // The last millisecond of an invite is still its own.
            due: Timestamp(invite.expires_ms + 1),
        },
    ];
    if invite.open_to_all {
        effects.extend(indexes(&invite.mode).map(|index| Effect::Add {
            index,
            member: invite.code.clone(),
            score: invite.created_ms,
        }));
    }
    effects
}

fn put(invite: &InviteDocument) -> Effect {
    // One whose game is still to be made is kept until it is there.
    let expires = (!is_pending(invite)).then_some(Timestamp(invite.expires_ms) + KEPT);
    Effect::Put {
        key: key(&invite.code),
        body: Bytes::from(invite.encode_to_vec()),
        expires,
    }
}

fn publish(invite: &InviteDocument) -> Effect {
    Effect::Publish {
        topic: key(&invite.code),
        message: Bytes::new(),
    }
}

/// The key of an invite, and the topic of its changes.
fn key(code: &str) -> String {
    format!("invite/{code}")
}

/// The indexes of the lobby that an invite of a mode is in, by the time it was made.
fn indexes(mode: &str) -> impl Iterator<Item = String> {
    [lobby_index(""), lobby_index(mode)].into_iter()
}

/// The index of a mode's invites, or of all for an empty name.
fn lobby_index(mode: &str) -> String {
    format!("lobby/{mode}")
}
