//! The stream of one who follows an invite: as it stands, then each change, until it is closed.

use std::time::Duration;

use futures::StreamExt as _;
use proto::matchmaking::v1::InviteStatus;
use store::{Subscription, Timestamp};
use tokio::time::{sleep, timeout};

use super::{Found, Invites};
use crate::error::Error;
use crate::telling::Teller;

/// After this long without news the invite is read, in case some were lost.
const DOUBT_AFTER: Duration = Duration::from_secs(10);

/// How often a store that is away is tried again before the stream ends, and after how long.
const TRIES: usize = 10;
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// One who follows an invite.
pub(crate) struct Watcher {
    invites: Invites,
    code: String,
    changes: Subscription,
    told: Option<InviteStatus>,
}

impl Watcher {
    pub(crate) async fn new(invites: Invites, code: String) -> Result<Self, Error> {
        let found = invites.find(&code).await?;
        let changes = invites.shelf.follow(&found.invite).await?;
        Ok(Self {
            invites,
            code,
            changes,
            told: None,
        })
    }

    /// Reads the invite, patiently.
    async fn find(&mut self) -> Result<Found, Error> {
        let mut tries = 0;
        loop {
            match self.invites.find(&self.code).await {
                Err(Error::Store(_) | Error::Peer(_)) if tries < TRIES => tries += 1,
                answer => return answer,
            }
            sleep(RETRY_AFTER).await;
        }
    }
}

/// The invite as it stands, then whenever that has changed, until it is closed and told.
impl Teller for Watcher {
    type Update = Found;

    async fn next(&mut self) -> Result<Option<Found>, Error> {
        loop {
            if self.told.is_some_and(|told| told != InviteStatus::Open) {
                return Ok(None);
            }
            let found = self.find().await?;
            let status = found.status();
            if self.told != Some(status) {
                self.told = Some(status);
                return Ok(Some(found));
            }
            let left = Timestamp(found.invite.expires_ms + 1).since(found.now);
            match timeout(left.min(DOUBT_AFTER), self.changes.next()).await {
                Ok(Some(_)) | Err(_) => {}
                Ok(None) => {
                    // A store that is away is found out by the read that follows.
                    if let Ok(changes) = self.invites.shelf.follow(&found.invite).await {
                        self.changes = changes;
                    } else {
                        sleep(RETRY_AFTER).await;
                    }
                }
            }
        }
    }
}
