import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { attempt, byId, showAlert } from "../dom.js";
import { newDocument } from "./document.mjs";

beforeEach(newDocument);

test("buttons wait while something is done, and what was said before is gone", async () => {
  const buttons = ["one", "other"].map(byId);
  const disabled = () => buttons.map((button) => button.disabled);
  showAlert("It failed.");
  let during;
  assert.equal(await attempt(buttons, async () => (during = disabled())), true);
  assert.deepEqual(during, [true, true]);
  assert.deepEqual(disabled(), [false, false]);
  assert.equal(byId("alert").hidden, true);
});

test("what fails is said in words, and can be tried again", async () => {
  const refuse = async () => {
    throw Object.assign(new Error(), { reason: "NAME_TAKEN" });
  };
  assert.equal(await attempt([byId("one")], refuse), false);
  assert.equal(byId("one").disabled, false);
  assert.match(byId("alert").textContent, /taken/);
});
