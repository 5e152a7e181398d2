import assert from "node:assert/strict";
import { test } from "node:test";

import { afterMessage, begunWait, isOver, placeFacts, refusedWait, stopwatch, waitingOn } from "../queue.js";

const queue = { mode: "classic", rated: true };
const place = { position: 2, length: 5, estimated_wait_ms: 12_000, since: "2026-12-01T02:24:19Z", window: 100 };
const waiting = { waiting: place };
const offered = { bot_offered: { level: "easy" } };
const matched = { matched: { game_id: "g" } };

const after = (...messages) => messages.reduce(afterMessage, begunWait(queue));

test("a wait knows its place", () => {
  assert.equal(after().state, "joining");
  const wait = after(waiting);
  assert.equal(wait.state, "waiting");
  assert.deepEqual(wait.place, place);
  assert.equal(isOver(wait), false);
});

test("a bot is offered while the wait goes on, and stays offered", () => {
  const wait = after(waiting, offered, waiting);
  assert.equal(wait.state, "waiting");
  assert.equal(wait.bot, "easy");
});

test("whoever would rather wait on is not asked again", () => {
  const wait = waitingOn(after(waiting, offered));
  assert.equal(wait.bot, undefined);
  assert.equal(afterMessage(wait, offered).bot, undefined);
});

test("a match ends it, and nothing after that counts", () => {
  const wait = after(waiting, matched, { cancelled: {} });
  assert.equal(wait.state, "matched");
  assert.equal(wait.game, "g");
  assert.equal(isOver(wait), true);
});

test("leaving ends it, unless a match came first", () => {
  assert.equal(after(waiting, { cancelled: {} }).state, "left");
  assert.equal(after(waiting, matched).state, "matched");
});

test("who cannot wait is told why", () => {
  const error = { code: "FAILED_PRECONDITION", reason: "IN_RATED_GAME" };
  const wait = refusedWait(after(), error);
  assert.equal(isOver(wait), true);
  assert.deepEqual(wait.error, error);
});

test("the place is told in words, the window where ratings matter", () => {
  assert.deepEqual(placeFacts(place, true), [
    ["Your place", "2 of 5"],
    ["Expected wait", "about 12 seconds"],
    ["Opponents within", "100 rating points"],
  ]);
  const unrated = placeFacts({ ...place, estimated_wait_ms: undefined }, false);
  assert.deepEqual(unrated.at(-1), ["Expected wait", "not known yet"]);
});

test("the stopwatch counts", () => {
  assert.equal(stopwatch(0), "0:00");
  assert.equal(stopwatch(7_900), "0:07");
  assert.equal(stopwatch(125_000), "2:05");
});
