//! One trace, put together from what the processes have sent.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::sleep;

use super::collector::{Collector, Sent, text};

/// A caller's own trace, which goes on through the suite.
pub(super) struct Caller {
    id: [u8; 16],
}

impl Caller {
    /// The trace of a number.
    pub(super) fn number(number: u8) -> Self {
        Self { id: [number; 16] }
    }

    /// The header that names it.
    pub(super) fn header(&self) -> String {
        let id: String = self.id.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("00-{id}-00f067aa0ba902b7-01")
    }

    /// Waits until the trace holds each of the branches: spans as `process name`, each below the one
    /// before.
    pub(super) async fn holds(&self, collector: &Collector, branches: &[&[&str]]) -> Tree {
        let mut tree = Tree::default();
        for _ in 0..300 {
            tree = Tree::of(collector, &self.id);
            if branches.iter().all(|branch| tree.holds(branch)) {
                return tree;
            }
            sleep(Duration::from_millis(100)).await;
        }
        let missing: Vec<_> = branches
            .iter()
            .filter(|branch| !tree.holds(branch))
            .collect();
        panic!("the trace lacks {missing:#?} in\n{}", tree.drawn());
    }
}

/// The spans of a trace by their ids.
#[derive(Default)]
pub(super) struct Tree(HashMap<Vec<u8>, Sent>);

impl Tree {
    fn of(collector: &Collector, trace: &[u8]) -> Self {
        let spans = collector.spans().into_iter();
        let own = spans.filter(|sent| sent.span.trace_id == trace);
        Self(own.map(|sent| (sent.span.span_id.clone(), sent)).collect())
    }

    fn named(sent: &Sent) -> String {
        format!("{} {}", sent.process, sent.span.name)
    }

    /// Whether the span stands at the end of a branch that begins at the trace's beginning.
    fn ends(&self, sent: &Sent, branch: &[&str]) -> bool {
        let Some((last, above)) = branch.split_last() else {
            return false;
        };
        if Self::named(sent) != *last {
            return false;
        }
        match self.0.get(&sent.span.parent_span_id) {
            Some(parent) => self.ends(parent, above),
            None => above.is_empty(),
        }
    }

    fn holds(&self, branch: &[&str]) -> bool {
        self.0.values().any(|sent| self.ends(sent, branch))
    }

    /// The spans of a name.
    pub(super) fn spans(&self, named: &str) -> Vec<&Sent> {
        let spans = self.0.values();
        spans.filter(|sent| Self::named(sent) == named).collect()
    }

    /// Checks what the only span of a name says.
    pub(super) fn says(&self, named: &str, attributes: &[(&str, &str)]) {
        let spans = self.spans(named);
        assert_eq!(spans.len(), 1, "{named} in\n{}", self.drawn());
        for (key, value) in attributes {
            let found = text(&spans[0].span.attributes, key);
            assert_eq!(found.as_deref(), Some(*value), "{key} of {named}");
        }
    }

    /// Checks that the only span of a name is linked to the one above it, which planned it.
    pub(super) fn is_linked(&self, named: &str) {
        let spans = self.spans(named);
        assert_eq!(spans.len(), 1, "{named} in\n{}", self.drawn());
        let span = &spans[0].span;
        let links: Vec<_> = span.links.iter().map(|link| &link.span_id).collect();
        assert_eq!(links, [&span.parent_span_id], "{named}");
    }

    /// The tree for people.
    fn drawn(&self) -> String {
        let mut lines: Vec<String> = self.0.values().map(|sent| self.path(sent)).collect();
        lines.sort();
        lines.join("\n")
    }

    fn path(&self, sent: &Sent) -> String {
        match self.0.get(&sent.span.parent_span_id) {
            Some(parent) => format!("{} > {}", self.path(parent), Self::named(sent)),
            None => Self::named(sent),
        }
    }
}
