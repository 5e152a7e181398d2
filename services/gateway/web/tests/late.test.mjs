import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { byId } from "../dom.js";
import { History } from "../history.js";
import { Finished } from "../lists.js";
import { learnName } from "../names.js";
import { Profile } from "../profile.js";
import { newDocument, settle, slowServer } from "./document.mjs";

const broken = { code: "INTERNAL", detail: "" };
const TIME = "2026-12-01T02:24:19.123Z";
const gameOf = (player) => ({
  id: `game-of-${player}`,
  ruleset: "russian",
  white: { player_id: player },
  black: { bot: "easy" },
  outcome: { result: "white_wins", reason: "timeout" },
  updated_at: TIME,
});
const games = (player) => ({ games: [gameOf(player)], next_page_token: "" });
const change = (opponent) => ({
  game_id: "g",
  opponent_id: opponent,
  side: "white",
  result: "white_wins",
  before: 1500,
  after: 1512,
  at: TIME,
});
const changes = (opponent, next_page_token = "") => ({ changes: [change(opponent)], next_page_token });
const gamesIn = (part) => byId(`${part}-games`).children.map((row) => row.dataset.game);

let answer;

beforeEach(() => {
  newDocument();
  answer = slowServer(mock);
  for (const name of ["ann", "bob", "opponent of ann", "opponent of bob"]) learnName(name, name);
});

afterEach(() => mock.restoreAll());

test("finished games that come after the start page was left stay hidden", async () => {
  const finished = new Finished({ player: "ann", rulesets: new Map(), part: "finished", own: true });
  byId("finished").hidden = true;
  finished.show();
  finished.leave();
  await answer("ann/games", games("ann"));
  assert.equal(byId("finished").hidden, true);
  finished.show();
  await answer("ann/games", games("ann"));
  assert.equal(byId("finished").hidden, false);
  assert.equal(byId("more-finished").disabled, false);
});

/** Opens a profile that has been read, but for its games and the history of its rating. */
async function profileOf(id) {
  const profile = new Profile(id, { me: "eve", offer: { rulesets: new Map() } });
  profile.open();
  await answer(`/players/${id}`, { player: { id, name: id, created_at: TIME } });
  await answer(`${id}/ratings`, { ratings: [{ pool: "russian", value: 1500, streak: 0, best_streak: 0 }] });
  await settle();
  return profile;
}

test("what comes late of one profile is not shown on another", async () => {
  const anns = await profileOf("ann");
  anns.leave();
  await profileOf("bob");
  await answer("bob/games", games("bob"));
  await answer("bob/rating-changes", changes("opponent of bob"));
  await answer("ann/games", games("ann"));
  await answer("ann/rating-changes", changes("opponent of ann"));
  assert.deepEqual(gamesIn("archive"), ["game-of-bob"]);
  assert.match(byId("history-rows").textContent, /opponent of bob Won/);
});

test("what comes late of a profile is not shown elsewhere", async () => {
  const anns = await profileOf("ann");
  anns.leave();
  await answer("ann/games", games("ann"));
  await answer("ann/rating-changes", broken);
  assert.equal(byId("archive").hidden, true);
  assert.equal(byId("alert").textContent, "");
});

test("a history that cannot be read says so, and shows nothing of another pool", async () => {
  const history = new History("ann", "Ann");
  history.show(["russian", "english"]);
  await answer("pool=russian", changes("bob", "further"));
  assert.equal(byId("history-rows").children.length, 1);
  assert.equal(byId("more-history").hidden, false);

  byId("history-pool").value = "english";
  byId("history-pool").onchange();
  assert.equal(byId("history-rows").children.length, 0);
  assert.equal(byId("more-history").hidden, true);
  await answer("pool=english", broken);
  assert.match(byId("alert").textContent, /went wrong/);

  byId("history-pool").onchange();
  await answer("pool=english", changes("bob"));
  assert.equal(byId("history-rows").children.length, 1);
  assert.equal(byId("alert").hidden, true);
});
