import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { upgrade } from "../accounts.js";
import { response } from "./document.mjs";

afterEach(() => mock.restoreAll());

/** A server that answers in turn, or is not heard where it has no answer. */
function server(...answers) {
  const asked = [];
  mock.method(globalThis, "fetch", async (path, { body }) => {
    asked.push([path, JSON.parse(body)]);
    const json = answers.shift();
    if (!json) throw new Error("connection lost");
    return response(json);
  });
  return asked;
}

const refusal = (reason) => ({ code: "FAILED_PRECONDITION", reason, detail: "" });
const email = { email: "ann@example.org", password: "secret" };
const credentials = { email };
const ann = { player: { id: "ann" }, tokens: { access_token: "a", refresh_token: "r" } };

test("a guest whose account was made, but the answer lost, is signed in to it", async () => {
  const asked = server(null, refusal("NOT_A_GUEST"), ann);
  assert.deepEqual(await upgrade(email.email, email.password), ann.player);
  assert.deepEqual(asked, [
    ["/v1/upgrade", { credentials }],
    ["/v1/upgrade", { credentials }],
    ["/v1/sign-in", { credentials }],
  ]);
});

test("an account that cannot be made is not signed in to", async () => {
  const asked = server(refusal("EMAIL_TAKEN"));
  await assert.rejects(upgrade(email.email, email.password), { reason: "EMAIL_TAKEN" });
  assert.equal(asked.length, 1);
});
