import assert from "node:assert/strict";
import { test } from "node:test";

import {
  changeKind,
  changeText,
  describePool,
  firstRating,
  inviteEnd,
  inviteTerms,
  ratingText,
  remainingText,
  seasonText,
  streakText,
} from "../terms.js";

test("ratings are whole, and doubtful ones say so", () => {
  assert.equal(ratingText({ value: 1512.4, provisional: false }), "1512");
  assert.equal(ratingText({ value: 1499.6, provisional: true }), "1500?");
});

test("a change is what can be seen of it", () => {
  assert.equal(changeText({ before: 1500, after: 1512.4 }), "+12");
  assert.equal(changeText({ before: 1500, after: 1492 }), "−8");
  // The numbers shown before and after say the same.
  assert.equal(changeText({ before: 1500.4, after: 1500.6 }), "+1");
  assert.equal(changeText({ before: 0, after: 0 }), "±0");
  assert.equal(changeKind({ before: 1, after: 9 }), "up");
  assert.equal(changeKind({ before: 9, after: 1 }), "down");
  assert.equal(changeKind({ before: 9, after: 9.1 }), "same");
});

test("streaks are counted in words", () => {
  assert.equal(streakText(0), "none");
  assert.equal(streakText(1), "1 win");
  assert.equal(streakText(-3), "3 losses");
});

test("pools say how they count", () => {
  const points = { points: { win: 25, loss: 15, draw: 0 } };
  assert.equal(describePool(points), "Points: a win adds 25, a loss takes 15, a draw changes nothing.");
  const glicko = { glicko2: { rating: 1500, deviation: 350, volatility: 0.06 } };
  assert.match(describePool(glicko), /begins with 1500/);
  assert.equal(ratingText(firstRating(points)), "0");
  assert.equal(ratingText(firstRating(glicko)), "1500?");
});

test("an invite is told as each of the two sees it", () => {
  const invite = { mode: "russian", rated: true, colour: "white", inviter: "ann" };
  assert.equal(inviteTerms(invite, "ann"), "Russian draughts · rated · you play White");
  assert.equal(inviteTerms(invite, "bob"), "Russian draughts · rated · you play Black");
  const lot = { ...invite, rated: false, colour: "by_lot" };
  assert.equal(inviteTerms(lot, "bob"), "Russian draughts · unrated · colours by lot");
});

test("an invite that is over says how it ended, to each of the two", () => {
  const ends = ["accepted", "declined", "cancelled", "expired"];
  const told = (me) => ends.map((status) => inviteEnd({ status, inviter: "ann" }, me));
  assert.equal(new Set([...told("ann"), ...told("bob")]).size, 7);
  assert.equal(inviteEnd({ status: "expired", inviter: "ann" }, "ann"), "This invite has expired.");
});

test("what is left is told as exactly as it matters", () => {
  const at = (ms) => new Date(ms).toISOString();
  assert.equal(remainingText(at(86_400_000), 5), "Good for 24 hours.");
  assert.equal(remainingText(at(600_000), 30_000), "Good for 10 minutes.");
  assert.equal(remainingText(at(30_000), 500), "Good for 30 seconds.");
  assert.equal(remainingText(at(1), 5), "It is about to expire.");
});

test("a season that goes on says so", () => {
  assert.equal(seasonText({ number: 2 }), "Season 2, going on");
  assert.equal(seasonText({ number: 1, closed_at: "2026-12-01T02:24:19Z" }), "Season 1");
});
