import assert from "node:assert/strict";
import { test } from "node:test";

import { noticeOf, openOffer } from "../notices.js";

const rule = { misses: { move_ms: 60_000, misses: 3 } };
const at = (ms) => new Date(ms).toISOString();
const state = (clock, more) => ({
  ply: 4,
  side_to_move: "white",
  clock: { rule, white_ms: 29_996, white_misses: 0, black_misses: 0, deadline: at(90_000), ...clock },
  ...more,
});

/** What is said of a change, whatever led to it. */
function say(before, game, mine, event = null) {
  return noticeOf(before, game, event, mine)?.text ?? null;
}

test("the warning says how much is left, and to whom", () => {
  const game = state();
  const event = { clock_warning: { side: "white" }, clock: game.clock };
  assert.equal(noticeOf(game, game, event, ["white"]).kind, "warning");
  assert.equal(say(game, game, ["white"], event), "You have 30 seconds left for this move.");
  for (const mine of [["black"], [], ["white", "black"]]) {
    assert.equal(say(game, game, mine, event), "White has 30 seconds left for this move.");
  }
});

test("a missed turn says what another one costs", () => {
  const missed = (white_misses) => state({ white_misses, deadline: at(150_000) });
  assert.equal(
    say(state(), missed(1), ["white"]),
    "You missed your turn. You have 1 minute more: miss 2 more in a row and you lose.",
  );
  assert.equal(
    say(missed(1), missed(2), ["white"]),
    "You missed your turn. You have 1 minute more: miss one more and you lose.",
  );
  assert.equal(say(state(), missed(1), ["black"]), "White missed a turn and has 1 minute more.");
});

test("time that is given back is told to both", () => {
  const later = state({ deadline: at(102_300) });
  const told = "The server was away for a while: it gave";
  assert.equal(say(state(), later, ["white"]), `${told} you 12 seconds back.`);
  assert.equal(say(state(), later, ["black"]), `${told} White 12 seconds back.`);
});

test("a draw that was declined is told to both", () => {
  const offered = state({}, { draw_offered_by: "white" });
  assert.equal(say(offered, state(), ["white"]), "Your draw offer was declined.");
  assert.equal(say(offered, state(), ["black"]), "You declined the draw.");
  assert.equal(say(offered, state(), []), "Black declined the draw.");
});

test("a move, the end and a game just opened say nothing more", () => {
  const next = state({ deadline: at(150_000) }, { ply: 5, side_to_move: "black" });
  assert.equal(say(state({}, { draw_offered_by: "white" }), next, ["white"]), null);
  const end = state({ white_misses: 1 }, { outcome: {} });
  assert.equal(say(state(), end, ["white"]), null);
  assert.equal(say(null, state({ white_misses: 1 }), ["white"]), null);
});

test("a game without a clock and a bot's turn say nothing of time", () => {
  const plain = { ply: 4, side_to_move: "white" };
  assert.equal(say(plain, plain, ["white"]), null);
  assert.equal(say(state({ deadline: undefined }), state(), ["white"]), null);
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
