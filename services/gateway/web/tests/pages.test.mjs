import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, plays } from "../invite.js";
import { Pages } from "../leaderboard.js";
import { personOf, ratedText } from "../people.js";
import { aboutPlayer } from "../profile.js";
import { choicesFor, inviteAsked, isOffered } from "../setup.js";

test("a leaderboard is walked on and back", () => {
  const pages = new Pages();
  assert.deepEqual(pages.begin({}), {});
  assert.equal(pages.hasNext, false);
  pages.read("one");
  assert.deepEqual(pages.next(), { page_token: "one" });
  pages.read("two");
  assert.deepEqual(pages.next(), { page_token: "two" });
  pages.read("");
  assert.equal(pages.hasNext, false);
  assert.deepEqual(pages.previous(), { page_token: "one" });
  assert.deepEqual(pages.previous(), {});
  assert.equal(pages.hasPrevious, false);
  assert.deepEqual(pages.begin({ around_player_id: "ann" }), { around_player_id: "ann" });
});

test("one's own invite is shared, another's answered", () => {
  const open = { status: "open", inviter: "ann", open_to_all: false };
  const own = { share: true, cancel: true, accept: false, decline: false };
  assert.deepEqual(choicesOf(open, "ann"), own);
  const theirs = { share: false, cancel: false, accept: true, decline: true };
  assert.deepEqual(choicesOf(open, "bob"), theirs);
  const lobby = { ...open, open_to_all: true };
  assert.equal(choicesOf(lobby, "bob").decline, false);
  const over = { ...open, status: "expired" };
  assert.ok(!Object.values(choicesOf(over, "ann")).some(Boolean));
  assert.ok(!Object.values(choicesOf(over, "bob")).some(Boolean));
});

test("whoever an invite has brought together plays", () => {
  const invite = { match: { game_id: "g", white: "ann", black: "bob" } };
  assert.ok(plays(invite, "ann") && plays(invite, "bob"));
  assert.ok(!plays(invite, "eve") && !plays({}, "ann"));
});

test("there is to choose what the way of playing leaves open", () => {
  const rated = { pool: "russian" };
  assert.deepEqual(choicesFor("anyone", rated), {
    rated: true,
    colour: false,
    level: false,
    challenge: false,
  });
  assert.equal(choicesFor("anyone", {}).rated, false);
  assert.equal(choicesFor("challenge", rated).colour, true);
  assert.equal(choicesFor("bot", rated).rated, false);
  assert.equal(choicesFor("two", rated).colour, false);
  assert.equal(choicesFor("bot", rated).colour, true);
  const combatAi = { boosts: { rocket: 1 }, onlyWithBots: true };
  assert.deepEqual(choicesFor("bot", combatAi), {
    rated: false,
    colour: false,
    level: true,
    challenge: false,
  });
});

test("what is for bots alone, or has no name, is not offered for meeting somebody", () => {
  const offers = {
    mode: { ask: { mode: "combat" } },
    withBots: { ask: { mode: "combat-ai" }, onlyWithBots: true },
    ruleset: { ask: { ruleset: "brazilian" } },
  };
  const offered = (against) => Object.keys(offers).filter((name) => isOffered(offers[name], against));
  assert.deepEqual(offered("anyone"), ["mode"]);
  assert.deepEqual(offered("challenge"), ["mode"]);
  assert.deepEqual(offered("bot"), ["mode", "withBots", "ruleset"]);
  assert.deepEqual(offered("two"), ["mode", "ruleset"]);
});

test("an invite names the colour, or the lot", () => {
  const chosen = { mode: "russian", rated: true, colour: "lot", lobby: false, expiry: 600_000 };
  const asked = { mode: "russian", rated: true, colour: "by_lot", open_to_all: false, expires_after_ms: 600_000 };
  assert.deepEqual(inviteAsked(chosen), asked);
  assert.equal(inviteAsked({ ...chosen, colour: "black" }).colour, "black");
});

const people = {
  me: "ann",
  nameOf: (id) => id.toUpperCase(),
  ratings: new Map([["ann", { value: 1500, provisional: true }]]),
};
const game = { white: { player_id: "ann" }, black: { player_id: "bob" }, rated: true };
const changes = { white: { before: 1500, after: 1512 }, black: { before: 1500, after: 1488 } };

test("people have names, and ratings in rated games", () => {
  assert.deepEqual(personOf(game, "white", people), { name: "ANN (you)", player: "ann", rating: "1500?" });
  assert.deepEqual(personOf(game, "black", people), { name: "BOB", player: "bob" });
  const unrated = { ...game, rated: false };
  assert.equal(personOf(unrated, "white", people).rating, undefined);
  assert.deepEqual(personOf({ black: { bot: "easy" } }, "black", people), { name: "Easy bot" });
});

test("a rated game says what it made of the ratings", () => {
  const over = { ...game, rating_changes: changes };
  assert.deepEqual(personOf(over, "black", people), {
    name: "BOB",
    player: "bob",
    rating: "1488",
    change: { text: "−12", kind: "down" },
  });
  assert.equal(ratedText(over, ["white"]), "Your rating: 1500 → 1512 (+12)");
  assert.equal(ratedText(over, []), null);
  assert.equal(ratedText(game, ["white"]), null);
});

test("a profile says who it is", () => {
  assert.match(aboutPlayer({ guest: true, created_at: "2026-12-01T02:24:19Z" }), /^Guest since /);
  assert.match(aboutPlayer({ guest: false, created_at: "2026-12-01T02:24:19Z" }), /^Player since /);
  assert.equal(aboutPlayer({ deleted: true }), "This player was deleted.");
});
