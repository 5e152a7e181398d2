//! Which node serves which slot. A server that is no cluster serves them all.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::node::Node;
use super::slots;

#[derive(Clone, Default)]
pub(super) struct Map {
    /// The first and the last slot of each span, in order, and who serves it.
    spans: Vec<(u16, u16, Arc<Node>)>,
    /// All that are known, by address.
    pub(super) nodes: BTreeMap<String, Arc<Node>>,
}

impl Map {
    pub(super) fn of_one(node: Node) -> Self {
        let mut map = Self::default();
        map.add(0, slots::COUNT - 1, Arc::new(node));
        map
    }

    /// Adds a span that lies behind all others.
    pub(super) fn add(&mut self, first: u16, last: u16, node: Arc<Node>) {
        self.nodes.insert(node.address.clone(), node.clone());
        self.spans.push((first, last, node));
    }

    pub(super) fn owner(&self, slot: u16) -> Option<&Arc<Node>> {
        let behind = self.spans.partition_point(|(first, ..)| *first <= slot);
        let (_, last, node) = self.spans.get(behind.checked_sub(1)?)?;
        (slot <= *last).then_some(node)
    }

    /// Whether each slot is with the same node as in the other.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        let spans = |map: &Self| {
            let spans = map.spans.iter();
            spans
                .map(|(first, last, node)| (*first, *last, Arc::as_ptr(node)))
                .collect::<Vec<_>>()
        };
        spans(self) == spans(other)
    }
}
