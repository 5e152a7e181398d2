// Entering a move square by square. Pure: legal moves and the squares chosen so far go in, what
// may be chosen next comes out. A move is `{ text, path, captured }` as the API gives it.

const startsWith = (path, prefix) => prefix.every((square, at) => path[at] === square);

const within = (moves, path) => moves.filter((move) => startsWith(move.path, path));

/** The squares whose piece can move. */
export function movableSquares(moves) {
  return new Set(moves.map((move) => move.path[0]));
}

/** The squares that may be chosen next, once a piece is chosen. */
export function targetSquares(moves, path) {
  if (path.length === 0) return new Set();
  const next = within(moves, path).map((move) => move.path[path.length]);
  return new Set(next.filter((square) => square !== undefined));
}

/** The squares of the pieces jumped so far, in order. */
export function takenSquares(moves, path) {
  const [move] = within(moves, path);
  if (!move || path.length < 2) return [];
  return move.captured.slice(0, path.length - 1);
}

/**
 * Chooses one more square. Answers the squares chosen now, and the move if that completes it:
 * at once when nothing can follow, else when its last square is chosen a second time.
 */
export function choose(moves, path, square) {
  if (targetSquares(moves, path).has(square)) {
    const longer = [...path, square];
    return { path: longer, move: only(within(moves, longer), longer) };
  }
  const last = path.at(-1);
  if (path.length > 1 && square === last) {
    const complete = within(moves, path).find((move) => move.path.length === path.length);
    if (complete) return { path, move: complete };
  }
  const another = movableSquares(moves).has(square) && !(path.length === 1 && square === last);
  return { path: another ? [square] : [], move: null };
}

function only(moves, path) {
  return moves.length === 1 && moves[0].path.length === path.length ? moves[0] : null;
}
