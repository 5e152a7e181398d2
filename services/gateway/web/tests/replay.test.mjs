import assert from "node:assert/strict";
import { test } from "node:test";

import { framesOf, goTo, pause, play, replayOf, stepOfPly, stepsOf, travelBetween } from "../replay.js";

const positions = {
  start_fen: "start",
  moves: [
    { path: ["c3", "d4"], after_fen: "one" },
    { path: ["f6", "e5", "g3"], after_fen: "two" },
  ],
  steps: [],
};

const rocket = { boost: "rocket", target: "f6" };
const sabotage = { boost: "sabotage", move: "f6-e5-g3" };
const withBoosts = {
  ...positions,
  steps: [
    { ply: 1, after_fen: "one" },
    { ply: 1, after_fen: "hit", boost: rocket },
    { ply: 2, after_fen: "two", boost: sabotage },
  ],
};

test("a replay begins at the end and stays within the game", () => {
  const replay = replayOf(2);
  assert.equal(replay.at, 2);
  assert.equal(goTo(replay, 1).at, 1);
  assert.equal(goTo(replay, -1).at, 0);
  assert.equal(goTo(replay, 9).at, 2);
});

test("playing by itself begins anew at the end, and ends there", () => {
  const playing = play(replayOf(2));
  assert.deepEqual(playing, { steps: 2, at: 0, playing: true });
  const on = goTo(playing, 1);
  assert.equal(on.playing, true);
  assert.equal(goTo(on, 2).playing, false);
  assert.equal(play(goTo(replayOf(2), 1)).at, 1);
  assert.equal(pause(on).playing, false);
});

test("a game without a move has nothing to play", () => {
  assert.equal(play(replayOf(0)).playing, false);
});

test("a game has as many steps as actions", () => {
  assert.equal(stepsOf({ ply: 2, actions: 0, boosts: [] }), 2);
  assert.equal(stepsOf({ ply: 2, actions: 2, boosts: [] }), 2);
  assert.equal(stepsOf({ ply: 2, actions: 3, boosts: [rocket, sabotage] }), 3);
});

test("every ply has its position and its move", () => {
  const frames = framesOf(positions);
  assert.deepEqual(frames.map(({ fen }) => fen), ["start", "one", "two"]);
  assert.deepEqual(frames.map(({ path }) => path), [[], ["c3", "d4"], ["f6", "e5", "g3"]]);
  assert.deepEqual(frames.map(({ ply }) => ply), [0, 1, 2]);
});

test("boosts are steps of their own, and sabotage is a move as well", () => {
  const frames = framesOf(withBoosts);
  assert.deepEqual(frames.map(({ fen }) => fen), ["start", "one", "hit", "two"]);
  assert.deepEqual(frames.map(({ path }) => path.length), [0, 2, 0, 3]);
  assert.deepEqual(frames.map(({ boost }) => boost?.boost), [undefined, undefined, "rocket", "sabotage"]);
  assert.deepEqual([0, 1, 2].map((ply) => stepOfPly(frames, ply)), [0, 1, 3]);
});

test("pieces are seen to go to the neighbouring step, on and back", () => {
  const frames = framesOf(positions);
  assert.deepEqual(travelBetween(frames, 1, 2), ["f6", "e5", "g3"]);
  assert.deepEqual(travelBetween(frames, 2, 1), ["g3", "e5", "f6"]);
  assert.deepEqual(frames[2].path, ["f6", "e5", "g3"]);
  assert.equal(travelBetween(frames, 0, 2), null);
  assert.equal(travelBetween(framesOf(withBoosts), 1, 2), null);
  assert.equal(travelBetween(framesOf(withBoosts), 2, 1), null);
});
