//! Where the captures that are found go.

use crate::bitboard::Bitboard;
use crate::moves::{Effect, Move};
use crate::square::Square;

/// A whole series of captures.
#[derive(Clone, Copy)]
pub(super) struct Capture<'a> {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) landings: &'a [Square],
    pub(super) captured: &'a [Square],
    pub(super) taken: Bitboard,
    pub(super) crowns: bool,
}

/// Takes the captures one by one.
pub(super) trait Sink {
    /// Takes one.
    fn take(&mut self, capture: Capture<'_>);

    /// Forgets those taken so far: a longer one was found.
    fn clear(&mut self);
}

/// Counts.
#[derive(Default)]
pub(super) struct Counter(u64);

impl Counter {
    pub(super) fn count(&self) -> u64 {
        self.0
    }
}

impl Sink for Counter {
    #[inline]
    fn take(&mut self, _: Capture<'_>) {
        self.0 += 1;
    }

    #[inline]
    fn clear(&mut self) {
        self.0 = 0;
    }
}

impl Sink for Vec<Effect> {
    #[inline]
    fn take(&mut self, capture: Capture<'_>) {
        let Capture {
            from,
            to,
            taken,
            crowns,
            ..
        } = capture;
        self.push(Effect {
            taken,
            from,
            to,
            crowns,
        });
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }
}

impl Sink for Vec<Move> {
    fn take(&mut self, capture: Capture<'_>) {
        let Capture {
            from,
            landings,
            captured,
            crowns,
            ..
        } = capture;
        self.push(Move::capture(from, landings, captured, crowns));
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }
}

/// Lets only those through that take the most pieces.
pub(super) struct Longest<'s, S> {
    sink: &'s mut S,
    most: usize,
}

impl<'s, S> Longest<'s, S> {
    pub(super) fn new(sink: &'s mut S) -> Self {
        Self { sink, most: 0 }
    }
}

impl<S: Sink> Sink for Longest<'_, S> {
    #[inline]
    fn take(&mut self, capture: Capture<'_>) {
        let pieces = capture.captured.len();
        if pieces < self.most {
            return;
        }
        if pieces > self.most {
            self.most = pieces;
            self.sink.clear();
        }
        self.sink.take(capture);
    }

    fn clear(&mut self) {
        self.most = 0;
        self.sink.clear();
    }
}
