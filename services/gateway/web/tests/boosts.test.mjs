import assert from "node:assert/strict";
import { test } from "node:test";

import { aboutBoost, boostBar, boostText, describeLimits, flightText, hintOf, leftOf, ownedOf, questionOf, seenAt } from "../boosts.js";
import { noticeAfter, noticeOf } from "../notices.js";

const limits = { recon: 3, rocket: 1, shield: 2, sabotage: 1 };
const game = (more) => ({
  ply: 4,
  side_to_move: "white",
  fen: "W:Wc3,e3:Bf6,h6",
  moves: [],
  boosts: [],
  boost_limits: limits,
  ...more,
});
const used = (boost, more) => ({ action: 5, ply: 4, side: "white", boost, shield_burned: false, ...more });
const owned = new Map([["recon", 2], ["rocket", 1], ["shield", 1], ["sabotage", 1]]);

/** Why each boost cannot be used. */
function reasons(state, mine = ["white"], known = { owned }) {
  return Object.fromEntries(boostBar(state, mine, known).map(({ boost, refused }) => [boost, refused]));
}

const each = (reason) => ({ recon: reason, rocket: reason, shield: reason, sabotage: reason });

test("there is a bar where there are boosts and for those who play", () => {
  assert.equal(boostBar(game({ boost_limits: undefined }), ["white"]), null);
  assert.equal(boostBar(game(), []), null);
  assert.deepEqual(boostBar(game(), ["white"], { owned })[0], {
    boost: "recon",
    left: 3,
    limit: 3,
    have: 2,
    refused: null,
  });
  const none = { ...limits, rocket: 0 };
  assert.deepEqual(boostBar(game({ boost_limits: none }), ["white"]).map(({ boost }) => boost), ["recon", "shield", "sabotage"]);
});

test("what is used up is left out of what is left, the opponent's is not", () => {
  const boosts = [used("recon"), used("recon"), used("recon", { side: "black" }), used("rocket")];
  const state = game({ boosts });
  assert.equal(leftOf(state, "white", "recon"), 1);
  assert.equal(leftOf(state, "white", "rocket"), 0);
  assert.equal(leftOf(state, "black", "rocket"), 1);
  assert.equal(reasons(state).rocket, "LIMIT_REACHED");
});

test("a boost cannot be used off turn, after the end, or while one is under way", () => {
  assert.deepEqual(reasons(game()), each(null));
  assert.deepEqual(reasons(game({ side_to_move: "black" })), each("NOT_YOUR_TURN"));
  assert.deepEqual(reasons(game({ outcome: {} })), each("GAME_OVER"));
  assert.deepEqual(reasons(game({ boost_in_flight: {} })), each("BOOST_IN_FLIGHT"));
});

test("what the inventory lacks cannot be used, and what is not known of it does not hinder", () => {
  assert.equal(reasons(game(), ["white"], { owned: new Map([["recon", 1]]) }).shield, "NOT_IN_INVENTORY");
  assert.equal(reasons(game(), ["white"], { owned: null }).shield, null);
  assert.equal(boostBar(game(), ["white"])[0].have, null);
});

test("what the server refuses is refused here, the limit first", () => {
  const options = new Map([
    ["shield", { refused: "SHIELD_ALREADY_PLACED" }],
    ["sabotage", { refused: "OPPONENT_HAS_NO_MOVE" }],
  ]);
  const refused = reasons(game({ boosts: [used("sabotage")] }), ["white"], { owned, options });
  assert.equal(refused.shield, "SHIELD_ALREADY_PLACED");
  assert.equal(refused.sabotage, "LIMIT_REACHED");
  assert.equal(refused.recon, null);
});

test("on one board the boosts are those of the side to move", () => {
  const state = game({ side_to_move: "black", boosts: [used("rocket", { side: "black" })] });
  assert.equal(reasons(state, ["white", "black"]).rocket, "LIMIT_REACHED");
  assert.equal(reasons(state, ["white", "black"]).recon, null);
});

test("a boost says what it does, and why it cannot be used", () => {
  assert.match(aboutBoost({ boost: "shield", refused: null }), /Saves one of your men once/);
  assert.match(aboutBoost({ boost: "shield", refused: "IS_KING" }), /A king cannot be shielded\.$/);
});

test("what cannot be taken back is asked first", () => {
  assert.match(questionOf("rocket", "white"), /cannot be taken back/);
  assert.match(questionOf("sabotage", "white", { text: "f6-g5" }), /Play f6-g5 for Black\?/);
  assert.equal(questionOf("recon", "white"), null);
  assert.equal(questionOf("shield", "white"), null);
});

test("limits are described", () => {
  assert.equal(
    describeLimits(limits),
    "Boosts of your own bend the game, up to 3 × recon, 1 × rocket, 2 × shield, 1 × sabotage.",
  );
  assert.equal(describeLimits({ ...limits, recon: 0, shield: 0 }), "Boosts of your own bend the game, up to 1 × rocket, 1 × sabotage.");
  assert.equal(describeLimits(undefined), "");
});

test("recon shows its squares until something changes", () => {
  const recon = used("recon", { hint: ["c3", "d4"] });
  assert.deepEqual(hintOf(game({ boosts: [recon] }), ["white"]), ["c3", "d4"]);
  assert.deepEqual(hintOf(game({ boosts: [recon, used("shield")] }), ["white"]), ["c3", "d4"]);
  assert.deepEqual(hintOf(game({ boosts: [recon, used("rocket")] }), ["white"]), []);
  assert.deepEqual(hintOf(game({ boosts: [recon], ply: 5 }), ["white"]), []);
  assert.deepEqual(hintOf(game({ boosts: [used("recon")] }), ["black"]), []);
  assert.deepEqual(hintOf(game({ boosts: [recon], outcome: {} }), ["white"]), []);
});

test("a boost is told as each side sees it", () => {
  const told = (boost, side, mine) => boostText(used(boost.boost, { side, ...boost }), mine);
  const hidden = { boost: "recon" };
  assert.equal(told(hidden, "black", ["white"]), "Black used recon.");
  assert.equal(told(hidden, "black", []), "Black used recon.");
  assert.equal(told({ ...hidden, hint: ["c3", "d4"] }, "white", ["white"]), "Recon: c3 to d4 is a strong move.");
  const rocket = { boost: "rocket", target: "d6" };
  assert.equal(told(rocket, "white", ["white"]), "Your rocket hit d6.");
  assert.equal(told(rocket, "white", ["black"]), "White's rocket hit d6.");
  assert.equal(
    told({ ...rocket, shield_burned: true }, "white", []),
    "White's rocket hit d6: the shield burned, the man stays.",
  );
  assert.equal(told({ boost: "shield", target: "c3" }, "white", ["white"]), "You shielded c3.");
  assert.equal(told({ boost: "shield", target: "c3" }, "white", ["black"]), "White shielded c3.");
  const sabotage = { boost: "sabotage", move: "f6-g5" };
  assert.equal(told(sabotage, "white", ["black"]), "You were sabotaged: White played f6-g5 for you.");
  assert.equal(told(sabotage, "white", ["white"]), "You played f6-g5 for Black. It is your move again.");
  assert.equal(told(sabotage, "white", ["white", "black"]), "Black was sabotaged: White played f6-g5.");
});

test("a boost under way is told to both", () => {
  const call = { action: 1, side: "black", boost: "rocket" };
  assert.equal(flightText(call, ["black"]), "Getting your rocket ready…");
  assert.equal(flightText(call, ["white"]), "Black calls for a rocket…");
});

test("a boost is seen where it takes effect", () => {
  assert.equal(seenAt({ target: "d6" }, 8), "d6");
  assert.equal(seenAt({ target: "46" }, 10), "a1");
  assert.equal(seenAt({ move: "f6:d4:b2" }, 8), "b2");
  assert.equal(seenAt({}, 8), null);
});

test("boosts are noticed, also those that were read and not heard", () => {
  const rocket = used("rocket", { target: "f6" });
  const after = game({ boosts: [rocket] });
  const told = { kind: "boost", by: "white", text: "White's rocket hit f6." };
  assert.deepEqual(noticeOf(game(), after, null, ["black"]), told);
  assert.equal(noticeOf(after, after, null, ["black"]), null);
  const won = game({ boosts: [rocket], outcome: { result: "white_wins" } });
  assert.equal(noticeOf(game(), won, null, ["white"]).text, "Your rocket hit f6.");
});

test("what the opponent has used is read until they are through", () => {
  const event = (what, side) => ({ [what]: what === "move_played" ? { move: { side } } : what === "boost_used" ? { boost: { side } } : { side } });
  const said = { kind: "boost", by: "black", text: "Black used recon." };
  const more = { kind: "boost", by: "black", text: "Black shielded f6." };
  const after = (notice, what, side, mine = ["white"]) => noticeAfter(said, notice, event(what, side), mine)?.text ?? null;
  assert.equal(after(null, "boost_called", "black"), "Black used recon.");
  assert.equal(after(more, "boost_used", "black"), "Black used recon. Black shielded f6.");
  assert.equal(after(null, "move_played", "black"), "Black used recon.");
  assert.equal(after(null, "move_played", "white"), null);
  assert.equal(after(null, "boost_called", "white"), null);
  // One's own is over with the next thing that one does; spectators read both.
  assert.equal(after(more, "boost_used", "black", ["black"]), "Black shielded f6.");
  assert.equal(after(null, "move_played", "black", ["black"]), null);
  assert.equal(after(null, "move_played", "black", []), "Black used recon.");
  const warning = { kind: "warning", text: "30 seconds" };
  assert.equal(noticeAfter(said, warning, { clock_warning: {} }, ["white"]), warning);
  assert.equal(noticeAfter(null, null, null, []), null);
});

test("a boost that is refused is told to whoever called for it alone", () => {
  const event = { boost_refused: { call: { side: "white" }, reason: "NOT_IN_INVENTORY" } };
  assert.equal(noticeOf(game(), game(), event, ["white"]).text, "You have none: buy it in the shop.");
  assert.equal(noticeOf(game(), game(), event, ["black"]), null);
});

test("a shield that burns is told, one that goes with its man or is taken off is not", () => {
  const shielded = game({ fen: "B:Wc3:Bd4:Sc3", side_to_move: "black" });
  const after = (text, fen) => game({ ply: 5, fen, moves: [{ side: "black", text }] });
  const text = (before, next) => noticeOf(before, next, null, ["white"])?.text ?? null;
  assert.equal(text(shielded, after("d4:b2", "W:Wc3:Bb2")), "The shield on c3 burned.");
  assert.equal(text(shielded, after("d4-e3", "W:Wc3:Be3:Sc3")), null);
  const own = game({ fen: "W:Wg7:Bd4:Sg7" });
  assert.equal(text(own, after("g7-h8", "B:WKh8:Bd4")), null);
  assert.equal(text(own, after("g7-f8", "B:Wf8:Bd4:Sf8")), null);
});

test("sabotage may burn a shield, and both are told", () => {
  const before = game({ fen: "W:Wc3:Bd4:Sc3" });
  const sabotage = used("sabotage", { move: "d4:b2" });
  const next = game({ ply: 5, fen: "W:Wc3:Bb2", boosts: [sabotage], moves: [{ side: "black", text: "d4:b2" }] });
  assert.match(noticeOf(before, next, null, ["black"]).text, /^You were sabotaged: .* The shield on c3 burned\.$/);
});

test("an inventory is a map", () => {
  assert.equal(ownedOf(null), null);
  assert.equal(ownedOf({ items: [{ item: "rocket", count: 2 }] }).get("rocket"), 2);
});
