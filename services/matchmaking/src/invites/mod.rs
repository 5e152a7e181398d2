//! Invites: by a code to a friend, or from the lobby to anybody. The first to accept plays.

pub(crate) mod code;
mod inviters;
mod shelf;
mod watching;

use std::time::Duration;

use platform::Fault;
use proto::matchmaking::storage::v1::{InviteDocument, InviteEntry, PairingDocument, PairingState};
use proto::matchmaking::v1::{ColourChoice, InviteStatus};
use store::{Entry, Partition, Store, Timestamp};

pub(crate) use self::shelf::{Found, Shelf};
pub(crate) use self::watching::Watcher;

use self::inviters::Inviters;
use self::shelf::is_pending;
use crate::error::Error;
use crate::queue::Queue;
use crate::settle::Settler;

/// Open invites of one player at most.
const MOST_OPEN: usize = 20;

/// The invites.
#[derive(Clone)]
pub(crate) struct Invites {
    pub(crate) shelf: Shelf,
    inviters: Inviters,
    settler: Settler,
}

/// What an inviter wants.
pub(crate) struct Proposal {
    pub(crate) mode: String,
    pub(crate) rated: bool,
    pub(crate) colour: ColourChoice,
    pub(crate) open_to_all: bool,
    pub(crate) good_for: Duration,
    pub(crate) request_id: String,
}

impl Invites {
    pub(crate) fn new(store: Store, settler: Settler) -> Self {
        Self {
            shelf: Shelf::new(store.clone()),
            inviters: Inviters::new(store),
            settler,
        }
    }

    /// Makes an invite, or finds the one that the same request has made.
    pub(crate) async fn create(&self, inviter: &str, proposal: Proposal) -> Result<Found, Error> {
        self.settler
            .games
            .mode(&proposal.mode, proposal.rated)
            .await?;
        loop {
            let mut made = self.inviters.made(inviter).await?;
            let now = made.now;
            let earlier = made.invites.iter().find(|entry| {
                !proposal.request_id.is_empty() && entry.request_id == proposal.request_id
            });
            if let Some(earlier) = earlier {
                if !is_for(earlier, &proposal) {
                    let message = "another invite was made under this request id: choose a new one";
                    return Err(Fault::already_exists("REQUEST_ID_TAKEN", message).into());
                }
                // Whoever noted it may have died before it was made.
                return self.made(inviter, earlier, &proposal, now).await;
            }
            if made.invites.len() >= MOST_OPEN {
                made.invites = self.open(made.invites).await?;
            }
            if made.invites.len() >= MOST_OPEN {
                let message = format!(
                    "you have {MOST_OPEN} open invites: cancel one, or wait for one to expire"
                );
                return Err(Fault::exhausted("INVITE_LIMIT", message).into());
            }
            let entry = InviteEntry {
                code: code::draw(),
                open_to_all: proposal.open_to_all,
                expires_ms: (now + proposal.good_for).0,
                request_id: proposal.request_id.clone(),
                mode: proposal.mode.clone(),
                rated: proposal.rated,
                colour: proposal.colour.into(),
                good_for_ms: milliseconds(proposal.good_for),
            };
            made.invites.push(entry.clone());
            if self.inviters.note(inviter, made).await? {
                return self.made(inviter, &entry, &proposal, now).await;
            }
        }
    }

    /// The invite of an entry, made if it is not there.
    async fn made(
        &self,
        inviter: &str,
        entry: &InviteEntry,
        proposal: &Proposal,
        now: Timestamp,
    ) -> Result<Found, Error> {
        let mut invite = InviteDocument {
            code: entry.code.clone(),
            inviter: inviter.to_owned(),
            mode: proposal.mode.clone(),
            rated: proposal.rated,
            open_to_all: entry.open_to_all,
            created_ms: now.0,
            expires_ms: entry.expires_ms,
            ..InviteDocument::default()
        };
        invite.set_colour(proposal.colour);
        invite.set_status(InviteStatus::Open);
        if self.shelf.add(&invite).await? {
            return Ok(Found {
                version: 1,
                invite,
                now,
            });
        }
        self.find(&entry.code).await
    }

    /// Those of some entries that are open.
    async fn open(&self, entries: Vec<InviteEntry>) -> Result<Vec<InviteEntry>, Error> {
        let mut open = Vec::new();
        for entry in entries {
            let found = self.shelf.find(&entry.code).await?;
            if found.is_some_and(|found| found.status() == InviteStatus::Open) {
                open.push(entry);
            }
        }
        Ok(open)
    }

    /// Reads an invite. One whose game is still to be made is made now: it is there when told.
    pub(crate) async fn find(&self, code: &str) -> Result<Found, Error> {
        loop {
            let Some(found) = self.shelf.find(code).await? else {
                return Err(unknown(code).into());
            };
            if !is_pending(&found.invite) {
                return Ok(found);
            }
            self.make_game(found).await?;
        }
    }

    /// Accepts an invite for a player.
    pub(crate) async fn accept(&self, code: &str, player: &str) -> Result<Found, Error> {
        let mut was_first = false;
        loop {
            let found = self.find(code).await?;
            let invite = &found.invite;
            if invite.inviter == player {
                let message = "this is your own invite: it is for somebody else to accept";
                return Err(Fault::refused("OWN_INVITE", message).into());
            }
            if invite.status() == InviteStatus::Accepted
                && [&invite.white, &invite.black].contains(&&player.to_owned())
            {
                return Ok(found);
            }
            check_open(&found)?;
            if was_first {
                let message = "one of you has just been paired in a queue: the invite stays open";
                return Err(Fault::refused("PAIRED_ELSEWHERE", message).into());
            }
            if invite.rated {
                self.settler.games.refuse_busy(player).await?;
                let inviter = [invite.inviter.clone()];
                if !self.settler.games.busy(&inviter).await?.is_empty() {
                    let message = "the inviter has a rated game going on: try again after it";
                    return Err(Fault::refused("INVITER_IN_RATED_GAME", message).into());
                }
            }
            let inviter_is_white = match invite.colour() {
                ColourChoice::White => true,
                ColourChoice::Black => false,
                ColourChoice::Unspecified => rand::random(),
            };
            let mut accepted = invite.clone();
            let (inviter, player) = (invite.inviter.clone(), player.to_owned());
            (accepted.white, accepted.black) = if inviter_is_white {
                (inviter, player)
            } else {
                (player, inviter)
            };
            accepted.set_status(InviteStatus::Accepted);
            accepted.accepted_ms = found.now.0;
            let until = Some(Timestamp(invite.expires_ms));
            // What came of it is told by what is found then.
            was_first = self
                .shelf
                .close(found.version, &accepted, until, found.now)
                .await?;
        }
    }

    /// Declines an invite for a player who has its code.
    pub(crate) async fn decline(&self, code: &str, player: &str) -> Result<Found, Error> {
        loop {
            let found = self.find(code).await?;
            if found.invite.inviter == player {
                let message = "this is your own invite: cancel it";
                return Err(Fault::refused("OWN_INVITE", message).into());
            }
            if found.invite.open_to_all {
                let message = "this invite is open to all: leave it to others";
                return Err(Fault::refused("LOBBY_INVITE", message).into());
            }
            if found.status() == InviteStatus::Declined {
                return Ok(found);
            }
            check_open(&found)?;
            self.close(&found, InviteStatus::Declined).await?;
        }
    }

    /// Takes an invite back, unless it is not open any more.
    pub(crate) async fn cancel(&self, code: &str, player: &str) -> Result<Found, Error> {
        loop {
            let found = self.find(code).await?;
            if found.invite.inviter != player {
                let message = "this is somebody else's invite: decline it, or leave it";
                return Err(Fault::denied("NOT_YOUR_INVITE", message).into());
            }
            if found.status() != InviteStatus::Open {
                return Ok(found);
            }
            self.close(&found, InviteStatus::Cancelled).await?;
        }
    }

    /// A page of the open invites in the lobby, newest first, and the last entry looked at, if there
    /// may be more behind it.
    pub(crate) async fn lobby(
        &self,
        mode: &str,
        after: Option<Entry>,
        limit: usize,
    ) -> Result<(Vec<Found>, Option<Entry>), Error> {
        let entries = self.shelf.lobby(mode, after.as_ref(), limit).await?;
        let last = entries.last().filter(|_| entries.len() == limit).cloned();
        let mut page = self.shelf.in_lobby(&entries).await?;
        page.retain(|found| found.status() == InviteStatus::Open);
        Ok((page, last))
    }

    /// Writes that an invite has expired, if it has.
    pub(crate) async fn expire(&self, partition: &Partition, code: &str) -> Result<(), Error> {
        while let Some(found) = self.shelf.find_in(partition, code).await? {
            let written = found.invite.status() != InviteStatus::Open;
            if written || found.status() == InviteStatus::Open {
                break;
            }
            self.close(&found, InviteStatus::Expired).await?;
        }
        Ok(())
    }

    /// Makes the game of an accepted invite, if it is not there.
    pub(crate) async fn accepted(&self, partition: &Partition, code: &str) -> Result<(), Error> {
        while let Some(found) = self.shelf.find_in(partition, code).await? {
            if !is_pending(&found.invite) {
                break;
            }
            self.make_game(found).await?;
        }
        Ok(())
    }

    async fn close(&self, found: &Found, status: InviteStatus) -> Result<bool, Error> {
        let mut closed = found.invite.clone();
        closed.set_status(status);
        Ok(self
            .shelf
            .close(found.version, &closed, None, found.now)
            .await?)
    }

    /// Makes the game of an accepted invite; one that comes to nothing because a player was paired
    /// in a queue is open again.
    async fn make_game(&self, found: Found) -> Result<(), Error> {
        let (version, mut invite) = (found.version, found.invite);
        let queue = Queue {
            mode: invite.mode.clone(),
            rated: invite.rated,
        };
        let pairing = PairingDocument {
            // A code may come again in years, and an invite be accepted again: this never does.
            id: format!("invite.{}.{}.{version}", invite.code, invite.created_ms),
            queue: Some(queue.to_document()),
            white: invite.white.clone(),
            black: invite.black.clone(),
            paired_ms: invite.accepted_ms,
            invited: true,
            ..PairingDocument::default()
        };
        let Some(end) = self.settler.settle_invited(&queue, &pairing).await? else {
            return Ok(());
        };
        match end.state() {
            PairingState::Created => invite.game_id = end.game_id,
            PairingState::Refused => invite.set_status(InviteStatus::Cancelled),
            PairingState::CalledOff | PairingState::Unspecified => {
                invite.set_status(InviteStatus::Open);
                invite.white.clear();
                invite.black.clear();
                invite.accepted_ms = 0;
            }
        }
        self.shelf.settle(version, &invite).await?;
        Ok(())
    }
}

/// Whether an entry was made for the same proposal. One of an older release does not say what for.
fn is_for(entry: &InviteEntry, proposal: &Proposal) -> bool {
    let asked = (
        &entry.mode,
        entry.rated,
        entry.colour(),
        entry.open_to_all,
        entry.good_for_ms,
    );
    let asks = (
        &proposal.mode,
        proposal.rated,
        proposal.colour,
        proposal.open_to_all,
        milliseconds(proposal.good_for),
    );
    entry.mode.is_empty() || asked == asks
}

fn milliseconds(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

fn check_open(found: &Found) -> Result<(), Fault> {
    let what = match found.status() {
        InviteStatus::Accepted => "somebody else was faster to accept this invite",
        InviteStatus::Declined => "this invite was declined",
        InviteStatus::Cancelled => "this invite was taken back",
        InviteStatus::Expired => "this invite has expired",
        InviteStatus::Open | InviteStatus::Unspecified => return Ok(()),
    };
    Err(Fault::refused(
        "INVITE_NOT_OPEN",
        format!("{what}: ask for another"),
    ))
}

fn unknown(code: &str) -> Fault {
    Fault::not_found(
        "UNKNOWN_INVITE",
        format!("there is no invite `{code}`, or not any more"),
    )
}
