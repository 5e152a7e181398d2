//! Captures: a recursive walk from landing square to landing square (rule book §2).
//!
//! A piece taken stays on the board until the move ends: it is not free to land on or pass, and it
//! is in `taken`, so it is not jumped again. The square the walking piece came from is free.

use super::Scene;
use super::sink::{Capture, Sink};
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::moves::LONGEST;
use crate::ruleset::{KingLanding, Promotion};
use crate::square::Square;

impl Scene<'_> {
    /// The men that can jump.
    #[inline]
    fn jumping_men(&self) -> Bitboard {
        let jumps = |direction: Direction| {
            let behind = self.free().step(direction.back());
            (self.enemies & behind).step(direction.back()) & self.men
        };
        let [left, right] = self.forward;
        let forward = jumps(left) | jumps(right);
        if self.ruleset.men_capture_backward {
            forward | jumps(left.back()) | jumps(right.back())
        } else {
            forward
        }
    }

    /// Whether there is anything to take.
    pub(super) fn can_capture(&self) -> bool {
        !self.jumping_men().is_empty()
            || self.kings.into_iter().any(|from| {
                Direction::ALL.into_iter().any(|direction| {
                    let prey = if self.ruleset.flying_kings() {
                        direction.look(from, self.occupied, self.board).piece
                    } else {
                        from.bit().step(direction)
                    };
                    (prey & self.enemies).step(direction).meets(self.free())
                })
            })
    }

    /// Gives every series of captures to the sink, whatever the number of pieces; says whether
    /// there is one.
    #[inline]
    pub(super) fn walk_captures<S: Sink>(&self, sink: &mut S) -> bool {
        let men = self.jumping_men();
        if (men | self.kings).is_empty() {
            return false;
        }
        let mut found = !men.is_empty();
        let mut walk = Walk::new(self, sink);
        for from in men {
            walk.start(from);
            walk.step_as_man(from.bit(), Bitboard::EMPTY);
        }
        for from in self.kings {
            walk.start(from);
            found |= walk.step_as_king(from.bit(), Bitboard::EMPTY);
        }
        found
    }
}

/// A piece on its way, one after the other.
struct Walk<'s, S> {
    scene: &'s Scene<'s>,
    sink: &'s mut S,
    from: Square,
    /// The squares that hold a piece, that of the walking piece left out.
    occupied: Bitboard,
    landings: [Square; LONGEST],
    captured: [Square; LONGEST],
    length: usize,
    /// Whether the piece was crowned on the way.
    crowned: bool,
}

impl<'s, S: Sink> Walk<'s, S> {
    #[inline]
    fn new(scene: &'s Scene<'s>, sink: &'s mut S) -> Self {
        Self {
            scene,
            sink,
            from: Square::default(),
            occupied: scene.occupied,
            landings: [Square::default(); LONGEST],
            captured: [Square::default(); LONGEST],
            length: 0,
            crowned: false,
        }
    }

    /// Picks up the piece on a square.
    #[inline]
    fn start(&mut self, from: Square) {
        self.from = from;
        self.occupied = self.scene.occupied & !from.bit();
    }

    /// Goes on from `at` as a man; says whether there was anything to take.
    fn step_as_man(&mut self, at: Bitboard, taken: Bitboard) -> bool {
        let mut went_on = false;
        for direction in Direction::ALL {
            if !self.scene.ruleset.men_capture_backward && !self.scene.forward.contains(&direction)
            {
                continue;
            }
            let Some((prey, to)) = self.near(at, direction, taken) else {
                continue;
            };
            went_on = true;
            self.enter(prey, to);
            let taken = taken | prey;
            let last_row = to.meets(self.scene.last_row);
            let goes_on = match self.scene.ruleset.promotion {
                Promotion::EndsMove if last_row => false,
                Promotion::OnTouch if last_row => {
                    self.crowned = true;
                    let goes_on = self.step_as_king(to, taken);
                    self.crowned = false;
                    goes_on
                }
                _ => self.step_as_man(to, taken),
            };
            if !goes_on {
                self.finish(taken, last_row);
            }
            self.leave();
        }
        went_on
    }

    /// Goes on from `at` as a king; says whether there was anything to take.
    fn step_as_king(&mut self, at: Bitboard, taken: Bitboard) -> bool {
        let landing = self.scene.ruleset.king_landing;
        let mut went_on = false;
        for direction in Direction::ALL {
            went_on |= match landing {
                None => self.hop(at, direction, taken),
                Some(landing) => self.fly(at, direction, taken, landing),
            };
        }
        went_on
    }

    /// Takes the neighbour as a king that does not fly.
    fn hop(&mut self, at: Bitboard, direction: Direction, taken: Bitboard) -> bool {
        let Some((prey, to)) = self.near(at, direction, taken) else {
            return false;
        };
        self.enter(prey, to);
        if !self.step_as_king(to, taken | prey) {
            self.finish(taken | prey, false);
        }
        self.leave();
        true
    }

    /// Takes the first piece along a diagonal as a flying king.
    fn fly(
        &mut self,
        at: Bitboard,
        direction: Direction,
        taken: Bitboard,
        landing: KingLanding,
    ) -> bool {
        let (board, occupied) = (self.scene.board, self.occupied);
        let prey = direction.look(at.square(), occupied, board).piece;
        if !prey.meets(self.scene.enemies & !taken) {
            return false;
        }
        let landings = direction.look(prey.square(), occupied, board).reach;
        if landings.is_empty() {
            return false;
        }
        let taken = taken | prey;
        let mut dead_ends = Bitboard::EMPTY;
        for to in landings {
            self.enter(prey, to.bit());
            if !self.step_as_king(to.bit(), taken) {
                dead_ends |= to.bit();
            }
            self.leave();
        }
        if landing == KingLanding::Any || dead_ends == landings {
            for to in dead_ends {
                self.enter(prey, to.bit());
                self.finish(taken, false);
                self.leave();
            }
        }
        true
    }

    /// The neighbour that can be jumped in a direction, and the square behind it.
    #[inline]
    fn near(
        &self,
        at: Bitboard,
        direction: Direction,
        taken: Bitboard,
    ) -> Option<(Bitboard, Bitboard)> {
        let prey = at.step(direction) & self.scene.enemies & !taken;
        let to = prey.step(direction) & self.scene.board & !self.occupied;
        if to.is_empty() {
            None
        } else {
            Some((prey, to))
        }
    }

    #[inline]
    fn enter(&mut self, prey: Bitboard, to: Bitboard) {
        self.captured[self.length] = prey.square();
        self.landings[self.length] = to.square();
        self.length += 1;
    }

    #[inline]
    fn leave(&mut self) {
        self.length -= 1;
    }

    /// The move ends on the square entered last.
    #[inline]
    fn finish(&mut self, taken: Bitboard, crowns: bool) {
        let landings = &self.landings[..self.length];
        self.sink.take(Capture {
            from: self.from,
            to: landings.last().copied().unwrap_or(self.from),
            landings,
            captured: &self.captured[..self.length],
            taken,
            crowns: crowns || self.crowned,
        });
    }
}
