import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { learnName, learnNames, nameOf, playersOf } from "../names.js";
import { response } from "./document.mjs";

/** A directory in which everybody is called as their id in capitals, but who begins with x. */
function directory() {
  const asked = [];
  const read = async (ids) => {
    asked.push(ids);
    const known = ids.filter((id) => !id.startsWith("x"));
    return known.map((id) => ({ id, name: id.startsWith("deleted") ? "" : id.toUpperCase() }));
  };
  return { asked, read };
}

test("names are asked for once, all together", async () => {
  const { asked, read } = directory();
  assert.equal(nameOf("a1"), "Somebody");
  assert.equal(await learnNames(["a1", "a2", "a1", "", undefined], read), true);
  assert.deepEqual([nameOf("a1"), nameOf("a2")], ["A1", "A2"]);
  assert.equal(await learnNames(["a2"], read), false);
  assert.deepEqual(asked, [["a1", "a2"]]);
});

test("who has no name is not asked for again", async () => {
  const { asked, read } = directory();
  assert.equal(await learnNames(["x1"], read), false);
  assert.equal(await learnNames(["x1"], read), false);
  assert.deepEqual(asked, [["x1"]]);
});

test("who was deleted is called so", async () => {
  const { read } = directory();
  assert.equal(await learnNames(["deleted1"], read), true);
  assert.equal(nameOf("deleted1"), "Deleted player");
});

test("players are asked for by their ids", async () => {
  const fetched = mock.method(globalThis, "fetch", async () => response({ players: [{ id: "f1", name: "Fay" }] }));
  assert.equal(await learnNames(["f1", "f2"]), true);
  mock.restoreAll();
  assert.equal(fetched.mock.calls[0].arguments[0], "/v1/players?player_ids=f1&player_ids=f2");
  assert.deepEqual([nameOf("f1"), nameOf("f2")], ["Fay", "Somebody"]);
});

test("who asks while a question is under way waits for its answer", async () => {
  const { asked, read } = directory();
  const both = await Promise.all([learnNames(["b1"], read), learnNames(["b1"], read)]);
  assert.deepEqual(both, [true, true]);
  assert.equal(asked.length, 1);
});

test("a question that failed is asked again", async () => {
  const { read } = directory();
  const fails = async () => {
    throw new Error("away");
  };
  assert.equal(await learnNames(["c1"], fails), false);
  assert.equal(await learnNames(["c1"], read), true);
});

test("many are asked for in several questions", async () => {
  const { asked, read } = directory();
  await learnNames(Array.from({ length: 250 }, (_, at) => `d${at}`), read);
  assert.deepEqual(asked.map((ids) => ids.length), [100, 100, 50]);
});

test("what is known elsewhere need not be asked", async () => {
  const { asked, read } = directory();
  learnName("e1", "Eve");
  learnName("e2", "");
  await learnNames(["e1"], read);
  assert.equal(nameOf("e1"), "Eve");
  assert.equal(nameOf("e2"), "Somebody");
  assert.deepEqual(asked, []);
});

test("bots have no names to ask for", () => {
  const games = [{ white: { player_id: "ann" }, black: { bot: "easy" } }];
  assert.deepEqual(playersOf(games), ["ann"]);
});
