import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Arsenal } from "../arsenal.js";
import { byId } from "../dom.js";
import { purse } from "../wallet.js";
import { newDocument, settle, slowServer } from "./document.mjs";

const WALLET = { coins: 0, items: ["recon", "rocket", "shield", "sabotage"].map((item) => ({ item, count: 1 })) };

const game = (more) => ({
  version: 7,
  ply: 4,
  actions: 5,
  side_to_move: "white",
  boosts: [],
  boost_limits: { recon: 3, rocket: 1, shield: 2, sabotage: 1 },
  ...more,
});

const move = { text: "f6-g5", path: ["f6", "g5"], captured: [] };
const options = {
  boosts: [
    { choice: { boost: "recon", targets: [], moves: [] }, left: 3 },
    { choice: { boost: "rocket", targets: ["f6"], moves: [] }, left: 1 },
    { choice: { boost: "shield", targets: ["c3", "e3"], moves: [] }, left: 2 },
    { choice: { boost: "sabotage", targets: [], moves: [move] }, left: 1 },
  ],
};
const stale = { code: "ABORTED", reason: "STALE_ACTION", detail: "" };

let answer;

beforeEach(() => {
  newDocument();
  answer = slowServer(mock);
});

afterEach(() => mock.restoreAll());

/** The boosts of a game in which it is White's turn, with what they have told. */
async function armed(state = game(), size = 8, offered = options) {
  const told = { changed: 0, chosen: 0, used: [], refused: [] };
  const arsenal = new Arsenal("g", "ann", {
    changed: () => (told.changed += 1),
    chosen: () => (told.chosen += 1),
    used: (event) => told.used.push(event),
    refused: (error) => told.refused.push(error.reason),
  });
  arsenal.see(state, ["white"], size);
  await answer("/wallet", { wallet: WALLET });
  await answer("/g/boosts", offered);
  return { arsenal, told };
}

test("what may be used is read on one's own turn alone", async () => {
  const { arsenal } = await armed();
  assert.ok(arsenal.bar.every(({ refused }) => refused === null));
  arsenal.see(game({ version: 8, side_to_move: "black" }), ["white"], 8);
  assert.ok(arsenal.bar.every(({ refused }) => refused === "NOT_YOUR_TURN"));
  await assert.rejects(answer("/boosts", options), /nobody asks/);
});

test("games without boosts ask for nothing", async () => {
  const arsenal = new Arsenal("g", "ann", {});
  arsenal.see(game({ boost_limits: undefined }), ["white"], 8);
  assert.equal(arsenal.bar, null);
  await assert.rejects(answer("", {}), /nobody asks/);
});

test("recon is used at once", async () => {
  const { arsenal, told } = await armed();
  arsenal.pick("recon");
  assert.deepEqual(await answer("/boosts", { event: { version: 8 } }), { player_id: "ann", expected_action: 5, boost: "recon" });
  assert.deepEqual(told.used, [{ version: 8 }]);
});

test("a rocket is asked about first", async () => {
  const { arsenal, told } = await armed();
  arsenal.pick("rocket");
  assert.equal(byId("ask").open, true);
  byId("ask-no").onclick();
  await settle();
  await assert.rejects(answer("/boosts", {}), /nobody asks/);
  arsenal.pick("rocket");
  byId("ask-yes").onclick();
  assert.equal((await answer("/boosts", { event: { version: 8 } })).boost, "rocket");
  assert.equal(told.used.length, 1);
});

test("a shield goes on a man that is chosen", async () => {
  const { arsenal, told } = await armed();
  await arsenal.pick("shield");
  assert.equal(arsenal.choosing, "shield");
  assert.deepEqual([...arsenal.targets], ["c3", "e3"]);
  assert.deepEqual(arsenal.moves, []);
  assert.equal(arsenal.chooseTarget("f6"), false);
  assert.equal(arsenal.chooseTarget("e3"), true);
  assert.equal(arsenal.sending, true);
  const sent = await answer("/boosts", { event: { version: 8 } });
  assert.deepEqual(sent, { player_id: "ann", expected_action: 5, boost: "shield", target: "e3" });
  assert.equal(arsenal.sending, false);
  assert.equal(told.used.length, 1);
});

test("squares come and go in the ruleset's own notation", async () => {
  const numeric = [{ choice: { boost: "shield", targets: ["46"], moves: [] }, left: 2 }];
  const { arsenal } = await armed(game(), 10, { boosts: numeric });
  await arsenal.pick("shield");
  assert.deepEqual([...arsenal.targets], ["a1"]);
  arsenal.chooseTarget("a1");
  assert.equal((await answer("/boosts", { event: { version: 8 } })).target, "46");
});

test("sabotage is the opponent's move, asked about once it is entered", async () => {
  const { arsenal } = await armed();
  await arsenal.pick("sabotage");
  assert.deepEqual(arsenal.moves, [move]);
  arsenal.chooseMove(move);
  assert.match(byId("ask-question").textContent, /Play f6-g5 for Black/);
  byId("ask-yes").onclick();
  const sent = await answer("/boosts", { event: { version: 8 } });
  assert.deepEqual(sent, { player_id: "ann", expected_action: 5, boost: "sabotage", move: "f6-g5" });
});

test("a choice is taken back by the same button, by cancelling, and by the game going on", async () => {
  const { arsenal, told } = await armed();
  await arsenal.pick("shield");
  await arsenal.pick("shield");
  assert.equal(arsenal.choosing, null);
  await arsenal.pick("sabotage");
  arsenal.cancel();
  assert.equal(arsenal.choosing, null);
  assert.equal(told.chosen, 4);
  await arsenal.pick("sabotage");
  arsenal.see(game({ version: 8 }), ["white"], 8);
  assert.equal(arsenal.choosing, null);
});

test("whoever is quicker than the answer waits for it", async () => {
  const arsenal = new Arsenal("g", "ann", { changed: () => {}, chosen: () => {} });
  arsenal.see(game(), ["white"], 8);
  arsenal.pick("shield");
  await settle();
  assert.equal(arsenal.choosing, null);
  await answer("/g/boosts", options);
  assert.equal(arsenal.choosing, "shield");
});

test("nothing is sent for a game that has gone on while it was asked", async () => {
  const { arsenal } = await armed();
  arsenal.pick("rocket");
  arsenal.see(game({ version: 8, actions: 6, side_to_move: "black" }), ["white"], 8);
  byId("ask-yes").onclick();
  await settle();
  await assert.rejects(answer("/g/boosts", {}), /nobody asks/);
});

test("a refusal is told, and the inventory is looked at again", async () => {
  const { arsenal, told } = await armed();
  arsenal.pick("recon");
  await answer("/boosts", stale);
  assert.deepEqual(told.refused, ["STALE_ACTION"]);
  assert.equal(arsenal.sending, false);
  await answer("/wallet", { wallet: { ...WALLET, coins: 9 } });
  assert.equal(purse.wallet.coins, 9);
});

test("what the bar refuses is not sent", async () => {
  const used = { action: 1, ply: 0, side: "white", boost: "rocket" };
  const { arsenal } = await armed(game({ boosts: [used] }));
  await arsenal.pick("rocket");
  assert.notEqual(byId("ask").open, true);
  await assert.rejects(answer("/g/boosts", {}), /nobody asks/);
});

test("one's own boost is paid for from the inventory, which is read anew", async () => {
  const { arsenal } = await armed();
  const used = (side) => ({ action: 6, ply: 4, side, boost: "recon" });
  arsenal.see(game({ version: 8, boosts: [used("black")] }), ["white"], 8);
  await assert.rejects(answer("/wallet", WALLET), /nobody asks/);
  arsenal.see(game({ version: 9, boosts: [used("black"), used("white")] }), ["white"], 8);
  await answer("/wallet", { wallet: WALLET });
});
