//! The evaluation of games whose objective is to take everything.

use draughts::{Bitboard, BoardSize, Position, Ruleset, Side, Square};

use super::{count, mobility};

/// What a man is worth.
const MAN: i32 = 100;
/// What a king is worth that flies, and one that does not.
const FLYING_KING: i32 = 300;
const SHORT_KING: i32 = 150;
/// What the only king on the main road of a small board is worth beyond that.
const MAIN_ROAD: i32 = 40;
/// What each quiet move of a man is worth, and what a man costs that has none.
const MOVE: i32 = 3;
const LOCKED: i32 = 5;
/// What a short king gains off the edge.
const SHORT_KING_INSIDE: i32 = 10;
/// Whoever has more gains by every exchange.
const EXCHANGE: i32 = 16;

/// What the position is worth to White.
pub(super) fn for_white(position: &Position, ruleset: &Ruleset) -> i32 {
    let white = material(position, ruleset, Side::White);
    let black = material(position, ruleset, Side::Black);
    let lead = white - black;
    let pieces = count(position.occupied());
    let mut value = lead + lead * EXCHANGE / (pieces + 8);
    value += placement(position, ruleset, Side::White) - placement(position, ruleset, Side::Black);
    // A lone king on the main road is hardly ever caught.
    let weaker = if value > 0 { Side::Black } else { Side::White };
    if ruleset.flying_kings() && holds_out(position, ruleset.board, weaker) {
        value /= 4;
    }
    value
}

fn material(position: &Position, ruleset: &Ruleset, side: Side) -> i32 {
    let king = if ruleset.flying_kings() {
        FLYING_KING
    } else {
        SHORT_KING
    };
    MAN * count(position.men(side)) + king * count(position.kings(side))
}

fn placement(position: &Position, ruleset: &Ruleset, side: Side) -> i32 {
    let values = &PLACES[ruleset.board as usize][side as usize];
    let mut value: i32 = position
        .men(side)
        .into_iter()
        .map(|square| i32::from(values[square.index()]))
        .sum();
    let kings = position.kings(side);
    if ruleset.flying_kings() {
        let road = road(ruleset.board);
        if kings.meets(road) && !position.kings(side.other()).meets(road) {
            value += MAIN_ROAD;
        }
    } else {
        // A short king in the middle reaches more.
        value += SHORT_KING_INSIDE * count(kings & inside(ruleset.board));
    }
    // While the enemy has no king, men at home keep it from getting one.
    if position.kings(side.other()).is_empty() {
        let home = ruleset.board.last_row(side.other());
        value += 6 * count(position.men(side) & home);
    }
    let (moves, locked) = mobility(position, ruleset, side);
    value + MOVE * moves - LOCKED * locked
}

/// Whether a side has a lone king on the main road and nothing else.
fn holds_out(position: &Position, board: BoardSize, side: Side) -> bool {
    let pieces = position.pieces(side);
    pieces.count() == 1 && position.kings(side) == pieces && pieces.meets(road(board))
}

/// The squares off the edge.
const fn inside(board: BoardSize) -> Bitboard {
    match board {
        BoardSize::Eight => const { off_the_edge(8) },
        BoardSize::Ten => const { off_the_edge(10) },
    }
}

const fn off_the_edge(edge: u8) -> Bitboard {
    let mut bits = 0;
    let mut rank = 1;
    while rank < edge - 1 {
        let mut file = 2 - rank % 2;
        while file < edge - 1 {
            if let Some(square) = Square::new(file, rank) {
                bits |= square.bit().bits();
            }
            file += 2;
        }
        rank += 1;
    }
    Bitboard::new(bits)
}

/// The main road, from a1 to the opposite corner.
const fn road(board: BoardSize) -> Bitboard {
    match board {
        BoardSize::Eight => const { diagonal(8) },
        BoardSize::Ten => const { diagonal(10) },
    }
}

const fn diagonal(edge: u8) -> Bitboard {
    let mut bits = 0;
    let mut at = 0;
    while at < edge {
        if let Some(square) = Square::new(at, at) {
            bits |= square.bit().bits();
        }
        at += 1;
    }
    Bitboard::new(bits)
}

/// What a man gains by each row it has come forward.
const ADVANCE: [[i16; 10]; 2] = [
    [0, 3, 6, 9, 13, 18, 26, 0, 0, 0],
    [0, 2, 4, 6, 9, 12, 15, 20, 28, 0],
];
/// What a man gains in the middle of the board, and loses at its sides.
const CENTRE: i16 = 4;
const SIDE: i16 = -2;

/// What the place of a man is worth, by board, side and square.
static PLACES: [[[i16; Square::INDICES]; 2]; 2] = [
    [places(8, false), places(8, true)],
    [places(10, false), places(10, true)],
];

/// The same for one side of one board.
const fn places(edge: u8, black: bool) -> [i16; Square::INDICES] {
    let advance = ADVANCE[(edge == 10) as usize];
    let mut values = [0; Square::INDICES];
    let mut rank = 0;
    while rank < edge {
        let mut file = rank % 2;
        while file < edge {
            let row = if black { edge - 1 - rank } else { rank };
            let mut value = advance[row as usize];
            let inner = edge / 2 - 2;
            if file == 0 || file == edge - 1 {
                value += SIDE;
            } else if inner <= file && file < edge - inner && inner <= rank && rank < edge - inner {
                value += CENTRE;
            }
            if let Some(square) = Square::new(file, rank) {
                values[square.index()] = value;
            }
            file += 2;
        }
        rank += 1;
    }
    values
}
