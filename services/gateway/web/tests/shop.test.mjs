import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { byId } from "../dom.js";
import { Shop } from "../shop.js";
import { purse } from "../wallet.js";
import { newDocument, settle, slowServer } from "./document.mjs";

const rocket = { id: "rocket", price: 30, items: [{ item: "rocket", count: 1 }] };
const wallet = (coins) => ({ player_id: "ann", coins, items: [{ item: "rocket", count: 1 }] });
const row = { number: 1, reason: "gift", coins: 100, items: [], coins_after: 100, at: "2026-12-01T02:24:19Z", note: "" };
const failed = { code: "INTERNAL", detail: "" };
const refused = (reason) => ({ code: "FAILED_PRECONDITION", reason, detail: "" });

let answer;
let shop;

/** The one card of the shop: its parts by what they are. */
const card = () => {
  const [pictures, name, about, facts, foot] = byId("offers").children[0].children;
  const [price, quantity, button] = foot.children;
  return { pictures, name, about, facts, price, quantity, button };
};

beforeEach(async () => {
  newDocument();
  answer = slowServer(mock);
  shop = new Shop();
  shop.open();
  await answer("/shop", { catalogue: { version: 1, offers: [rocket] } });
  await answer("/wallet", { wallet: wallet(100) });
  await answer("/ledger", { rows: [row], next_page_token: "more" });
});

afterEach(() => {
  shop.leave();
  mock.restoreAll();
});

/** Buys as a person does, up to the answer. */
async function want() {
  card().button.onclick();
  byId("ask-yes").onclick();
  await settle();
}

test("it shows offers, what the player has, and how that came", () => {
  assert.equal(card().name.textContent.trim(), "Rocket");
  assert.equal(card().facts.textContent, "You have 1");
  assert.equal(byId("shop-coins").textContent, "100 coins");
  assert.match(byId("ledger-rows").textContent, /Welcome gift/);
  assert.equal(byId("more-ledger").hidden, false);
  assert.equal(card().quantity.max, "3");
});

test("a purchase is asked about, made, and told", async () => {
  card().quantity.value = "2";
  card().button.onclick();
  assert.match(byId("ask-question").textContent, /Buy 2 × Rocket for 60 coins\?/);
  byId("ask-no").onclick();
  await settle();
  await assert.rejects(answer("/purchases", {}), /nobody asks/);

  card().quantity.value = "2";
  await want();
  const sent = await answer("/purchases", { receipt: row, wallet: wallet(40) });
  assert.match(sent.request_id, /^[0-9a-f]{32}$/);
  assert.deepEqual(
    { ...sent, request_id: "" },
    { offer_id: "rocket", quantity: 2, expected_price: 30, request_id: "" },
  );
  assert.equal(purse.wallet.coins, 40);
  assert.equal(byId("shop-said").textContent, "You bought 2 × Rocket. 40 coins left.");
  assert.equal(card().quantity.value, "1");
  await answer("/ledger", { rows: [row, row], next_page_token: "" });
  assert.equal(byId("ledger-rows").children.length, 2);
});

test("what nobody knows to be made is asked for under the same name, what was refused is not", async () => {
  await want();
  const first = await answer("/purchases", failed);
  await want();
  const again = await answer("/purchases", refused("NOT_ENOUGH_COINS"));
  assert.equal(again.request_id, first.request_id);
  await answer("/wallet", { wallet: wallet(35) });
  await want();
  const later = await answer("/purchases", { receipt: row, wallet: wallet(5) });
  assert.notEqual(later.request_id, first.request_id);
});

test("a price that has changed is read again", async () => {
  await want();
  await answer("/purchases", refused("PRICE_CHANGED"));
  await answer("/shop", { catalogue: { version: 2, offers: [{ ...rocket, price: 50 }] } });
  assert.equal(byId("alert").textContent, "The price has changed. Look at it again.");
  assert.match(card().price.textContent, /50/);
});

test("what cannot be paid for cannot be bought", () => {
  purse.put(wallet(29));
  assert.equal(card().button.disabled, true);
  assert.match(card().facts.textContent, /1 coin short/);
});

test("further rows are added", async () => {
  byId("more-ledger").onclick();
  await answer("page_token=more", { rows: [row], next_page_token: "" });
  assert.equal(byId("ledger-rows").children.length, 2);
  assert.equal(byId("more-ledger").hidden, true);
});

test("what comes late is not shown elsewhere", async () => {
  byId("more-ledger").onclick();
  shop.leave();
  await answer("page_token=more", failed);
  assert.equal(byId("alert").textContent, "");
  assert.equal(byId("shop").hidden, true);
});
