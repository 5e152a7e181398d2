//! Positions: what stands where, and who is to move.

use crate::bitboard::Bitboard;
use crate::movegen;
use crate::moves::{Effect, Move};
use crate::ruleset::Ruleset;
use crate::side::Side;
use crate::square::Square;

/// A position: the pieces on the board and the side to move.
///
/// The history of the game is kept apart, in [`History`](crate::History). No square holds two
/// pieces, every king is one of the pieces, and shields (rule book §6) stand on men, one a side at
/// most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    white: Bitboard,
    black: Bitboard,
    kings: Bitboard,
    shields: Bitboard,
    side: Side,
}

/// A man or a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A man.
    Man,
    /// A king.
    King,
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Man or king.
    pub kind: Kind,
}

impl Position {
    /// The position in which games of the ruleset start.
    #[must_use]
    pub const fn start(ruleset: &Ruleset) -> Self {
        Self {
            white: ruleset.board.home(Side::White),
            black: ruleset.board.home(Side::Black),
            kings: Bitboard::EMPTY,
            shields: Bitboard::EMPTY,
            side: ruleset.first_mover,
        }
    }

    /// A board without pieces.
    pub(crate) const fn empty(side: Side) -> Self {
        Self {
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
            kings: Bitboard::EMPTY,
            shields: Bitboard::EMPTY,
            side,
        }
    }

    /// Puts a piece on a square; what stood there is taken off.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let bit = square.bit();
        let (white, black) = match piece.side {
            Side::White => (bit, Bitboard::EMPTY),
            Side::Black => (Bitboard::EMPTY, bit),
        };
        let king = if piece.kind == Kind::King {
            bit
        } else {
            Bitboard::EMPTY
        };
        self.white = self.white & !bit | white;
        self.black = self.black & !bit | black;
        self.kings = self.kings & !bit | king;
    }

    /// Takes whatever stands on a square off.
    pub(crate) fn clear(&mut self, square: Square) {
        let rest = !square.bit();
        self.white &= rest;
        self.black &= rest;
        self.kings &= rest;
        self.shields &= rest;
    }

    /// Puts a shield on a man or burns it.
    pub(crate) fn set_shield(&mut self, square: Square, stands: bool) {
        let rest = self.shields & !square.bit();
        self.shields = if stands { rest | square.bit() } else { rest };
    }

    /// The same with the other side to move.
    #[must_use]
    pub const fn turned(mut self) -> Self {
        self.side = self.side.other();
        self
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The pieces of a side.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Side) -> Bitboard {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The kings of a side.
    #[inline]
    #[must_use]
    pub fn kings(&self, side: Side) -> Bitboard {
        self.pieces(side) & self.kings
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub fn men(&self, side: Side) -> Bitboard {
        self.pieces(side) & !self.kings
    }

    /// The squares that hold a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.white | self.black
    }

    /// The men of both sides that carry a shield (rule book §6).
    #[inline]
    #[must_use]
    pub const fn shields(&self) -> Bitboard {
        self.shields
    }

    /// Whether a king stands on the square.
    #[inline]
    #[must_use]
    pub const fn is_king(&self, square: Square) -> bool {
        self.kings.contains(square)
    }

    /// The piece on a square, if there is one.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = if self.white.contains(square) {
            Side::White
        } else if self.black.contains(square) {
            Side::Black
        } else {
            return None;
        };
        let kind = if self.kings.contains(square) {
            Kind::King
        } else {
            Kind::Man
        };
        Some(Piece { side, kind })
    }

    /// Every legal move of the side to move, each sequence of landing squares once, always in the
    /// same order. Draws are not asked for (see [`Game::outcome`](crate::Game::outcome)).
    #[must_use]
    pub fn legal_moves(&self, ruleset: &Ruleset) -> Vec<Move> {
        movegen::moves(self, ruleset)
    }

    /// Whether the side to move has a legal move; cheaper than listing them.
    #[must_use]
    pub fn has_legal_move(&self, ruleset: &Ruleset) -> bool {
        movegen::any(self, ruleset)
    }

    /// The effect of every legal move, each once, added to `effects`: for a search, which does not
    /// ask which way a piece takes. They come in the same order each time.
    pub fn effects(&self, ruleset: &Ruleset, effects: &mut Vec<Effect>) {
        movegen::effects(self, ruleset, effects);
        movegen::merge(effects);
    }

    /// The effect of every capture, each once, added to `effects`, if there is one; else how many
    /// quiet moves there are.
    pub fn captures_or_count(&self, ruleset: &Ruleset, effects: &mut Vec<Effect>) -> Option<u64> {
        let quiet = movegen::captures_or_count(self, ruleset, effects);
        movegen::merge(effects);
        quiet
    }

    /// The position after a move that is legal in this one.
    #[must_use]
    pub fn after(&self, played: &Move) -> Self {
        self.with(played.effect())
    }

    /// The position after a move of which only the effect is known.
    #[inline]
    #[must_use]
    pub fn with(&self, effect: Effect) -> Self {
        let (from, to) = (effect.from.bit(), effect.to.bit());
        let is_king = effect.crowns || self.kings.contains(effect.from);
        let king = if is_king { to } else { Bitboard::EMPTY };
        // A shield saves its man from a jump once and burns; it moves along with its man, but a
        // king carries none.
        let burnt = effect.taken & self.shields;
        let gone = !(from | effect.taken & !burnt);
        let carried = if self.shields.contains(effect.from) && !is_king {
            to
        } else {
            Bitboard::EMPTY
        };
        let (mut white, mut black) = (self.white & gone, self.black & gone);
        match self.side {
            Side::White => white |= to,
            Side::Black => black |= to,
        }
        Self {
            white,
            black,
            kings: self.kings & gone | king,
            shields: self.shields & !(from | burnt) | carried,
            side: self.side.other(),
        }
    }

    /// A key of the position, side to move included. It is kept in stored games, so it is the same
    /// on every machine and never changes.
    ///
    /// It begins as the side, 0 for White and 1 for Black. Then the [bits](Bitboard::bits) of the
    /// white pieces, the black pieces and the kings are taken in one after the other: each is
    /// exclusive-ored to it, and the whole put through one step of the splitmix64 generator. The
    /// shields follow in the same way if there are any.
    #[must_use]
    pub const fn key(&self) -> u64 {
        let mut key = self.side as u64;
        key = mix(key ^ self.white.bits());
        key = mix(key ^ self.black.bits());
        key = mix(key ^ self.kings.bits());
        match self.shields.bits() {
            0 => key,
            shields => mix(key ^ shields),
        }
    }
}

/// Spreads every bit over the whole word: one step of the splitmix64 generator.
const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
