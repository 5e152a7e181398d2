// Squares, positions and moves as text: what the API writes, read into what the board draws.
// Inside the page a square is always algebraic ("c3"), whatever the ruleset's own notation is.

const FILES = "abcdefghij";

/** The file of a square counted from 0. */
export const fileOf = (square) => FILES.indexOf(square[0]);

/** The rank of a square counted from 0. */
export const rankOf = (square) => Number(square.slice(1)) - 1;

/** The square on a file and a rank, both counted from 0. */
export const squareAt = (file, rank) => `${FILES[file]}${rank + 1}`;

/** The letters under the board. */
export const fileLetters = (size) => [...FILES.slice(0, size)];

/** The playable squares, row by row from Black's side, left to right as White sees them. */
export function playableSquares(size) {
  const squares = [];
  for (let rank = size - 1; rank >= 0; rank -= 1) {
    for (let file = rank % 2; file < size; file += 2) squares.push(squareAt(file, rank));
  }
  return squares;
}

/** The number of a square: 1 stands at Black's own back row. */
export function numberOf(square, size) {
  return (size - 1 - rankOf(square)) * (size / 2) + Math.floor(fileOf(square) / 2) + 1;
}

/** Reads a square in either notation. */
export function readSquare(text, size) {
  if (!/^\d+$/.test(text)) return text.toLowerCase();
  return playableSquares(size)[Number(text) - 1];
}

/** The squares that a move in full form passes, the first one included. */
export function pathOf(text, size) {
  return text.split(/[-:x]/).map((square) => readSquare(square, size));
}

/**
 * Reads PDN FEN: whose turn it is, what stands where ("white-man", "black-king", …), and which squares
 * have a shield.
 */
export function readFen(fen, size) {
  const [turn, ...sections] = fen.trim().replace(/\.$/, "").split(":");
  const pieces = new Map();
  const shields = new Set();
  for (const section of sections) {
    if (section[0] === "S") {
      const entries = section.slice(1).split(",").filter(Boolean);
      for (const square of entries.flatMap((entry) => readSquares(entry, size))) shields.add(square);
    }
    const side = { W: "white", B: "black" }[section[0]];
    if (!side) continue;
    for (const entry of section.slice(1).split(",")) {
      if (!entry) continue;
      const king = entry[0] === "K";
      for (const square of readSquares(king ? entry.slice(1) : entry, size)) {
        pieces.set(square, `${side}-${king ? "king" : "man"}`);
      }
    }
  }
  return { side: turn === "B" ? "black" : "white", pieces, shields };
}

/** One square, or a range of numbers such as "1-12". */
function readSquares(text, size) {
  const range = /^(\d+)-(\d+)$/.exec(text);
  if (!range) return [readSquare(text, size)];
  return playableSquares(size).slice(Number(range[1]) - 1, Number(range[2]));
}
