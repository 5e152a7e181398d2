import assert from "node:assert/strict";
import { test } from "node:test";

import {
  affordable,
  boughtText,
  coinsText,
  ledgerView,
  offerName,
  offerView,
  purchaseQuestion,
} from "../wares.js";

const rocket = { id: "rocket", price: 30, items: [{ item: "rocket", count: 1 }] };
const recon = { id: "recon", price: 10, items: [{ item: "recon", count: 1 }] };
const pack = { id: "starter-pack", price: 60, items: [{ item: "recon", count: 4 }, { item: "rocket", count: 1 }] };
const rockets = { id: "rockets", price: 100, items: [{ item: "rocket", count: 3 }] };
const offers = [rocket, recon, pack, rockets];
const wallet = { coins: 70, items: [{ item: "rocket", count: 2 }] };

test("a single boost is called as the boost, a bundle by its own name", () => {
  assert.equal(offerName(rocket), "Rocket");
  assert.equal(offerName(pack), "Starter pack");
  assert.equal(offerName(rockets), "Rockets");
  const unknown = { id: "laser", items: [{ item: "laser", count: 1 }] };
  assert.equal(offerName(unknown), "laser");
});

test("an offer says what the player has of it and what is missing", () => {
  const view = offerView(rocket, offers, wallet);
  assert.equal(view.bundle, false);
  assert.equal(view.have, 2);
  assert.equal(view.short, 0);
  assert.match(view.about, /Hits one enemy man/);
  assert.equal(offerView(recon, offers, wallet).have, 0);
  assert.equal(offerView(rockets, offers, wallet).short, 30);
  assert.equal(offerView(rocket, offers, null).have, null);
  assert.equal(offerView(rockets, offers, null).short, 0);
});

test("a bundle says what is in it and what it saves", () => {
  const view = offerView(pack, offers, wallet);
  assert.equal(view.bundle, true);
  assert.equal(view.about, "4 × Recon, 1 × Rocket");
  assert.equal(view.saving, 10);
  assert.equal(view.have, null);
  assert.equal(offerView(rockets, offers, wallet).saving, 0);
  // What is not sold alone has no price to compare with.
  assert.equal(offerView(pack, [pack, recon], wallet).saving, 0);
});

test("no more can be bought than can be paid for", () => {
  assert.equal(affordable(rocket, wallet), 2);
  assert.equal(affordable(rockets, wallet), 0);
  assert.equal(affordable(rocket, null), 0);
  assert.equal(affordable({ price: 0 }, wallet), 100);
  assert.equal(affordable({ price: 1 }, { coins: 5000 }), 100);
});

test("a purchase is asked for and told", () => {
  assert.equal(purchaseQuestion(rocket, 1), "Buy Rocket for 30 coins?");
  assert.equal(purchaseQuestion(rocket, 2), "Buy 2 × Rocket for 60 coins?");
  assert.equal(coinsText(1), "1 coin");
  assert.equal(
    boughtText(pack, 2, { coins: 1 }),
    "You bought 8 × Recon, 2 × Rocket. 1 coin left.",
  );
});

test("a row of the ledger is told in words", () => {
  const row = { number: 3, at: "2026-12-01T02:24:19Z", reason: "purchase", note: "starter-pack", coins: -60, items: pack.items, coins_after: 10 };
  const view = ledgerView(row);
  assert.equal(view.what, "Bought: Starter pack");
  assert.equal(view.items, "+4 Recon, +1 Rocket");
  assert.equal(view.coins, "−60");
  assert.equal(view.kind, "down");
  assert.equal(view.after, 10);
  const use = ledgerView({ ...row, reason: "use", note: "", coins: 0, items: [{ item: "rocket", count: -1 }] });
  assert.deepEqual([use.what, use.items, use.coins, use.kind], ["Used in a game", "−1 Rocket", "", "same"]);
  const grant = ledgerView({ ...row, reason: "grant", note: "for-you: 5 wins", coins: 5, items: [] });
  assert.deepEqual([grant.what, grant.coins, grant.kind], ["Coins received: for-you: 5 wins", "+5", "up"]);
  assert.equal(ledgerView({ ...row, reason: "moon_tax", note: "" }).what, "Moon tax");
});
