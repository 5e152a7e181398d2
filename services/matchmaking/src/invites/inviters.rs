//! Who has made which invites: so that a repeated request makes no second one, and nobody fills the
//! store with open ones.

use bytes::Bytes;
use prost::Message as _;
use proto::matchmaking::storage::v1::{InviteEntry, InviterDocument};
use store::{Commit, Effect, Error, Guard, Partitions, Store, Timestamp};

use crate::people::PARTITIONS;

/// All inviters, beside what else is known of players.
#[derive(Clone)]
pub(crate) struct Inviters {
    store: Store,
    partitions: Partitions,
}

/// What a player has made, as it was read.
pub(crate) struct Made {
    pub(crate) version: u64,
    pub(crate) invites: Vec<InviteEntry>,
    pub(crate) now: Timestamp,
}

impl Inviters {
    pub(crate) fn new(store: Store) -> Self {
        Self {
            store,
            partitions: Partitions::new("r", PARTITIONS),
        }
    }

    /// A player's invites that have not expired.
    pub(crate) async fn made(&self, player: &str) -> Result<Made, Error> {
        let key = key(player);
        let read = self.store.read(self.partitions.of(player), &[&key]).await?;
        let now = read.now;
        let (version, mut invites) = match read.documents.into_iter().next().flatten() {
            None => (0, Vec::new()),
            Some(document) => {
                let made = InviterDocument::decode(document.body);
                let made = made.map_err(|_| Error::Corrupt(key))?;
                (document.version, made.invites)
            }
        };
        invites.retain(|entry| entry.expires_ms >= now.0);
        Ok(Made {
            version,
            invites,
            now,
        })
    }

    /// Writes them; `false` if they have changed since they were read.
    pub(crate) async fn note(&self, player: &str, made: Made) -> Result<bool, Error> {
        let key = key(player);
        let last = made.invites.iter().map(|entry| entry.expires_ms).max();
        let commit = Commit {
            guards: vec![Guard::Version {
                key: key.clone(),
                version: made.version,
            }],
            effects: vec![Effect::Put {
                key,
                body: Bytes::from(
                    InviterDocument {
                        invites: made.invites,
                    }
                    .encode_to_vec(),
                ),
                expires: last.map(Timestamp),
            }],
        };
        match self.store.commit(self.partitions.of(player), commit).await {
            Ok(_) => Ok(true),
            Err(Error::Conflict { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

fn key(player: &str) -> String {
    format!("inviter/{player}")
}
