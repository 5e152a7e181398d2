//! What commits of queues are made of: guards, effects, and the keys under which all lies.

use std::time::Duration;

use bytes::Bytes;
use prost::Message as _;
use proto::matchmaking::storage::v1::{PairingDocument, PairingState, TicketDocument};
use store::{Effect, Error, Guard, Timestamp};

use crate::job_kind::JobKind;
use crate::queue::Queue;

/// How long a settled pairing is kept: longer than anything that may still ask for it.
const SETTLED_FOR: Duration = Duration::from_secs(15 * 60);

/// How often a queue that somebody waits in is gone through.
const CYCLE: Duration = Duration::from_secs(1);

/// A queue's cycle in the next second, whatever is scheduled for this one: jobs of even and odd
/// seconds have names of their own, so that a stream of arrivals never puts off a cycle that is due.
pub(super) fn next_cycle(queue: &Queue, now: Timestamp) -> Effect {
    let every = i64::try_from(CYCLE.as_millis()).unwrap_or(i64::MAX);
    let number = now.0.div_euclid(every) + 1;
    Effect::Schedule {
        job: JobKind::Cycle.of(&format!("{}/{queue}", number.rem_euclid(2))),
        due: Timestamp(number * every),
    }
}

/// What goes with a pairing that is settled.
pub(super) fn settled(pairing: &PairingDocument, now: Timestamp) -> Vec<Effect> {
    debug_assert!(pairing.state() != PairingState::Unspecified);
    vec![
        put(&pairing_key(&pairing.id), pairing, Some(now + SETTLED_FOR)),
        Effect::Clear {
            job: JobKind::Pair.of(&pairing.id),
        },
    ]
}

/// A ticket with its news.
pub(super) fn write(queue: &Queue, ticket: &TicketDocument, expires: Timestamp) -> [Effect; 2] {
    let key = ticket_key(queue, &ticket.player);
    let put = put(&key, ticket, Some(expires));
    let message = ticket.encode_to_vec().into();
    [
        put,
        Effect::Publish {
            topic: key,
            message,
        },
    ]
}

/// Takes a player out of a queue's index.
pub(super) fn leave(queue: &Queue, player: &str) -> Effect {
    Effect::Remove {
        index: index(queue),
        member: player.to_owned(),
    }
}

/// A ticket as it was read, and still in the queue. Versions begin anew once what a ticket has left
/// behind has expired: that the player is in the index makes sure that this one waits.
pub(super) fn in_queue(queue: &Queue, player: &str, seen: u64) -> Vec<Guard> {
    vec![
        member(queue, player),
        version(&ticket_key(queue, player), seen),
    ]
}

pub(super) fn member(queue: &Queue, player: &str) -> Guard {
    Guard::Member {
        index: index(queue),
        member: player.to_owned(),
    }
}

pub(super) fn version(key: &str, version: u64) -> Guard {
    Guard::Version {
        key: key.to_owned(),
        version,
    }
}

pub(super) fn put(key: &str, document: &impl prost::Message, expires: Option<Timestamp>) -> Effect {
    Effect::Put {
        key: key.to_owned(),
        body: Bytes::from(document.encode_to_vec()),
        expires,
    }
}

pub(super) fn decode<M: prost::Message + Default>(key: &str, body: &Bytes) -> Result<M, Error> {
    M::decode(body.clone()).map_err(|_| Error::Corrupt(key.to_owned()))
}

/// The key of a ticket, and the topic of its news.
pub(super) fn ticket_key(queue: &Queue, player: &str) -> String {
    format!("ticket/{queue}/{player}")
}

/// The index of those who wait, by when their tickets lapse.
pub(super) fn index(queue: &Queue) -> String {
    format!("waiting/{queue}")
}

pub(super) fn pairing_key(id: &str) -> String {
    format!("pairing/{id}")
}

pub(super) fn waits_key(queue: &Queue) -> String {
    format!("waits/{queue}")
}
