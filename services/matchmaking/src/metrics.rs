//! What is counted of queues, pairings and invites. Nothing of it is about a person.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use proto::matchmaking::storage::v1::{PairingDocument, TicketDocument};
use store::Timestamp;
use telemetry::metrics::{Counter, Gauge, Histogram, KeyValue, counter, gauge, waits};
use tokio_util::sync::CancellationToken;

use crate::desk::Desk;
use crate::queue::Queue;

/// How often queues are counted.
const COUNT_EVERY: Duration = Duration::from_secs(5);

static LENGTH: LazyLock<Gauge<i64>> = LazyLock::new(|| {
    gauge(
        "shashki.matchmaking.queue.length",
        "{ticket}",
        "Tickets that wait",
    )
});

static WAIT: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    waits(
        "shashki.matchmaking.wait",
        "From joining a queue to being matched",
    )
});

static TICKETS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.matchmaking.tickets",
        "{ticket}",
        "What became of tickets",
    )
});

static PAIRINGS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.matchmaking.pairings",
        "{pairing}",
        "What became of pairings",
    )
});

static INVITES: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.matchmaking.invites",
        "{invite}",
        "What became of invites",
    )
});

fn mode(queue: &Queue) -> KeyValue {
    KeyValue::new("shashki.mode", queue.mode.clone())
}

fn rated(queue: &Queue) -> KeyValue {
    KeyValue::new("shashki.rated", queue.rated)
}

fn outcome(outcome: &'static str) -> KeyValue {
    KeyValue::new("shashki.outcome", outcome)
}

fn note(queue: &Queue) {
    telemetry::note("shashki.mode", queue.mode.clone());
    telemetry::note("shashki.rated", queue.rated);
}

/// A ticket came to this: `enqueued`, `cancelled` or `lapsed`.
pub(crate) fn ticket(queue: &Queue, came_to: &'static str) {
    note(queue);
    TICKETS.add(1, &[mode(queue), outcome(came_to)]);
}

/// Tickets were taken into a pairing.
pub(crate) fn paired(queue: &Queue, tickets: &[(u64, TicketDocument)], pairing: &PairingDocument) {
    note(queue);
    let alone = pairing.white.is_empty() || pairing.black.is_empty();
    let against = KeyValue::new("shashki.against", if alone { "bot" } else { "player" });
    for (_, ticket) in tickets {
        TICKETS.add(1, &[mode(queue), outcome("matched")]);
        let waited = Timestamp(pairing.paired_ms).since(Timestamp(ticket.since_ms));
        let attributes = [mode(queue), rated(queue), against.clone()];
        WAIT.record(waited.as_secs_f64(), &attributes);
    }
}

/// A pairing came to this: `created`, `called_off` or `refused`.
pub(crate) fn pairing(queue: &Queue, pairing: &PairingDocument, came_to: &'static str) {
    note(queue);
    if !pairing.game_id.is_empty() {
        telemetry::note("shashki.game.id", pairing.game_id.clone());
    }
    PAIRINGS.add(1, &[mode(queue), outcome(came_to)]);
}

/// An invite came to this: `created`, `accepted`, `declined`, `cancelled` or `expired`.
pub(crate) fn invite(came_to: &'static str) {
    INVITES.add(1, &[outcome(came_to)]);
}

/// Counts who waits now and then, if anybody looks.
pub(crate) async fn count_queues(desk: Desk, shutdown: CancellationToken) {
    if !telemetry::metrics::are_kept() {
        return;
    }
    let mut known = BTreeMap::new();
    loop {
        // What is away is told by whoever needs it.
        if let Ok(found) = desk.lengths().await {
            // A queue of a mode that is gone stands at nothing.
            known.values_mut().for_each(|length| *length = 0);
            known.extend(found);
            for (queue, length) in &known {
                let length = i64::try_from(*length).unwrap_or(i64::MAX);
                LENGTH.record(length, &[mode(queue), rated(queue)]);
            }
        }
        let pause = tokio::time::sleep(COUNT_EVERY);
        if shutdown.run_until_cancelled(pause).await.is_none() {
            return;
        }
    }
}
