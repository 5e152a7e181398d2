import assert from "node:assert/strict";
import { test } from "node:test";

import { Session, lifeOf, openStorage } from "../session.js";

const MINUTE = 60_000;
const claims = (claims) => `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sign`;
const token = (name, life = 900) => claims({ jti: name, iat: 1_000, exp: 1_000 + life });
const ann = { id: "ann", name: "Ann", guest: true };
const tokens = (name, life) => ({ access_token: token(name, life), refresh_token: `r-${name}` });

/** A browser with a storage of its own, in which tabs can be opened. */
function browser(trade) {
  const kept = new Map();
  const world = { now: 0, trades: [], ended: 0, kept };
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
  world.tab = () =>
    new Session({
      storage,
      locks,
      now: () => world.now,
      ended: () => (world.ended += 1),
      trade: async (refresh) => {
        world.trades.push(refresh);
        return trade(refresh);
      },
    });
  return world;
}

const refusal = (code) => Object.assign(new Error(code), { code });

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
    assert.deepEqual([session.player, session.refreshToken], [bob, "r-b"]);
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
    const session = new Session({ storage, trade: refuse });
    session.keep({ player: ann, tokens: tokens("a") });
    assert.deepEqual(session.player, ann);
    session.forget();
    assert.equal(session.player, null);
  }
});
