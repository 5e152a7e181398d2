import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, Client, memoryStorage, Streams } from "../dist/index.js";
import { network, settle } from "./sockets.mjs";

/** Notes what a stream tells. */
function notes() {
  const told = { heard: [], states: [], ends: [] };
  told.handlers = {
    message: (message) => told.heard.push(message),
    live: () => told.states.push("live"),
    lost: () => told.states.push("lost"),
    closed: (reason, problem) => told.ends.push([reason, problem]),
  };
  return told;
}

/** Opens a stream and notes what it tells. */
function follow(world, path) {
  const told = notes();
  told.handle = world.streams.open(typeof path === "string" ? () => path : path, told.handlers);
  return told;
}

/** Opens streams over a socket that is open. */
async function followed(t, ...paths) {
  const world = network(t, Streams);
  const all = paths.map((path) => follow(world, path));
  await settle();
  world.sockets[0].open();
  return { world, socket: world.sockets[0], all };
}

const closed = (reason, retry, problem) => ({ reason, detail: "", retry, ...(problem && { problem }) });

test("all streams go over one socket, and each hears its own", async (t) => {
  const { world, socket, all } = await followed(t, "/a", "/b");
  const later = follow(world, "/c");
  await settle();
  assert.equal(world.sockets.length, 1);
  assert.equal(socket.token, "t");
  assert.deepEqual(socket.opened.map(([, path]) => path), ["/a", "/b", "/c"]);
  assert.equal(new Set(socket.opened.map(([id]) => id)).size, 3);
  socket.say({ id: socket.idOf("/b"), message: { n: 1 } });
  socket.say({ id: socket.idOf("/c"), message: { n: 2 } });
  socket.say({ id: socket.idOf("/b"), message: { n: 3 } });
  assert.deepEqual([...all, later].map(({ heard }) => heard), [[], [{ n: 1 }, { n: 3 }], [{ n: 2 }]]);
  assert.deepEqual(all[0].states, ["live"]);
});

test("a stream that is closed hears nothing more, and the last one takes the socket along", async (t) => {
  const { world, socket, all } = await followed(t, "/a", "/b");
  const id = socket.idOf("/a");
  all[0].handle.close();
  assert.deepEqual(socket.said.at(-1), { close: { id } });
  socket.say({ id, message: { n: 1 } });
  socket.say({ id, closed: closed("CLOSED", false) });
  assert.deepEqual(all[0].heard, []);
  assert.equal(socket.closed, false);
  all[1].handle.close();
  assert.equal(socket.closed, true);
  await world.later(120_000);
  assert.equal(world.sockets.length, 1);
});

test("a stream that is closed before the socket is open is never opened", async (t) => {
  const world = network(t, Streams);
  const told = follow(world, "/a");
  follow(world, "/b");
  await settle();
  told.handle.close();
  world.sockets[0].open();
  assert.deepEqual(world.sockets[0].opened.map(([, path]) => path), ["/b"]);
});

test("after a cut all are opened again where they broke off, over a new socket", async (t) => {
  let version = 1;
  const { world, socket, all } = await followed(t, () => `/g?after_version=${version}`, "/news");
  const old = socket.idOf("/news");
  version = 7;
  socket.break();
  assert.deepEqual(all.map(({ states }) => states.at(-1)), ["lost", "lost"]);
  await world.later(1000);
  world.sockets[1].open();
  assert.deepEqual(world.sockets[1].opened.map(([, path]) => path), ["/g?after_version=7", "/news"]);
  assert.deepEqual(all.map(({ states }) => states), [["live", "lost", "live"], ["live", "lost", "live"]]);
  // What is still under way on the old socket is of the past.
  socket.say({ id: old, message: {} });
  assert.deepEqual(all[1].heard, []);
});

test("it waits longer each time, never all at the same moment, and not long after a good connection", async (t) => {
  const { world } = await followed(t, "/a");
  const chance = t.mock.method(Math, "random", () => 0.5);
  const waits = [];
  for (let turn = 0; turn < 7; turn += 1) {
    world.sockets.at(-1).break();
    const before = world.sockets.length;
    let waited = 0;
    for (; world.sockets.length === before; waited += 100) await world.later(100);
    waits.push(waited);
  }
  assert.deepEqual(waits, [300, 600, 1200, 2400, 4800, 5000, 5000]);
  chance.mock.mockImplementation(() => 0);
  world.sockets.at(-1).open();
  await world.later(6000);
  world.sockets.at(-1).break();
  const before = world.sockets.length;
  await world.later(224);
  assert.equal(world.sockets.length, before);
  await world.later(1);
  assert.equal(world.sockets.length, before + 1);
});

test("a new token is used from then on, without a new socket", async (t) => {
  const { world, socket } = await followed(t, "/a");
  world.token = "u";
  world.streams.renew();
  world.streams.renew();
  assert.deepEqual(socket.said.slice(1), [{ renew: { access_token: "u" } }]);
  // One that nobody has told of goes before the next stream.
  world.token = "v";
  follow(world, "/b");
  await settle();
  const [renew, open] = socket.said.slice(2);
  assert.deepEqual(renew, { renew: { access_token: "v" } });
  assert.equal(open.open.path, "/b");
  assert.equal(world.sockets.length, 1);
});

test("a token that came while the socket opened is told at once", async (t) => {
  const world = network(t, Streams);
  follow(world, "/a");
  await settle();
  world.token = "u";
  world.streams.renew();
  world.sockets[0].open();
  assert.deepEqual(world.sockets[0].said[0], { renew: { access_token: "u" } });
});

const expired = { code: "UNAUTHENTICATED", reason: "TOKEN_EXPIRED", detail: "the token has expired" };

test("a stream that is refused for its token is opened once more with a new one", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", false, expired) });
  await settle();
  assert.deepEqual(world.refused, ["t"]);
  assert.deepEqual(socket.said.slice(1).map((said) => said.renew?.access_token ?? said.open.path), ["t+", "/a"]);
  socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", false, expired) });
  await settle();
  assert.deepEqual(world.refused, ["t"]);
  assert.deepEqual(all[0].ends.map(([reason, problem]) => [reason, problem.reason]), [["REFUSED", "TOKEN_EXPIRED"]]);
});

test("while no new token is to be had, it is tried again later; with a session that is over it is not", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  const refuse = (code) => () => Promise.reject(new ApiError({ status: 0, code, reason: code, detail: "" }));
  world.trade = refuse("OFFLINE");
  socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", false, expired) });
  await settle();
  assert.equal(all[0].states.at(-1), "lost");
  await world.later(1000);
  assert.equal(socket.opened.length, 2);
  world.trade = refuse("UNAUTHENTICATED");
  socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", false, expired) });
  await settle();
  assert.equal(all[0].ends.length, 1);
});

test("a refusal is told with its reason, and is the end of that stream alone", async (t) => {
  const { world, socket, all } = await followed(t, "/a", "/b");
  const problem = { code: "NOT_FOUND", reason: "UNKNOWN_GAME", detail: "there is no such game" };
  socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", false, problem) });
  const [[reason, error]] = all[0].ends;
  assert.equal(reason, "REFUSED");
  assert.deepEqual([error.code, error.reason, error.message], ["NOT_FOUND", "UNKNOWN_GAME", "there is no such game"]);
  await world.later(20_000);
  assert.equal(socket.opened.length, 2);
  assert.deepEqual(all[1].ends, []);
});

test("a stream that is over is not opened again, one that was lost is", async (t) => {
  const { world, socket, all } = await followed(t, "/a", "/b", "/c");
  const [a, b, c] = ["/a", "/b", "/c"].map((path) => socket.idOf(path));
  socket.say({ id: a, closed: closed("ENDED", false) });
  socket.say({ id: b, closed: closed("LOST", true) });
  assert.deepEqual(all.map(({ states }) => states), [["live"], ["live", "lost"], ["live"]]);
  await world.later(500);
  const [id, path] = socket.opened.at(-1);
  assert.equal(path, "/b");
  assert.ok(![a, b, c].includes(id));
  // It counts as live again with what it says.
  assert.equal(all[1].states.at(-1), "lost");
  socket.say({ id, message: {} });
  assert.equal(all[1].states.at(-1), "live");
  assert.equal(socket.opened.length, 4);
  assert.deepEqual(all.map(({ ends }) => ends), [[["ENDED", null]], [], []]);
});

test("a service that is away is asked again and again, and seen to be back although it says nothing", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  const away = { code: "UNAVAILABLE", reason: "STORE_UNAVAILABLE", detail: "" };
  for (let turn = 0; turn < 4; turn += 1) {
    socket.say({ id: socket.idOf("/a"), closed: closed("REFUSED", true, away) });
    const before = socket.opened.length;
    while (socket.opened.length === before) await world.later(500);
  }
  assert.deepEqual(all[0].states, ["live", "lost", "lost", "lost", "lost"]);
  await world.later(1000);
  assert.equal(all[0].states.at(-1), "live");
  assert.deepEqual(all[0].ends, []);
});

test("a stream whose messages cannot be right is opened anew", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  const id = socket.idOf("/a");
  all[0].handle.reopen();
  assert.deepEqual(socket.said.at(-1), { close: { id } });
  await world.later(500);
  assert.equal(socket.opened.length, 2);
  socket.say({ id, message: {} });
  assert.deepEqual(all[0].heard, []);
});

test("heartbeats keep the connection and are told to nobody", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  for (let turn = 0; turn < 10; turn += 1) {
    await world.later(30_000);
    socket.say({ heartbeat: {} });
  }
  assert.equal(world.sockets.length, 1);
  assert.deepEqual(all[0].heard, []);
  assert.deepEqual(all[0].states, ["live"]);
});

test("a connection that is silent for 70 seconds is dead", async (t) => {
  const { world, socket, all } = await followed(t, "/a");
  socket.say({ heartbeat: {} });
  await world.later(69_999);
  assert.deepEqual(all[0].states, ["live"]);
  await world.later(1);
  assert.equal(socket.closed, true);
  assert.equal(all[0].states.at(-1), "lost");
  await world.later(1000);
  world.sockets[1].open();
  assert.deepEqual(world.sockets[1].opened.map(([, path]) => path), ["/a"]);
});

test("a socket that does not open is given up", async (t) => {
  const world = network(t, Streams);
  follow(world, "/a");
  await settle();
  await world.later(20_000);
  assert.equal(world.sockets[0].closed, true);
  await world.later(1000);
  assert.equal(world.sockets.length, 2);
});

test("a socket that fails without a close is tried again at once", async (t) => {
  const world = network(t, Streams);
  const notice = follow(world, "/a");
  await settle();
  // As Node.js before version 24 tells of a connection that is refused.
  world.sockets[0].onerror();
  assert.equal(world.sockets[0].closed, true);
  await world.later(1000);
  assert.equal(world.sockets.length, 2);
  // A browser tells of both, and that is one failure.
  world.sockets[1].onerror();
  world.sockets[1].break();
  await world.later(2000);
  assert.equal(world.sockets.length, 3);
  assert.deepEqual(notice.states, ["lost", "lost"]);
});

test("when the page is seen again it does not wait", async (t) => {
  const { world, socket } = await followed(t, "/a");
  socket.break();
  world.streams.wake();
  await settle();
  assert.equal(world.sockets.length, 2);
  world.sockets[1].open();
  world.sockets[1].say({ id: world.sockets[1].idOf("/a"), closed: closed("LOST", true) });
  world.streams.wake();
  await settle();
  assert.equal(world.sockets[1].opened.length, 2);
  await world.later(10_000);
  assert.equal(world.sockets.length, 2);
});

test("a machine that slept finds its dead connection when it wakes", async (t) => {
  const { world, socket } = await followed(t, "/a");
  t.mock.method(Date, "now", () => 71_000);
  world.streams.wake();
  await settle();
  assert.equal(socket.closed, true);
  assert.equal(world.sockets.length, 2);
});

test("the token is renewed in place before it expires, while the socket is open", async (t) => {
  const { world, socket } = await followed(t, "/a");
  await world.later(10_000);
  assert.equal(socket.said.length, 1);
  world.fresh = () => (world.token = "u");
  await world.later(10_000);
  assert.deepEqual(socket.said.at(-1), { renew: { access_token: "u" } });
  assert.equal(world.sockets.length, 1);
});

test("a game is resumed behind the last version that came", async (t) => {
  const { world, socket } = await followed(t, "/a");
  const told = notes();
  world.streams.game("a/b", told.handlers, { playerId: "ann" });
  await settle();
  const path = "/v1/games/a%2Fb/watch";
  assert.equal(socket.opened.at(-1)[1], `${path}?after_version=0&player_id=ann`);
  const id = socket.idOf(path);
  socket.say({ id, message: { snapshot: { version: 4 } } });
  socket.say({ id, message: { event: { version: 5 } } });
  assert.deepEqual(told.heard, [{ snapshot: { version: 4 } }, { event: { version: 5 } }]);
  socket.say({ id, closed: closed("SLOW_READER", true) });
  await world.later(500);
  assert.equal(socket.opened.at(-1)[1], `${path}?after_version=5&player_id=ann`);
  socket.break();
  await world.later(1000);
  world.sockets[1].open();
  assert.ok(world.sockets[1].idOf(`${path}?after_version=5`));
});

test("a game tells an object of a class as other streams do", async (t) => {
  const world = network(t, Streams);
  class Board {
    heard = [];
    message(message) {
      this.heard.push(message);
    }
    live() {
      this.heard.push("live");
    }
    lost() {
      this.heard.push("lost");
    }
    closed(reason) {
      this.heard.push(reason);
    }
  }
  const board = new Board();
  world.streams.game("g", board);
  await settle();
  const [socket] = world.sockets;
  socket.open();
  const id = socket.idOf("/v1/games/g/watch");
  socket.say({ id, message: { snapshot: { version: 1 } } });
  socket.say({ id, closed: { reason: "ENDED", detail: "", retry: false } });
  assert.deepEqual(board.heard, ["live", { snapshot: { version: 1 } }, "ENDED"]);
});

test("players, queues and invites are followed at their paths", async (t) => {
  const world = network(t, Streams);
  const { handlers } = notes();
  world.streams.player("ann", handlers);
  await settle();
  const [socket] = world.sockets;
  socket.open();
  world.streams.queue({ mode: "classic", rated: true }, handlers, { offerBotAfterMs: 20_000 });
  world.streams.invite("ABCD2345", handlers);
  await settle();
  assert.deepEqual(socket.opened.map(([, path]) => path), [
    "/v1/players/ann/watch",
    "/v1/queues/classic/watch?rated=true&offer_bot_after_ms=20000",
    "/v1/invites/ABCD2345/watch",
  ]);
});

test("a socket carries 64 streams", async (t) => {
  const { world } = await followed(t, ...Array.from({ length: 64 }, (_, at) => `/${at}`));
  assert.throws(() => follow(world, "/more"), RangeError);
  assert.equal(world.sockets.length, 1);
});

test("a stream that is closed while others hear of a loss hears nothing of it", async (t) => {
  const world = network(t, Streams);
  const other = notes();
  let handle = null;
  world.streams.open(() => "/a", { message: () => {}, lost: () => handle.close() });
  handle = world.streams.open(() => "/b", other.handlers);
  await settle();
  world.sockets[0].open();
  world.sockets[0].break();
  assert.deepEqual(other.states, ["live"]);
});

test("the WebSocket carries the token as a protocol", async () => {
  const opened = [];
  class Socket {
    constructor(url, protocols) {
      opened.push([url, protocols]);
    }
    close() {}
  }
  for (const token of ["t", null]) {
    const client = new Client({ baseUrl: "https://shashki.example/", WebSocket: Socket, storage: memoryStorage(), locks: null });
    if (token) client.session.keep({ player: { id: "ann" }, tokens: { access_token: token, refresh_token: "r" } });
    const handle = client.streams.invite("ABCD2345", { message: () => {} });
    await settle();
    handle.close();
  }
  const url = "wss://shashki.example/v1/stream";
  assert.deepEqual(opened, [
    [url, ["shashki.v1", "bearer.t"]],
    [url, ["shashki.v1"]],
  ]);
});
