import assert from "node:assert/strict";
import { test } from "node:test";

import { numberedMoves, turnText } from "../panel.js";
import { sidesOf } from "../seats.js";
import { gamesOnOffer, seats } from "../setup.js";

const moves = (...sides) => sides.map((side, at) => ({ ply: at + 1, side }));
const plies = (rows) => rows.map(([number, one, two]) => [number, one?.ply ?? null, two?.ply ?? null]);

test("moves are numbered in pairs, the first mover's first", () => {
  assert.deepEqual(plies(numberedMoves(moves("white", "black", "white"), "white")), [
    [1, 1, 2],
    [2, 3, null],
  ]);
  assert.deepEqual(plies(numberedMoves(moves("black", "white"), "black")), [[1, 1, 2]]);
});

test("a game that begins with the second mover leaves the first place blank", () => {
  assert.deepEqual(plies(numberedMoves(moves("black", "white"), "white")), [
    [1, null, 1],
    [2, 2, null],
  ]);
});

test("with sabotage a side moves twice in a row, and no move is lost", () => {
  const rows = numberedMoves(moves("white", "black", "black", "white", "black"), "white");
  assert.deepEqual(plies(rows), [
    [1, 1, 2],
    [2, null, 3],
    [3, 4, 5],
  ]);
  assert.deepEqual(plies(numberedMoves(moves("white", "white"), "white")), [
    [1, 1, null],
    [2, 2, null],
  ]);
});

test("one player may sit on both sides", () => {
  const game = { white: { player_id: "ann" }, black: { player_id: "ann" }, side_to_move: "black" };
  assert.deepEqual(sidesOf(game, "ann"), ["white", "black"]);
  assert.deepEqual(sidesOf(game, "bob"), []);
  assert.equal(turnText(game, ["white", "black"]), "Black to move");
});

test("the turn is told as the person sees it", () => {
  const game = { white: { player_id: "ann" }, black: { bot: "easy" }, side_to_move: "white" };
  assert.equal(turnText(game, ["white"]), "Your move");
  assert.equal(turnText({ ...game, side_to_move: "black" }, ["white"]), "Easy bot is thinking");
  assert.equal(turnText({ ...game, outcome: {} }, ["white"]), "Game over");
});

test("modes are offered first, then the rulesets that none of them plays", () => {
  const offer = gamesOnOffer([{ id: "classic", ruleset: "russian-late-promotion" }], [
    { id: "russian-late-promotion" },
    { id: "brazilian" },
  ]);
  assert.deepEqual(offer.map(({ value }) => value), ["classic", "ruleset:brazilian"]);
  assert.deepEqual(offer.map(({ ask }) => ask), [{ mode: "classic" }, { ruleset: "brazilian" }]);
});

test("seats follow the opponent and the colour", () => {
  assert.deepEqual(seats("ann", "easy", "black"), { white: { bot: "easy" }, black: { player_id: "ann" } });
  assert.deepEqual(seats("ann", "two", "black"), { white: { player_id: "ann" }, black: { player_id: "ann" } });
});
