// WebSockets that do what the test says, and the streams that go over them.

import { mock } from "node:test";

/** A socket: `said` is what was sent over it, and `open`, `say` and `break` are the server's part. */
class Socket {
  said = [];
  closed = false;

  constructor(token) {
    this.token = token;
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  open() {
    this.onopen();
  }

  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  break() {
    this.onclose({ code: 1006 });
  }

  /** The streams that were opened over it, as `[id, path]`. */
  get opened() {
    return this.said.flatMap(({ open }) => (open ? [[open.id, open.path]] : []));
  }

  /** The id under which a path was opened last. */
  idOf(path) {
    return this.opened.findLast(([, opened]) => opened.startsWith(path))[0];
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Streams of somebody who holds `world.token`, in a time that goes on with `world.later(ms)`. */
export function network(t, Streams) {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  t.after(() => mock.timers.reset());
  const world = { sockets: [], token: "t", refused: [] };
  const tokens = {
    get token() {
      return world.token;
    },
    fresh: async () => world.fresh(),
    refused: async (token) => {
      world.refused.push(token);
      world.token = await world.trade();
      return world.token;
    },
  };
  world.fresh = () => world.token;
  world.trade = () => `${world.token}+`;
  const connect = (token) => {
    const socket = new Socket(token);
    world.sockets.push(socket);
    return socket;
  };
  world.streams = new Streams(connect, tokens);
  world.later = async (ms) => {
    mock.timers.tick(ms);
    await settle();
  };
  return world;
}
