import assert from "node:assert/strict";
import { test } from "node:test";

import { noticeOf, openOffer } from "../notices.js";

const before = { side_to_move: "white", draw_offered_by: "white" };
const say = (event, mine) => noticeOf(event, before, mine)?.text ?? null;

test("the warning says how much is left, and to whom", () => {
  const event = { clock_warning: { side: "white" }, clock: { white_ms: 29_996, black_ms: 120_000 } };
  assert.equal(noticeOf(event, before, ["white"]).kind, "warning");
  assert.equal(say(event, ["white"]), "You have 30 seconds left for this move.");
  assert.equal(say(event, ["black"]), "White has 30 seconds left for this move.");
  assert.equal(say(event, ["white", "black"]), "White has 30 seconds left for this move.");
});

test("a missed turn says what another one costs", () => {
  const clock = { rule: { kind: "misses", move_ms: 60_000, misses: 3 } };
  const missed = (misses) => ({ turn_missed: { side: "white", misses }, clock });
  assert.equal(
    say(missed(1), ["white"]),
    "You missed your turn. You have 1 minute more: miss 2 more in a row and you lose.",
  );
  assert.equal(
    say(missed(2), ["white"]),
    "You missed your turn. You have 1 minute more: miss one more and you lose.",
  );
  assert.equal(say(missed(1), ["black"]), "White missed a turn and has 1 minute more.");
});

test("time that is given back is told to both", () => {
  const event = { time_given_back: { span_ms: 12_300 } };
  assert.equal(say(event, ["white"]), "The server was away for a while: it gave you 12 seconds back.");
  assert.equal(say(event, ["black"]), "The server was away for a while: it gave White 12 seconds back.");
});

test("a draw that was declined is told to both", () => {
  const event = { draw_declined: {} };
  assert.equal(say(event, ["white"]), "Your draw offer was declined.");
  assert.equal(say(event, ["black"]), "You declined the draw.");
  assert.equal(say(event, []), "Black declined the draw.");
});

test("moves and the end say nothing more", () => {
  assert.equal(say({ move_played: {} }, ["white"]), null);
  assert.equal(say({ time_ran_out: { side: "white" }, outcome: {} }, ["white"]), null);
});

test("a draw offer stands open", () => {
  const open = (mine) => openOffer({ draw_offered_by: "black" }, mine).text;
  assert.equal(open(["white"]), "Your opponent offers a draw.");
  assert.equal(open(["black"]), "You have offered a draw.");
  assert.equal(open([]), "Black offers a draw.");
  assert.equal(openOffer({}, ["white"]), null);
});

test("a rematch stands open, and then it has begun", () => {
  const game = { outcome: {}, rematch: { offered_by: "white" } };
  assert.equal(openOffer(game, ["white"]).text, "You want a rematch: your opponent has to accept.");
  assert.equal(openOffer(game, ["black"]).text, "Your opponent wants a rematch.");
  assert.equal(openOffer(game, []).text, "White wants a rematch.");
  const begun = { outcome: {}, rematch: { offered_by: "white", game_id: "again" } };
  assert.equal(openOffer(begun, ["white"]).text, "The rematch has begun.");
});
