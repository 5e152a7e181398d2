import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

import { answerDraw, client, legalMoves, listBoosts, listGames, playMove, readPdn } from "../api.js";
import { response } from "./document.mjs";

/** A server that answers what it is given, in turn, and notes what it was asked. */
function server(...answers) {
  const asked = [];
  mock.method(globalThis, "fetch", async (path, request) => {
    asked.push({ path, ...request });
    return response(answers.shift());
  });
  return asked;
}

afterEach(() => mock.restoreAll());

test("what is sent has the names of the contract, and the answer is what the message holds", async () => {
  const event = { version: 2 };
  const asked = server({ event }, { event });
  assert.deepEqual(await playMove("g", "ann", 4, "c3-d4"), event);
  assert.deepEqual(JSON.parse(asked[0].body), { player_id: "ann", expected_ply: 4, move: "c3-d4" });
  assert.deepEqual(await answerDraw("g", "ann", false), event);
  assert.equal(asked[1].path, "/v1/games/g/draw/answer");
  assert.deepEqual(JSON.parse(asked[1].body), { player_id: "ann", accept: false });
});

test("boosts are told by what may be chosen", async () => {
  const choice = { boost: "shield", targets: ["c3"], moves: [] };
  const asked = server({ boosts: [{ choice, left: 2 }] });
  assert.deepEqual(await listBoosts("g", "ann"), [choice]);
  assert.equal(asked[0].path, "/v1/games/g/boosts?player_id=ann");
});

test("a board asks for algebraic squares, and a list for the page behind the one it has", async () => {
  const asked = server({ moves: [] }, { games: [] }, { games: [] });
  await legalMoves("a/b");
  await listGames("ann", "finished", 8, null);
  await listGames("ann", "finished", 8, "more");
  assert.deepEqual(asked.map(({ path }) => path), [
    "/v1/games/a%2Fb/legal-moves?notation=algebraic",
    "/v1/players/ann/games?filter=finished&page_size=8",
    "/v1/players/ann/games?filter=finished&page_size=8&page_token=more",
  ]);
});

test("a game comes as text", async () => {
  const headers = new Headers({ "content-type": "text/plain; charset=utf-8" });
  mock.method(globalThis, "fetch", async () => ({ ok: true, headers, text: async () => "1. c3-d4 *" }));
  assert.equal(await readPdn("g"), "1. c3-d4 *");
});

test("the streams of the page go to where it came from", async (t) => {
  const opened = [];
  globalThis.location = new URL("https://shashki.example/game/g");
  globalThis.WebSocket = class {
    constructor(url) {
      opened.push(url);
    }
    close() {}
  };
  t.after(() => {
    delete globalThis.location;
    delete globalThis.WebSocket;
  });
  const stream = client.streams.player("ann", { message: () => {} });
  await new Promise((resolve) => setImmediate(resolve));
  stream.close();
  assert.deepEqual(opened, ["wss://shashki.example/v1/stream"]);
});
