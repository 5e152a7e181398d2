import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText, isLow, runningSide, ServerTime, timeLeft, untilNextTenth } from "../clock.js";

const at = (ms) => new Date(ms).toISOString();

const game = (clock) => ({
  side_to_move: "white",
  clock: { now: at(1000), white_ms: 5000, black_ms: 9000, deadline: at(6000), ...clock },
});

test("the time of the side to move runs while there is a deadline", () => {
  assert.equal(runningSide(game()), "white");
  assert.equal(runningSide(game({ deadline: undefined })), null);
  assert.equal(runningSide({ ...game(), outcome: {} }), null);
  assert.equal(runningSide({ side_to_move: "white" }), null);
});

test("one time runs down to nought and the other stands still", () => {
  for (const [now, left] of [[1000, 5000], [1001, 4999], [5999, 1], [6000, 0], [7000, 0]]) {
    assert.equal(timeLeft(game(), "white", now), left);
    assert.equal(timeLeft(game(), "black", now), 9000);
  }
});

test("a message that waited shows no more time than is left", () => {
  const late = game({ now: at(-20_000), white_ms: 26_000 });
  assert.equal(timeLeft(late, "white", 1000), 5000);
});

test("time that was given back stands still before it runs", () => {
  const ahead = game({ deadline: at(8000) });
  assert.equal(timeLeft(ahead, "white", 1000), 5000);
  assert.equal(timeLeft(ahead, "white", 4000), 4000);
});

test("the server's time goes on from what a message said", () => {
  const time = new ServerTime();
  time.heard(1_000_000, 50, true);
  assert.equal(time.at(50), 1_000_000);
  assert.equal(time.at(1050), 1_001_000);
});

test("the message that was under way for the shortest time counts", () => {
  const time = new ServerTime();
  time.heard(1000, 0, true);
  time.heard(1100, 50, false);
  assert.equal(time.at(50), 1100);
  time.heard(1100, 400, false);
  time.heard(1200, 450, true);
  assert.equal(time.at(450), 1500);
});

test("events that waited for long say nothing, a fresh state does", () => {
  const time = new ServerTime();
  time.heard(100_000, 0, true);
  time.heard(40_000, 10, false);
  assert.equal(time.at(0), 100_000);
  time.heard(40_000, 10, true);
  assert.equal(time.at(10), 40_000);
});

test("a time is low at the warning, else in its last ten seconds", () => {
  const warning = { warning: { move_ms: 120_000, warning_ms: 30_000 } };
  assert.equal(isLow(warning, 30_000), true);
  assert.equal(isLow(warning, 30_001), false);
  assert.equal(isLow({ misses: { move_ms: 60_000, misses: 2 } }, 10_000), true);
  assert.equal(isLow({ fischer: { initial_ms: 60_000, increment_ms: 0 } }, 10_001), false);
});

test("a clock shows minutes and seconds, hours where there are any, tenths at last", () => {
  const shown = {
    3_723_000: "1:02:03",
    3_600_000: "1:00:00",
    3_599_999: "59:59",
    60_000: "1:00",
    10_000: "0:10",
    9_999: "0:09.9",
    450: "0:00.4",
    0: "0:00.0",
  };
  for (const [left, text] of Object.entries(shown)) assert.equal(clockText(Number(left)), text);
});

test("it is looked at again as soon as another tenth is gone", () => {
  for (const left of [9_999, 9_950, 9_900]) {
    const wait = untilNextTenth(left);
    assert.notEqual(clockText(left - wait), clockText(left));
    assert.ok(wait <= 100);
  }
});
