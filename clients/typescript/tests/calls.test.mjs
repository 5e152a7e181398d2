import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { Client, memoryStorage } from "../dist/index.js";

let client;
let asked;
let answers;

/** An answer of the API. */
const answer = (json, { status = 200, headers = {}, type = "application/json" } = {}) =>
  new Response(type.includes("json") ? JSON.stringify(json) : json, { status, headers: { "content-type": type, ...headers } });

/** A refusal of the API. */
function refusal(status, code, reason, more = {}, headers = {}) {
  const problem = { type: "about:blank", title: "", status, code, reason, detail: "in words", ...more };
  return answer(problem, { status, headers, type: "application/problem+json" });
}

const away = (headers) => refusal(503, "UNAVAILABLE", "STORE_UNAVAILABLE", {}, headers);
const noToken = () => refusal(401, "UNAUTHENTICATED", "TOKEN_EXPIRED");

/** A server that answers what it is given, in turn, and is not heard where that is null. */
beforeEach(() => {
  asked = [];
  answers = [];
  const fetch = async (url, { method, headers, body }) => {
    asked.push({ url, method, headers, body: body && JSON.parse(body) });
    const next = answers.shift();
    if (!next) throw new TypeError("failed to fetch");
    return next;
  };
  client = new Client({ baseUrl: "http://localhost:8080/", fetch, storage: memoryStorage(), locks: null });
});

afterEach(() => mock.restoreAll());

const signIn = (token = "t") =>
  client.session.keep({ player: { id: "ann" }, tokens: { access_token: token, refresh_token: `r-${token}` } });

/** Lets timers run at once, and notes for how long they were set. */
function quickly(t) {
  const waits = [];
  t.mock.method(globalThis, "setTimeout", (work, ms) => {
    waits.push(ms);
    queueMicrotask(work);
  });
  t.mock.method(Math, "random", () => 0.5);
  return waits;
}

test("parameters go where the description has them", async () => {
  answers = [answer({ event: { version: 2 } }), answer({ players: [] })];
  const given = { path: { game_id: "a/b" }, body: { expected_ply: 0, move: "c3-d4" } };
  assert.deepEqual(await client.post("/v1/games/{game_id}/moves", given), { event: { version: 2 } });
  await client.get("/v1/players", { query: { player_ids: ["ann", "b&b"] } });
  assert.equal(asked[0].url, "http://localhost:8080/v1/games/a%2Fb/moves");
  assert.deepEqual(asked[0].body, given.body);
  assert.equal(asked[0].headers["content-type"], "application/json");
  assert.equal(asked[1].url, "http://localhost:8080/v1/players?player_ids=ann&player_ids=b%26b");
  assert.deepEqual([asked[1].method, asked[1].body, asked[1].headers["content-type"]], ["GET", undefined, undefined]);
});

test("an answer that is not JSON is a text", async () => {
  answers = [answer("[Event \"g\"]", { type: "text/plain; charset=utf-8" })];
  assert.equal(await client.get("/v1/games/{game_id}/pdn", { path: { game_id: "g" } }), "[Event \"g\"]");
});

test("calls are signed with the token of the session", async () => {
  answers = [answer({}), answer({})];
  await client.get("/v1/modes");
  signIn();
  await client.get("/v1/modes");
  assert.deepEqual(asked.map(({ headers }) => headers.authorization), [undefined, "Bearer t"]);
});

test("a token that was refused is traded once", async () => {
  signIn();
  answers = [noToken(), answer({ tokens: { access_token: "u", refresh_token: "r-u" } }), answer({ modes: [] })];
  assert.deepEqual(await client.get("/v1/modes"), { modes: [] });
  assert.deepEqual(asked.map(({ url }) => new URL(url).pathname), ["/v1/modes", "/v1/refresh", "/v1/modes"]);
  assert.deepEqual(asked[1].body, { refresh_token: "r-t" });
  assert.equal(asked[2].headers.authorization, "Bearer u");
  answers = [noToken(), answer({ tokens: { access_token: "v", refresh_token: "r-v" } }), noToken()];
  await assert.rejects(client.get("/v1/modes"), { reason: "TOKEN_EXPIRED" });
  assert.equal(answers.length, 0);
});

test("a visitor without a session is refused at once", async () => {
  answers = [noToken()];
  await assert.rejects(client.get("/v1/modes"), { code: "UNAUTHENTICATED" });
  assert.equal(asked.length, 1);
});

test("a session that the server has ended is told", async () => {
  const told = [];
  client.session.listen((event) => told.push(event));
  signIn();
  answers = [noToken(), refusal(401, "UNAUTHENTICATED", "REFRESH_TOKEN_REUSED")];
  await assert.rejects(client.get("/v1/modes"), { reason: "REFRESH_TOKEN_REUSED" });
  assert.deepEqual(told, ["renewed", "ended"]);
  assert.equal(client.session.player, null);
});

test("a call without an answer, or while a service is away, is sent again", async (t) => {
  const waits = quickly(t);
  answers = [null, away(), answer({ modes: [] })];
  assert.deepEqual(await client.get("/v1/modes"), { modes: [] });
  assert.deepEqual(waits, [300, 600]);
  answers = [null, refusal(504, "DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED"), away(), answer({})];
  await assert.rejects(client.get("/v1/modes"), { reason: "STORE_UNAVAILABLE" });
});

test("it waits for as long as the server says, but not for long", async (t) => {
  const waits = quickly(t);
  answers = [away({ "retry-after": "2" }), answer({})];
  await client.get("/v1/modes");
  assert.deepEqual(waits, [2000]);
  answers = [away({ "retry-after": "60" })];
  await assert.rejects(client.get("/v1/modes"), { retryAfterMs: 60_000 });
});

test("a call that was refused is not sent again", async () => {
  answers = [refusal(429, "RESOURCE_EXHAUSTED", "TOO_MANY_ATTEMPTS", { metadata: { retry_after_ms: "5000" } }, { "retry-after": "5" })];
  const call = client.get("/v1/modes");
  await assert.rejects(call, { reason: "TOO_MANY_ATTEMPTS", retryAfterMs: 5000, metadata: { retry_after_ms: "5000" } });
  assert.equal(asked.length, 1);
});

test("calls that sign in are sent once and without a token", async () => {
  signIn();
  answers = [null];
  await assert.rejects(client.post("/v1/sign-in/guest", { body: {} }), { code: "OFFLINE" });
  assert.equal(asked.length, 1);
  assert.equal(asked[0].headers.authorization, undefined);
});

const game = { mode: "russian", white: { player_id: "ann" }, black: { bot: "easy" } };

test("what makes something new is named, and keeps its name when it is sent again", async (t) => {
  quickly(t);
  answers = [null, answer({}), answer({}), answer({}), answer({})];
  await client.post("/v1/games", { body: game });
  await client.post("/v1/games", { body: game });
  const [first, again, other] = asked.map(({ headers }) => headers["idempotency-key"]);
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(again, first);
  assert.notEqual(other, first);
  await client.post("/v1/games", { body: game, idempotencyKey: "mine" });
  assert.equal(asked[3].headers["idempotency-key"], "mine");
  await client.post("/v1/games", { body: { ...game, request_id: "mine" } });
  assert.equal(asked[4].headers["idempotency-key"], undefined);
});

test("a refusal has all that the problem says", async () => {
  const fields = [{ field: "white.bot", description: "is none of easy, medium, hard" }];
  answers = [refusal(400, "INVALID_ARGUMENT", "MALFORMED_BODY", { fields })];
  const expected = { name: "ApiError", status: 400, code: "INVALID_ARGUMENT", reason: "MALFORMED_BODY", message: "in words", fields, metadata: {} };
  await assert.rejects(client.post("/v1/games", { body: game }), expected);
});

test("what comes from something in between is told by its status, and a page is no answer", async (t) => {
  quickly(t);
  const page = (status) => answer("<h1>Sorry</h1>", { status, type: "text/html" });
  answers = [page(502), answer({})];
  await client.get("/v1/modes");
  answers = [page(403)];
  await assert.rejects(client.get("/v1/modes"), { code: "PERMISSION_DENIED", status: 403 });
  answers = [answer({}, { status: 400 })];
  await assert.rejects(client.get("/v1/modes"), { code: "INTERNAL", status: 400 });
  answers = [page(200), answer({ modes: [] })];
  assert.deepEqual(await client.get("/v1/modes"), { modes: [] });
});

test("a call that is aborted fails with the reason, and is not sent again", async () => {
  const aborted = new AbortController();
  const call = client.get("/v1/modes", { signal: aborted.signal });
  aborted.abort(new Error("left the page"));
  await assert.rejects(call, { message: "left the page" });
  assert.equal(asked.length, 1);
});

const credentials = { email: { email: "ann@example.org", password: "secret" } };

test("a guest whose account was made, but the answer lost, is signed in to it", async (t) => {
  quickly(t);
  signIn();
  const bob = { player: { id: "bob" }, tokens: { access_token: "b", refresh_token: "r-b" } };
  answers = [null, refusal(400, "FAILED_PRECONDITION", "NOT_A_GUEST"), answer(bob)];
  assert.deepEqual(await client.upgrade(credentials), { id: "bob" });
  const sent = asked.map(({ url, body }) => [new URL(url).pathname, body]);
  assert.deepEqual(sent, [
    ["/v1/upgrade", { credentials }],
    ["/v1/upgrade", { credentials }],
    ["/v1/sign-in", { credentials }],
  ]);
  assert.equal(client.session.token, "b");
});

test("an account that cannot be made is not signed in to", async () => {
  signIn();
  answers = [refusal(409, "ALREADY_EXISTS", "EMAIL_TAKEN")];
  await assert.rejects(client.upgrade(credentials), { reason: "EMAIL_TAKEN" });
  assert.equal(asked.length, 1);
});
