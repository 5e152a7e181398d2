//! Where things lie in Redis. All keys of a partition share its hash tag, so one script may touch
//! any of them on a cluster as well.

use crate::Partition;

pub(super) struct Keys<'a>(pub(super) &'a Partition);

impl Keys<'_> {
    /// A string: the version in eight bytes, the highest first, then the body.
    pub(super) fn document(&self, key: &str) -> String {
        format!("{{{}}}:d:{key}", self.0)
    }

    /// A sorted set of members.
    pub(super) fn index(&self, index: &str) -> String {
        format!("{{{}}}:i:{index}", self.0)
    }

    /// The sorted set of jobs by due time. Beside it, with `:origins` added by the scripts, lies a hash: the
    /// origins of those jobs whose traces are kept, by name.
    pub(super) fn jobs(&self) -> String {
        format!("{{{}}}:jobs", self.0)
    }

    /// A hash: tallies by name.
    pub(super) fn tallies(&self) -> String {
        format!("{{{}}}:tallies", self.0)
    }

    /// A sharded channel.
    pub(super) fn topic(&self, topic: &str) -> String {
        format!("{{{}}}:t:{topic}", self.0)
    }
}
