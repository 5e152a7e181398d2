import assert from "node:assert/strict";
import { test } from "node:test";

import { Purse } from "../wallet.js";

const wallet = (coins) => ({ coins, items: [] });

test("a purse tells everybody what was read", async () => {
  const heard = [];
  const purse = new Purse(async () => wallet(5));
  const stop = purse.listen(({ coins }) => heard.push(coins));
  assert.equal(purse.wallet, null);
  await purse.read();
  purse.put(wallet(3));
  stop();
  purse.put(wallet(1));
  assert.deepEqual(heard, [5, 3]);
  assert.equal(purse.wallet.coins, 1);
});

test("what comes late is not taken over", async () => {
  const answers = [];
  const purse = new Purse(() => new Promise((resolve) => answers.push(resolve)));
  const [first, second] = [purse.read(), purse.read()];
  answers[1](wallet(2));
  answers[0](wallet(1));
  await Promise.all([first, second]);
  assert.equal(purse.wallet.coins, 2);

  const late = purse.read();
  purse.put(wallet(9));
  answers[2](wallet(4));
  await late;
  assert.equal(purse.wallet.coins, 9);
});

test("a shop that is away leaves what was known", async () => {
  const purse = new Purse(async () => {
    throw new Error("away");
  });
  purse.put(wallet(7));
  await purse.read();
  assert.equal(purse.wallet.coins, 7);
});
