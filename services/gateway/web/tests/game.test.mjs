import assert from "node:assert/strict";
import { test } from "node:test";

import { network, settle } from "../../../../clients/typescript/tests/sockets.mjs";
import { Streams } from "../client-index.js";
import { applyEvent, Follower, isSettled } from "../game.js";

const start = () => ({
  id: "g",
  version: 1,
  moves: [],
  ply: 0,
  fen: "W:Wc3:Bf6",
  side_to_move: "white",
});

const TIME = "2026-12-01T02:24:19.123Z";

const played = (version, outcome) => ({
  version,
  at: TIME,
  move_played: {
    move: { ply: version - 1, side: "white", text: "c3-d4" },
    fen: "B:Wd4:Bf6",
    side_to_move: "black",
  },
  ...(outcome && { outcome }),
});

/** A game service that answers at once, and a network that does what the test says. */
function table(t, game = start()) {
  const world = Object.assign(network(t, Streams), { game, seen: [], beside: [], states: [], refused: [], reads: 0 });
  const ways = {
    streams: world.streams,
    read: async () => {
      world.reads += 1;
      if (world.game instanceof Error) throw world.game;
      return world.game;
    },
  };
  const tell = {
    game: (game, event) => world.seen.push([game.version, event?.version ?? null]),
    beside: (game) => world.beside.push(game),
    connection: (state) => world.states.push(state),
    refused: (error) => world.refused.push(error),
  };
  world.follower = new Follower("g", "ann", tell, ways);
  world.start = async () => {
    await world.follower.start();
    await settle();
    world.sockets[0]?.open();
  };
  world.send = (message) => {
    const socket = world.sockets.at(-1);
    socket.say({ id: socket.idOf("/v1/games/g/watch"), message });
  };
  /** The versions after which the game was asked for over a socket. */
  world.after = (at) => {
    const queries = world.sockets[at].opened.map(([, path]) => new URLSearchParams(path.split("?")[1]));
    return queries.map((query) => Number(query.get("after_version")));
  };
  return world;
}

test("a move changes what it says and nothing else", () => {
  const before = start();
  const after = applyEvent(before, played(2));
  assert.equal(after.ply, 1);
  assert.equal(after.side_to_move, "black");
  assert.equal(after.moves.length, 1);
  assert.equal(before.moves.length, 0);
});

test("a draw offer stands until it is answered, lapses or the game ends", () => {
  const offered = applyEvent(start(), { version: 2, draw_offered: { side: "white" } });
  assert.equal(offered.draw_offered_by, "white");
  const own = applyEvent(offered, played(3));
  assert.equal(own.draw_offered_by, "white");
  const other = applyEvent({ ...own, draw_offered_by: "black" }, played(4));
  assert.equal(other.draw_offered_by, undefined);
  assert.equal(applyEvent(own, { version: 4, draw_declined: {} }).draw_offered_by, undefined);
  const outcome = { result: "draw", reason: "agreement" };
  const agreed = applyEvent(own, { version: 4, draw_agreed: {}, outcome });
  assert.equal(agreed.draw_offered_by, undefined);
  assert.deepEqual(agreed.outcome, outcome);
});

const combat = () => ({
  ...start(),
  actions: 2,
  boosts: [],
  boost_limits: { recon: 3, rocket: 1, shield: 2, sabotage: 1 },
});

const call = { action: 3, side: "white", boost: "rocket" };

const used = (version, boost, more) => ({
  version,
  at: TIME,
  boost_used: { boost: { action: 3, ply: 0, side: "white", ...boost }, fen: "W:Wc3:B", side_to_move: "white", ...more },
});

test("a boost is in flight until it has taken effect", () => {
  const called = applyEvent(combat(), { version: 2, boost_called: call });
  assert.deepEqual(called.boost_in_flight, call);
  assert.equal(called.actions, 2);
  const hit = applyEvent(called, used(3, { boost: "rocket", target: "f6" }));
  assert.equal(hit.boost_in_flight, undefined);
  assert.equal(hit.actions, 3);
  assert.equal(hit.fen, "W:Wc3:B");
  assert.deepEqual(hit.boosts.map(({ target }) => target), ["f6"]);
  assert.equal(hit.ply, 0);
  assert.equal(called.boosts.length, 0);
});

test("a boost that is refused changes nothing", () => {
  const called = applyEvent(combat(), { version: 2, boost_called: call });
  const refused = applyEvent(called, { version: 3, boost_refused: { call, reason: "NOT_IN_INVENTORY" } });
  assert.deepEqual(refused, { ...combat(), version: 3, updated_at: undefined });
});

test("a game that ends has no boost in flight", () => {
  const called = applyEvent(combat(), { version: 2, boost_called: call });
  const over = applyEvent(called, { version: 3, resigned: { side: "black" }, outcome: { result: "white_wins" } });
  assert.equal(over.boost_in_flight, undefined);
});

test("sabotage is a ply, and the offer made to its victim lapses", () => {
  const move = { ply: 1, side: "black", text: "f6-g5", sabotaged: true };
  const before = { ...combat(), draw_offered_by: "white" };
  const after = applyEvent(before, used(2, { boost: "sabotage", move: "f6-g5" }, { move }));
  assert.deepEqual(after.moves, [move]);
  assert.equal(after.ply, 1);
  assert.equal(after.side_to_move, "white");
  assert.equal(after.draw_offered_by, undefined);
  const own = applyEvent({ ...before, draw_offered_by: "black" }, used(2, { boost: "sabotage" }, { move }));
  assert.equal(own.draw_offered_by, "black");
});

test("a move is an action", () => {
  assert.equal(applyEvent(combat(), played(2)).actions, 3);
});

test("every event brings the clock with it", () => {
  const clock = { white_ms: 1, black_ms: 2 };
  const after = applyEvent(start(), { version: 2, clock_warning: { side: "white" }, clock });
  assert.deepEqual(after.clock, clock);
});

test("an event that is not the next one is not applied", () => {
  assert.equal(applyEvent(start(), played(3)), null);
});

test("it asks for what comes after the state it has read", async (t) => {
  const world = table(t);
  await world.start();
  assert.deepEqual(world.sockets[0].opened.map(([, path]) => path), [
    "/v1/games/g/watch?after_version=1&player_id=ann",
  ]);
  assert.deepEqual(world.states, ["connecting", "live"]);
});

test("an event that comes twice counts once", async (t) => {
  const world = table(t);
  await world.start();
  world.follower.accept(played(2));
  world.send({ event: played(2) });
  assert.deepEqual(world.seen, [[1, null], [2, 2]]);
});

test("a gap is healed by reading the game", async (t) => {
  const world = table(t);
  await world.start();
  world.game = { ...start(), version: 5 };
  world.send({ event: played(5) });
  await settle();
  assert.deepEqual(world.seen.at(-1), [5, null]);
});

test("a lost connection is made again where it broke off", async (t) => {
  const world = table(t);
  await world.start();
  world.send({ event: played(2) });
  world.sockets[0].break();
  assert.equal(world.states.at(-1), "lost");
  await world.later(1000);
  assert.equal(world.sockets.length, 2);
  world.sockets[1].open();
  assert.deepEqual(world.after(1), [2]);
});

test("it keeps trying while the server is away", async (t) => {
  const world = table(t);
  await world.start();
  world.game = new Error("away");
  for (let turn = 0; turn < 5; turn += 1) {
    world.sockets.at(-1).break();
    await world.later(7000);
  }
  assert.equal(world.sockets.length, 6);
  assert.equal(world.reads, 6);
  assert.deepEqual(world.seen, [[1, null]]);
  world.game = { ...start(), version: 4 };
  world.sockets.at(-1).break();
  await world.later(7000);
  assert.deepEqual(world.seen.at(-1), [4, null]);
  world.sockets.at(-1).open();
  assert.deepEqual(world.after(6), [4]);
});

test("when the page is seen again it reads what it may have missed", async (t) => {
  const world = table(t);
  await world.start();
  world.game = { ...start(), version: 2 };
  world.follower.wake();
  await settle();
  assert.deepEqual(world.seen.at(-1), [2, null]);
});

test("a gap that cannot be read is asked for by the stream", async (t) => {
  const world = table(t);
  await world.start();
  world.game = new Error("away");
  world.send({ event: played(5) });
  await settle();
  await world.later(1000);
  assert.deepEqual(world.after(0), [1, 1]);
});

test("a snapshot takes the place of what was known", async (t) => {
  const world = table(t);
  await world.start();
  world.send({ snapshot: { ...start(), version: 9 } });
  assert.deepEqual(world.seen.at(-1), [9, null]);
});

test("a stream that is refused is told", async (t) => {
  const world = table(t);
  await world.start();
  const [[id]] = world.sockets[0].opened;
  const problem = { code: "NOT_FOUND", reason: "UNKNOWN_GAME", detail: "" };
  world.sockets[0].say({ id, closed: { reason: "REFUSED", detail: "", retry: false, problem } });
  assert.deepEqual(world.refused.map(({ reason }) => reason), ["UNKNOWN_GAME"]);
});

test("what lies beside the game is told without a new version", async (t) => {
  const world = table(t);
  await world.start();
  world.game = { ...start(), spectators: 2 };
  await world.follower.refresh();
  assert.deepEqual(world.seen, [[1, null]]);
  assert.deepEqual(world.beside, [world.game]);
});

test("after the end it can still be read, and is when the page is seen again", async (t) => {
  const outcome = { result: "draw", reason: "agreement" };
  const world = table(t, { ...start(), outcome });
  await world.start();
  world.game = { ...start(), outcome, rematch: { offered_by: "white" } };
  world.follower.wake();
  await settle();
  assert.deepEqual(world.beside, [world.game]);
  assert.equal(world.sockets.length, 0);
});

test("the end of the game ends the following", async (t) => {
  const world = table(t);
  await world.start();
  world.send({ event: played(2, { result: "white_wins", reason: "no_moves" }) });
  assert.equal(world.sockets[0].closed, true);
  assert.equal(world.states.at(-1), "ended");
  world.streams.wake();
  world.follower.wake();
  await settle();
  assert.equal(world.sockets.length, 1);
});

test("a game that is over already is not followed", async (t) => {
  const world = table(t, { ...start(), outcome: { result: "draw", reason: "agreement" } });
  await world.start();
  assert.equal(world.sockets.length, 0);
  assert.equal(world.states.at(-1), "ended");
});

test("a game that was let go tells nothing more", async (t) => {
  const world = table(t);
  await world.start();
  world.follower.stop();
  world.follower.accept(played(2));
  assert.equal(world.seen.length, 1);
  assert.equal(world.sockets[0].closed, true);
});

test("a rated game is followed until it is rated", async (t) => {
  const changes = { pool: "russian", white: { before: 1500, after: 1512 }, black: { before: 1500, after: 1488 } };
  const world = table(t, { ...start(), rated: true });
  await world.start();
  world.send({ event: played(2, { result: "white_wins", reason: "no_moves" }) });
  assert.equal(world.sockets[0].closed, false);
  assert.equal(world.states.at(-1), "ended");
  world.send({ event: { version: 3, at: TIME, rated: { changes }, outcome: { result: "white_wins" } } });
  assert.equal(world.sockets[0].closed, true);
  assert.deepEqual(world.seen.at(-1), [3, 3]);
});

test("a game that was taken back is not rated, nor waited for", () => {
  const outcome = { result: "aborted", reason: "aborted_by_player" };
  assert.equal(isSettled({ rated: true, outcome }), true);
  assert.equal(isSettled({ rated: true, outcome: { result: "draw" } }), false);
  assert.equal(isSettled({ rated: true, outcome: { result: "draw" }, rating_changes: {} }), true);
  assert.equal(isSettled({ rated: false, outcome: { result: "draw" } }), true);
  assert.equal(isSettled({ rated: false }), false);
});

test("a server that has told everything is not asked again", async (t) => {
  const world = table(t);
  await world.start();
  const [[id]] = world.sockets[0].opened;
  world.sockets[0].say({ id, closed: { reason: "ENDED", detail: "", retry: false } });
  await world.later(10_000);
  assert.equal(world.sockets.length, 1);
  assert.equal(world.sockets[0].opened.length, 1);
});
