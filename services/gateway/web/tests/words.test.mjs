import assert from "node:assert/strict";
import { test } from "node:test";

import {
  describeClock,
  describeRuleset,
  errorText,
  modeName,
  moveText,
  opponentText,
  outcomeText,
  refusalText,
  resultText,
  spanText,
  squareLabel,
} from "../words.js";

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

test("a square is heard with its shield and with what recon shows", () => {
  const marks = { target: true, shielded: true };
  assert.equal(squareLabel("c3", "white-man", marks), "c3, white man, shielded, can be chosen");
  assert.equal(squareLabel("d4", undefined, { hinted: true }), "d4, empty, shown by recon");
});

test("a move that was made by sabotage is told as one", () => {
  assert.equal(moveText({ side: "black", text: "f6-g5" }), "Black played f6-g5");
  assert.equal(moveText({ side: "black", text: "f6-g5", sabotaged: true }), "Black was made to play f6-g5");
});

test("a reason without words of its own is still words", () => {
  assert.equal(refusalText("SHIELD_ALREADY_PLACED"), "Your shield stands already.");
  assert.equal(refusalText("MOON_IS_FULL"), "Moon is full.");
});

test("a clock is described by its rule", () => {
  const misses = { misses: { move_ms: 60_000, misses: 2 } };
  assert.equal(describeClock(misses), "1 minute a move; 2 missed turns in a row lose.");
  const warning = { warning: { move_ms: 120_000, warning_ms: 30_000 } };
  assert.equal(describeClock(warning), "2 minutes a move, with a warning at 30 seconds; out of time is lost.");
  const fischer = { fischer: { initial_ms: 300_000, increment_ms: 3_000 } };
  assert.equal(describeClock(fischer), "5 minutes for the whole game, and 3 seconds more with each move.");
  assert.equal(describeClock(undefined), "No clock.");
});

test("a span of time is told to the second", () => {
  const spans = { 1: "1 second", 1_500: "2 seconds", 90_000: "1 minute 30 seconds", 7_200_000: "2 hours" };
  for (const [ms, text] of Object.entries(spans)) assert.equal(spanText(Number(ms)), text);
});

test("a result is told as the player sees it", () => {
  const white = { result: "white_wins", reason: "timeout" };
  assert.equal(resultText(white, ["white"]), "You won");
  assert.equal(resultText(white, ["black"]), "You lost");
  assert.equal(resultText(white, ["white", "black"]), "White won");
  assert.equal(resultText({ result: "draw" }, ["white"]), "Draw");
  assert.equal(resultText({ result: "aborted" }, ["white"]), "Does not count");
  assert.equal(resultText(white, ["white"], false), "Won");
  assert.equal(resultText(white, ["black"], false), "Lost");
});

test("an opponent is a bot, another player or oneself", () => {
  const game = { white: { player_id: "ann" }, black: { bot: "easy" } };
  const nameOf = (id) => id.toUpperCase();
  assert.equal(opponentText(game, ["white"], nameOf), "As White against the easy bot");
  assert.equal(opponentText({ ...game, black: { player_id: "bob" } }, ["white"], nameOf), "As White against BOB");
  assert.equal(opponentText(game, ["white", "black"], nameOf), "Two people, one board");
});
