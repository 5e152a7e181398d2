import assert from "node:assert/strict";
import { test } from "node:test";

import { Desk } from "../news.js";
import { titleText } from "../title.js";

const game = (id, more) => ({
  id,
  version: 1,
  ply: 0,
  white: { player_id: "ann" },
  black: { player_id: "bob" },
  side_to_move: "white",
  created_at: "2026-12-01T02:24:19Z",
  ...more,
});
const ids = (desk) => desk.games.map(({ id }) => id);

function desk(...games) {
  const made = new Desk("ann");
  made.hear({ live_games: { games } });
  return made;
}

test("games that start come first, games that are over go", () => {
  const mine = desk(game("old"));
  mine.hear({ game_started: game("new", { created_at: "2026-12-01T02:24:19.5Z" }) });
  assert.deepEqual(ids(mine), ["new", "old"]);
  mine.hear({ game_over: game("old", { version: 5, outcome: {} }) });
  assert.deepEqual(ids(mine), ["new"]);
});

test("a new list takes the place of the old one", () => {
  const mine = desk(game("one"), game("two"));
  mine.hear({ live_games: { games: [game("two")] } });
  assert.deepEqual(ids(mine), ["two"]);
});

test("a game waits while it is the player's turn", () => {
  const mine = desk(game("g"));
  assert.equal(mine.waiting, true);
  mine.saw(game("g", { version: 2, side_to_move: "black" }));
  assert.equal(mine.waiting, false);
  mine.hear({ your_turn: { game_id: "g", ply: 2, version: 3 } });
  assert.equal(mine.waiting, true);
});

test("what comes late changes nothing", () => {
  const mine = desk(game("g", { version: 4, side_to_move: "black" }));
  mine.hear({ your_turn: { game_id: "g", ply: 2, version: 3 } });
  mine.hear({ live_games: { games: [game("g", { version: 3 })] } });
  mine.hear({ your_turn: { game_id: "unknown", ply: 2, version: 3 } });
  assert.equal(mine.waiting, false);
});

test("a game on one board waits for nobody, and others' games are not on the desk", () => {
  const mine = desk(game("g", { black: { player_id: "ann" } }));
  assert.equal(mine.waiting, false);
  mine.saw(game("other", { white: { player_id: "eve" } }));
  assert.deepEqual(ids(mine), ["g"]);
});

test("the title says that a game waits, else what the page shows", () => {
  assert.equal(titleText("White to move · Shashki", false), "White to move · Shashki");
  assert.equal(titleText("White to move · Shashki", true), "(•) your turn · Shashki");
});
