import assert from "node:assert/strict";
import { test } from "node:test";

import { describeRuleset, errorText, modeName, outcomeText, squareLabel } from "../words.js";

test("the loser of a normal game is the one with nothing left", () => {
  const end = { result: "white_wins", reason: "no_pieces" };
  assert.equal(outcomeText(end, "normal"), "White wins: Black has no pieces left");
});

test("in giveaway it is the winner", () => {
  const end = { result: "black_wins", reason: "no_moves" };
  assert.equal(outcomeText(end, "giveaway"), "Black wins: Black has no move left");
});

test("who resigns loses, in giveaway as well", () => {
  const end = { result: "black_wins", reason: "resignation" };
  assert.equal(outcomeText(end, "giveaway"), "Black wins: White resigned");
});

test("draws and games that do not count say why", () => {
  const draw = { result: "draw", reason: "threefold" };
  assert.equal(outcomeText(draw, "normal"), "Draw: the same position stood three times");
  const none = { result: "aborted", reason: "abandoned" };
  assert.equal(outcomeText(none, "normal"), "The game does not count: nobody moved for a day");
});

test("names that are not known yet are still words", () => {
  assert.equal(modeName("frisian-giveaway"), "Frisian giveaway");
  const end = { result: "draw", reason: "moon_is_full" };
  assert.equal(outcomeText(end, "normal"), "Draw: moon is full");
});

test("an error is told by its reason, else by its code, else by its message", () => {
  assert.equal(errorText({ code: "FAILED_PRECONDITION", reason: "GAME_OVER" }), "The game is already over.");
  assert.equal(errorText({ code: "NOT_FOUND" }), "There is no such game.");
  assert.equal(errorText({ code: "INVALID_ARGUMENT", message: "mode is unknown" }), "Mode is unknown");
});

test("a ruleset is described by its parameters", () => {
  const english = {
    objective: "normal",
    flying_kings: false,
    men_capture_backward: false,
    capture_choice: "any",
    first_mover: "black",
  };
  assert.match(describeRuleset(english), /Kings go one square, men capture forward only\./);
  assert.match(describeRuleset(english), /Black moves first\.$/);
});

test("a square is heard with what stands on it and what it is for", () => {
  const marks = { movable: true, target: false, taken: false };
  assert.equal(squareLabel("c3", "white-man", marks), "c3, white man, can move");
  assert.equal(squareLabel("d4", undefined, { target: true }), "d4, empty, can go here");
});
