//! How long a search may go on.

use std::fmt;

/// How long a search may go on: whatever is reached first ends it.
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// How deep to look at most, in plies; captures are followed beyond.
    pub depth: u32,
    /// How many positions to look at, at most.
    pub nodes: u64,
    /// Whether to stop now; asked before the search and every thousand positions or so.
    pub stop: &'s dyn Fn() -> bool,
}

impl Limits<'static> {
    /// As far as a depth, however long it takes.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth,
            nodes: u64::MAX,
            stop: &|| false,
        }
    }
}

impl<'s> Limits<'s> {
    /// The same with another bound on positions.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same with another depth.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// The same until the caller says stop.
    #[must_use]
    pub const fn until<'t>(self, stop: &'t dyn Fn() -> bool) -> Limits<'t> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            stop,
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
