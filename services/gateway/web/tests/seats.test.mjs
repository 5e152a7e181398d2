import assert from "node:assert/strict";
import { test } from "node:test";

import { choices } from "../seats.js";

const game = (more) => ({
  white: { player_id: "ann" },
  black: { player_id: "bob" },
  side_to_move: "white",
  ply: 0,
  moves: [],
  ...more,
});
const moved = (...sides) => ({ ply: sides.length, moves: sides.map((side) => ({ side })) });
const outcome = { result: "draw", reason: "agreement" };

test("who plays can resign until the game is over, and nobody else", () => {
  assert.equal(choices(game(), "ann").resign, true);
  assert.equal(choices(game({ outcome }), "ann").resign, false);
  assert.equal(choices(game(), "eve").resign, false);
});

test("a side can take the game back before its first move and the second ply", () => {
  assert.equal(choices(game(), "ann").abort, true);
  assert.equal(choices(game(), "bob").abort, true);
  assert.equal(choices(game(), "eve").abort, false);
  assert.equal(choices(game(moved("white")), "ann").abort, false);
  assert.equal(choices(game(moved("white")), "bob").abort, true);
  assert.equal(choices(game(moved("white", "black")), "bob").abort, false);
  assert.equal(choices(game({ outcome }), "ann").abort, false);
});

test("who plays both sides can take the game back until the second ply", () => {
  const alone = { white: { player_id: "ann" }, black: { player_id: "ann" } };
  assert.equal(choices(game({ ...alone, ...moved("white") }), "ann").abort, true);
  assert.equal(choices(game({ ...alone, ...moved("white", "black") }), "ann").abort, false);
});

test("a draw is offered and answered between two people", () => {
  assert.equal(choices(game(), "ann").draw, "free");
  const offered = game({ draw_offered_by: "white" });
  assert.equal(choices(offered, "ann").draw, "mine");
  assert.equal(choices(offered, "bob").draw, "theirs");
  assert.equal(choices(offered, "eve").draw, null);
  assert.equal(choices(game({ outcome }), "ann").draw, null);
});

test("there is no draw to agree on with a bot or on one board", () => {
  assert.equal(choices(game({ black: { bot: "easy" } }), "ann").draw, null);
  assert.equal(choices(game({ black: { player_id: "ann" } }), "ann").draw, null);
});

test("a rematch is offered once the game is over, and then it begins", () => {
  assert.equal(choices(game(), "ann").rematch, null);
  assert.equal(choices(game({ outcome }), "ann").rematch, "free");
  assert.equal(choices(game({ outcome }), "eve").rematch, null);
  const offered = game({ outcome, rematch: { offered_by: "white" } });
  assert.equal(choices(offered, "ann").rematch, "mine");
  assert.equal(choices(offered, "bob").rematch, "theirs");
  const begun = game({ outcome, rematch: { offered_by: "white", game_id: "again" } });
  assert.equal(choices(begun, "ann").rematch, "begun");
});
