import assert from "node:assert/strict";
import { test } from "node:test";

import { fenAt, goTo, pathAt, pause, play, replayOf, travelBetween } from "../replay.js";

const positions = {
  start_fen: "start",
  moves: [
    { path: ["c3", "d4"], after_fen: "one" },
    { path: ["f6", "e5", "g3"], after_fen: "two" },
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
  assert.deepEqual(playing, { plies: 2, at: 0, playing: true });
  const on = goTo(playing, 1);
  assert.equal(on.playing, true);
  assert.equal(goTo(on, 2).playing, false);
  assert.equal(play(goTo(replayOf(2), 1)).at, 1);
  assert.equal(pause(on).playing, false);
});

test("a game without a move has nothing to play", () => {
  assert.equal(play(replayOf(0)).playing, false);
});

test("every ply has its position and its move", () => {
  assert.deepEqual([0, 1, 2].map((ply) => fenAt(positions, ply)), ["start", "one", "two"]);
  assert.deepEqual(pathAt(positions, 0), []);
  assert.deepEqual(pathAt(positions, 2), ["f6", "e5", "g3"]);
});

test("pieces are seen to go to the neighbouring ply, on and back", () => {
  assert.deepEqual(travelBetween(positions, 1, 2), ["f6", "e5", "g3"]);
  assert.deepEqual(travelBetween(positions, 2, 1), ["g3", "e5", "f6"]);
  assert.deepEqual(positions.moves[1].path, ["f6", "e5", "g3"]);
  assert.equal(travelBetween(positions, 0, 2), null);
});
