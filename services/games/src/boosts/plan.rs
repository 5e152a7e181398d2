//! What is planned in the commit that changes a game, so that every boost called for is settled.

use std::time::Duration;

use store::Effect;

use crate::game::{Game, Happening};
use crate::job_kind::JobKind;

/// Whoever calls for a boost settles it at once; after this long a job does.
const SETTLED_BY: Duration = Duration::from_secs(1);

/// What is planned for a boost that is called for, and for one that comes to nothing. Whatever has
/// become of a payment under way, it is undone unless the boost is used.
pub(crate) fn jobs(id: &str, before: &Game, after: &Game) -> Vec<Effect> {
    if after.state().in_flight {
        return vec![Effect::Schedule {
            job: JobKind::Boost.of(id),
            due: after.state().updated_at + SETTLED_BY,
        }];
    }
    let Some((call, _)) = before.in_flight() else {
        return Vec::new();
    };
    let mut effects = vec![Effect::Clear {
        job: JobKind::Boost.of(id),
    }];
    let last = after.entries().last().map(|entry| &entry.happening);
    if !matches!(last, Some(Happening::BoostUsed(_))) {
        effects.push(Effect::Schedule {
            job: JobKind::GiveBack.of(&call_name(id, call)),
            due: after.state().updated_at,
        });
    }
    effects
}

/// The name of a call for a boost: of the game and the version that it led to, which no other call has.
pub(super) fn call_name(id: &str, call: u64) -> String {
    format!("{id}.{call}")
}

/// The game and the version in the name of a call.
pub(super) fn read_call_name(name: &str) -> Option<(&str, u64)> {
    let (id, call) = name.rsplit_once('.')?;
    Some((id, call.parse().ok()?))
}
