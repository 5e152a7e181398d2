import assert from "node:assert/strict";
import { test } from "node:test";

import { choose, movableSquares, takenSquares, targetSquares } from "../entry.js";

const move = (text, captured = []) => ({ text, path: text.split(/[-:]/), captured });

const quiet = [move("a3-b4"), move("c3-b4"), move("c3-d4")];
const series = [
  move("c3:e5:g7", ["d4", "f6"]),
  move("c3:e5:g3", ["d4", "f4"]),
  move("a1:c1", ["b2"]),
];

test("only pieces that have a move are movable", () => {
  assert.deepEqual([...movableSquares(quiet)], ["a3", "c3"]);
});

test("nothing is a target before a piece is chosen", () => {
  assert.equal(targetSquares(quiet, []).size, 0);
});

test("a quiet move takes two squares", () => {
  const first = choose(quiet, [], "c3");
  assert.deepEqual(first, { path: ["c3"], move: null });
  assert.deepEqual([...targetSquares(quiet, first.path)], ["b4", "d4"]);
  assert.equal(choose(quiet, first.path, "d4").move.text, "c3-d4");
});

test("a capture goes on from landing to landing", () => {
  const { path, move: none } = choose(series, ["c3"], "e5");
  assert.equal(none, null);
  assert.deepEqual([...targetSquares(series, path)], ["g7", "g3"]);
  assert.equal(choose(series, path, "g3").move.text, "c3:e5:g3");
});

test("a series that has only one way on still waits for its last square", () => {
  const only = [series[0]];
  const { path, move: none } = choose(only, ["c3"], "e5");
  assert.deepEqual(path, ["c3", "e5"]);
  assert.equal(none, null);
});

test("the last square is not skipped to", () => {
  assert.deepEqual(choose(series, ["c3"], "g7"), { path: [], move: null });
});

test("what has been jumped shows while the move is entered", () => {
  assert.deepEqual(takenSquares(series, ["c3"]), []);
  assert.deepEqual(takenSquares(series, ["c3", "e5"]), ["d4"]);
  assert.deepEqual(takenSquares(series, ["c3", "e5", "g3"]), ["d4", "f4"]);
});

test("choosing the piece again, or a square that leads nowhere, takes the entry back", () => {
  assert.deepEqual(choose(quiet, ["c3"], "c3"), { path: [], move: null });
  assert.deepEqual(choose(quiet, ["c3"], "h8"), { path: [], move: null });
  assert.deepEqual(choose(series, ["c3", "e5"], "e5"), { path: [], move: null });
});

test("choosing another piece starts with that one", () => {
  assert.deepEqual(choose(quiet, ["c3"], "a3"), { path: ["a3"], move: null });
  assert.deepEqual(choose(series, ["c3", "e5"], "a1"), { path: ["a1"], move: null });
});

test("a square that is not a piece that can move chooses nothing", () => {
  assert.deepEqual(choose(quiet, [], "b4"), { path: [], move: null });
});

test("a move that others go on from is sent when its end is chosen again", () => {
  const both = [move("c3:e5", ["d4"]), move("c3:e5:g7", ["d4", "f6"])];
  const { path, move: none } = choose(both, ["c3"], "e5");
  assert.equal(none, null);
  assert.equal(choose(both, path, "e5").move.text, "c3:e5");
  assert.equal(choose(both, path, "g7").move.text, "c3:e5:g7");
});

test("a capture may come back to where it began", () => {
  const round = [move("c3:e5:g3:e1:c3", ["d4", "f4", "f2", "d2"])];
  let path = [];
  for (const square of ["c3", "e5", "g3", "e1"]) ({ path } = choose(round, path, square));
  assert.deepEqual([...targetSquares(round, path)], ["c3"]);
  assert.equal(choose(round, path, "c3").move.text, "c3:e5:g3:e1:c3");
});
