import assert from "node:assert/strict";
import { test } from "node:test";

import { numberOf, pathOf, playableSquares, readFen, readSquare } from "../squares.js";

test("squares are numbered from Black's side", () => {
  const known = { 8: { 1: "b8", 4: "h8", 29: "a1", 32: "g1" }, 10: { 1: "b10", 5: "j10", 6: "a9", 46: "a1", 50: "i1" } };
  for (const [size, numbers] of Object.entries(known)) {
    for (const [number, square] of Object.entries(numbers)) {
      assert.equal(readSquare(number, Number(size)), square);
      assert.equal(numberOf(square, Number(size)), Number(number));
    }
  }
});

test("every playable square has its own number", () => {
  for (const size of [8, 10]) {
    const squares = playableSquares(size);
    assert.equal(squares.length, (size * size) / 2);
    assert.deepEqual(squares.map((square) => numberOf(square, size)), squares.map((_, at) => at + 1));
  }
});

test("moves are read in either notation", () => {
  assert.deepEqual(pathOf("c3-d4", 8), ["c3", "d4"]);
  assert.deepEqual(pathOf("c5:e3:g5", 8), ["c5", "e3", "g5"]);
  assert.deepEqual(pathOf("32-28", 10), ["d4", "e5"]);
  assert.deepEqual(pathOf("46x32x10", 10), ["a1", "d4", "i9"]);
});

test("an algebraic position is read", () => {
  const { side, pieces } = readFen("W:Wa1,Kc3:Bb6,Kd8", 8);
  assert.equal(side, "white");
  assert.deepEqual(Object.fromEntries(pieces), {
    a1: "white-man",
    c3: "white-king",
    b6: "black-man",
    d8: "black-king",
  });
});

test("a numeric position with ranges is read", () => {
  const { side, pieces } = readFen("B:W31,K46:B1-12", 10);
  assert.equal(side, "black");
  assert.equal(pieces.size, 14);
  assert.equal(pieces.get("a1"), "white-king");
  assert.equal(pieces.get("b10"), "black-man");
});

test("a side without pieces and sections of other kinds are no trouble", () => {
  assert.equal(readFen("W:W:Bb6", 8).pieces.size, 1);
  assert.equal(readFen("W:Wc3:Bb6:Xc3", 8).pieces.size, 2);
});

test("shields are read from their section", () => {
  const { pieces, shields } = readFen("W:Wa1,c3:Bb6,f6:Sc3,f6", 8);
  assert.equal(pieces.size, 4);
  assert.deepEqual([...shields], ["c3", "f6"]);
  assert.deepEqual([...readFen("W:W31,K46:B1-12:S31", 10).shields], [readSquare("31", 10)]);
  assert.equal(readFen("W:Wa1:Bb6:S", 8).shields.size, 0);
  assert.equal(readFen("W:Wa1:Bb6", 8).shields.size, 0);
});
