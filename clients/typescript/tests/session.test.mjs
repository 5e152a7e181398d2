import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, openStorage, Session } from "../dist/index.js";
import { lifeOf } from "../dist/session.js";

const MINUTE = 60_000;
const claims = (claims) => `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sign`;
const token = (name, life = 900) => claims({ jti: name, iat: 1_000, exp: 1_000 + life });
const ann = { id: "ann", name: "Ann", guest: true };
const tokens = (name, life) => ({ access_token: token(name, life), refresh_token: `r-${name}` });

/** A browser with a storage of its own, in which tabs can be opened. */
function browser(trade) {
  const kept = new Map();
  const world = { now: 0, trades: [], sent: [], signedOut: [], ended: 0, renewed: 0, kept };
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  // As the browser's locks do: one at a time over all tabs.
  let before = Promise.resolve();
  const locks = {
    request: (_name, work) => {
      const mine = before.then(work);
      before = mine.catch(() => {});
      return mine;
    },
  };
  const answers = {
    "/v1/refresh": async ({ refresh_token }) => {
      world.trades.push(refresh_token);
      return { tokens: await trade(refresh_token) };
    },
    "/v1/sign-out": async ({ refresh_token }) => {
      world.signedOut.push(refresh_token);
      throw refusal("OFFLINE");
    },
  };
  const send = async ({ method, path, body }) => {
    assert.equal(method, "POST");
    world.sent.push([path, body]);
    return answers[path] ? answers[path](body) : { player: ann, tokens: tokens("new") };
  };
  world.tab = () => {
    const session = new Session({ send, storage, locks, now: () => world.now });
    session.listen((event) => (world[event] += 1));
    return session;
  };
  return world;
}

const refusal = (code) => new ApiError({ status: 0, code, reason: code, detail: "" });

test("a token says how long it is good, whatever the clocks say", () => {
  assert.equal(lifeOf(token("a")), 900_000);
  assert.equal(lifeOf("no token"), null);
  assert.equal(lifeOf(claims({})), null);
});

test("nobody is signed in to begin with", async () => {
  const session = browser().tab();
  assert.equal(session.player, null);
  assert.equal(await session.fresh(), null);
});

test("a token is kept as long as it is good, and traded before it expires", async () => {
  const world = browser(() => tokens("b"));
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  assert.deepEqual(session.player, ann);
  world.now = 13 * MINUTE;
  assert.equal(await session.fresh(), token("a"));
  world.now = 14 * MINUTE;
  assert.equal(await session.fresh(), token("b"));
  assert.deepEqual(world.trades, ["r-a"]);
  assert.equal(session.token, token("b"));
  // Told of those signed in with and of those traded.
  assert.equal(world.renewed, 2);
  assert.deepEqual(session.player, ann);
});

test("tabs and calls that find it expired trade it once", async () => {
  const world = browser((refresh) => tokens(`${refresh}+`));
  const [one, other] = [world.tab(), world.tab()];
  one.keep({ player: ann, tokens: tokens("a") });
  world.now = 15 * MINUTE;
  const found = await Promise.all([one.fresh(), one.fresh(), other.fresh(), other.fresh()]);
  assert.deepEqual(found, Array(4).fill(token("r-a+")));
  assert.deepEqual(world.trades, ["r-a"]);
});

test("a token that was refused is traded, unless that was done already", async () => {
  const world = browser(() => tokens("b"));
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  assert.equal(await session.refused(token("a")), token("b"));
  assert.equal(await session.refused(token("a")), token("b"));
  assert.deepEqual(world.trades, ["r-a"]);
});

test("a session that the server has ended is over", async () => {
  const world = browser(() => {
    throw refusal("UNAUTHENTICATED");
  });
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  await assert.rejects(session.refused(token("a")));
  assert.equal(session.player, null);
  assert.equal(world.ended, 1);
});

test("while the server is away the old token is used on", async () => {
  const world = browser(() => {
    throw refusal("OFFLINE");
  });
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  world.now = 14 * MINUTE;
  assert.equal(await session.fresh(), token("a"));
  assert.deepEqual(session.player, ann);
  assert.equal(world.ended, 0);
});

const bob = { id: "bob", name: "Bob", guest: false };
const trades = {
  answered: () => tokens("late"),
  refused: () => {
    throw refusal("UNAUTHENTICATED");
  },
};

for (const [how, answer] of Object.entries(trades)) {
  test(`a trade that is ${how} after a sign-out signs nobody in`, async () => {
    const world = browser(() => {
      session.forget();
      return answer();
    });
    const session = world.tab();
    session.keep({ player: ann, tokens: tokens("a") });
    assert.equal(await session.refused(token("a")), null);
    assert.equal(session.player, null);
    assert.equal(world.ended, 0);
  });

  test(`a trade that is ${how} after another sign-in leaves that alone`, async () => {
    const world = browser(() => {
      session.keep({ player: bob, tokens: tokens("b") });
      return answer();
    });
    const session = world.tab();
    session.keep({ player: ann, tokens: tokens("a") });
    assert.equal(await session.refused(token("a")), token("b"));
    assert.deepEqual(session.player, bob);
    assert.equal(JSON.parse(world.kept.get("shashki.session")).refresh_token, "r-b");
    assert.equal(world.ended, 0);
  });
}

test("a name that changes while tokens are traded stays changed", async () => {
  const world = browser(() => {
    session.keepPlayer({ ...ann, name: "Anna" });
    return tokens("b");
  });
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  assert.equal(await session.refused(token("a")), token("b"));
  assert.equal(session.player.name, "Anna");
});

test("what is heard late of one player is not kept of another", () => {
  const session = browser().tab();
  session.keepPlayer(ann);
  assert.equal(session.player, null);
  session.keep({ player: bob, tokens: tokens("b") });
  session.keepPlayer(ann);
  assert.deepEqual(session.player, bob);
});

test("another tab's sign-in concerns this one, new tokens do not", () => {
  const world = browser();
  const session = world.tab();
  const key = "shashki.session";
  const as = (id, access_token) => JSON.stringify({ player: { id }, access_token });
  const concerns = (oldValue, newValue) => session.concerns({ key, oldValue, newValue });
  assert.equal(concerns(null, as("ann", "a")), true);
  assert.equal(concerns(as("ann", "a"), null), true);
  assert.equal(concerns(as("ann", "a"), as("bob", "b")), true);
  assert.equal(concerns(as("ann", "a"), as("ann", "b")), false);
  assert.equal(session.concerns({ key: "other", oldValue: null, newValue: "x" }), false);
  assert.equal(session.concerns({ key: null, oldValue: null, newValue: null }), true);
});

test("a storage that holds nonsense holds nobody", async () => {
  const world = browser();
  world.kept.set("shashki.session", "{");
  assert.equal(world.tab().player, null);
  assert.equal(await world.tab().fresh(), null);
});

test("the browser's storage is used where there is one", () => {
  const kept = new Map();
  const storage = { setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  assert.equal(openStorage(() => storage), storage);
  assert.equal(kept.size, 0);
});

test("a storage that is switched off or full gives way to one of the page", () => {
  const refuse = () => {
    throw new Error("switched off");
  };
  for (const open of [refuse, () => null, () => ({ setItem: refuse })]) {
    const storage = openStorage(open);
    const session = new Session({ storage, send: refuse });
    session.keep({ player: ann, tokens: tokens("a") });
    assert.deepEqual(session.player, ann);
    session.forget();
    assert.equal(session.player, null);
  }
});

test("whoever signs in is kept, as a guest, with a new account or with an old one", async () => {
  const credentials = { device: { key: "k".repeat(32) } };
  const ways = [
    [(session) => session.signInAsGuest(), ["/v1/sign-in/guest", {}]],
    [(session) => session.register(credentials), ["/v1/register", { credentials }]],
    [(session) => session.register(credentials, "Ann"), ["/v1/register", { credentials, name: "Ann" }]],
    [(session) => session.signIn(credentials), ["/v1/sign-in", { credentials }]],
  ];
  for (const [enter, sent] of ways) {
    const world = browser();
    const session = world.tab();
    assert.deepEqual(await enter(session), ann);
    assert.deepEqual(world.sent, [sent]);
    assert.deepEqual([session.player, session.token], [ann, token("new")]);
    assert.equal(world.renewed, 1);
  }
});

test("signing out forgets the session, whether the server hears of it or not", async () => {
  const world = browser();
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a") });
  await session.signOut();
  assert.equal(session.player, null);
  assert.deepEqual(world.signedOut, ["r-a"]);
  await session.signOut();
  assert.equal(world.signedOut.length, 1);
});

test("a token that is good for less than a minute is not traded at once", async () => {
  const world = browser(() => tokens("b", 40));
  const session = world.tab();
  session.keep({ player: ann, tokens: tokens("a", 40) });
  world.now = 29_000;
  assert.equal(await session.fresh(), token("a", 40));
  world.now = 30_000;
  assert.equal(await session.fresh(), token("b", 40));
});
