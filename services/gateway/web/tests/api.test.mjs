import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { call, once, openWatch, signWith } from "../api.js";

/** A server that answers what it is given, in turn, and notes what it was asked. */
function server(...answers) {
  const asked = [];
  mock.method(globalThis, "fetch", async (path, request) => {
    asked.push({ path, ...request });
    const { status = 200, json } = answers.shift();
    return { ok: status < 400, status, json: async () => json };
  });
  return asked;
}

/** A session with a token, which gets another one when the first is refused. */
const session = (token) => ({
  token,
  fresh: async () => token,
  refused: async (stale) => `${stale}+`,
});

const unknown = { status: 401, json: { error: { code: "UNAUTHENTICATED", reason: "NO_TOKEN", message: "" } } };

afterEach(() => {
  mock.restoreAll();
  signWith(session(null));
});

test("calls are signed with the token of the session", async () => {
  const asked = server({ json: { modes: [] } }, { json: {} });
  signWith(session("t"));
  assert.deepEqual(await call("GET", "/v1/modes"), { modes: [] });
  assert.equal(asked[0].headers.authorization, "Bearer t");
  await once("POST", "/v1/sign-in", {});
  assert.equal(asked[1].headers.authorization, undefined);
});

test("a token that was refused is traded once", async () => {
  const asked = server(unknown, { json: {} });
  signWith(session("t"));
  await call("GET", "/v1/modes");
  assert.deepEqual(asked.map(({ headers }) => headers.authorization), ["Bearer t", "Bearer t+"]);
  mock.restoreAll();
  server(unknown, unknown);
  await assert.rejects(call("GET", "/v1/modes"), { code: "UNAUTHENTICATED" });
});

test("a visitor without a session is refused at once", async () => {
  const asked = server(unknown);
  await assert.rejects(call("GET", "/v1/modes"), { reason: "NO_TOKEN" });
  assert.equal(asked.length, 1);
});

test("a WebSocket carries the token as a protocol", () => {
  const opened = [];
  globalThis.location = new URL("https://shashki.example/game/g");
  globalThis.WebSocket = class {
    constructor(url, protocols) {
      opened.push([url.href, protocols]);
    }
  };
  signWith(session("t"));
  openWatch("g", 3, "ann");
  signWith(session(null));
  openWatch("g", 3, "ann");
  const url = "wss://shashki.example/v1/games/g/watch?after_version=3&player=ann";
  assert.deepEqual(opened, [
    [url, ["shashki.v1", "bearer.t"]],
    [url, ["shashki.v1"]],
  ]);
});
