//! Moves that take nothing.

use super::Scene;
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::moves::Effect;
use crate::square::Square;

impl Scene<'_> {
    /// Gives every quiet move to `found`. They are legal only where there is nothing to take.
    #[inline]
    pub(super) fn quiets(&self, mut found: impl FnMut(Effect)) {
        let free = self.free();
        for direction in self.forward {
            let targets = self.men.step(direction) & free;
            for to in targets {
                let from = to.bit().step(direction.back()).square();
                let crowns = self.last_row.contains(to);
                found(Effect {
                    taken: Bitboard::EMPTY,
                    from,
                    to,
                    crowns,
                });
            }
        }
        for from in self.kings {
            for to in self.king_reach(from) {
                found(Effect {
                    taken: Bitboard::EMPTY,
                    from,
                    to,
                    crowns: false,
                });
            }
        }
    }

    /// How many quiet moves there are.
    #[inline]
    pub(super) fn count_quiets(&self) -> u64 {
        let free = self.free();
        let men = self
            .forward
            .map(|direction| (self.men.step(direction) & free).count());
        let kings = self
            .kings
            .into_iter()
            .map(|from| self.king_reach(from).count());
        u64::from(men[0] + men[1] + kings.sum::<u32>())
    }

    /// The squares to which a king can move.
    #[inline]
    fn king_reach(&self, from: Square) -> Bitboard {
        if self.ruleset.flying_kings() {
            Direction::ALL
                .into_iter()
                .fold(Bitboard::EMPTY, |reach, direction| {
                    reach | direction.look(from, self.occupied, self.board).reach
                })
        } else {
            let near = Direction::ALL
                .into_iter()
                .fold(Bitboard::EMPTY, |reach, direction| {
                    reach | from.bit().step(direction)
                });
            near & self.free()
        }
    }
}
