// A client of one server: calls, the session that signs them, and streams.

import { Calls } from "./calls.js";
import { connector, type SocketConstructor } from "./connection.js";
import { ApiError } from "./errors.js";
import { sender } from "./http.js";
import { Session, type Locks } from "./session.js";
import { openStorage, type TextStorage } from "./storage.js";
import { Streams } from "./streams.js";
import type { Credentials, Player } from "./types.js";

export interface ClientOptions {
  /** Where the server is, such as `https://shashki.example`; in a browser the page's own if left out. */
  baseUrl?: string;
  /** The platform's own if left out. */
  fetch?: typeof globalThis.fetch;
  /** The platform's own if left out. Node.js has none before version 22: give that of the package `ws`. */
  WebSocket?: SocketConstructor;
  /** Where the session is kept: `localStorage` if left out, or memory where there is none. */
  storage?: TextStorage;
  /** What keeps two tabs from renewing one session: the Web Locks if left out, where there are some. */
  locks?: Locks | null;
}

/** A client. */
export class Client extends Calls {
  /** Who is signed in. */
  readonly session: Session;
  /** What is followed. */
  readonly streams: Streams;

  constructor({ baseUrl = "", fetch, WebSocket, storage = openStorage(), locks }: ClientOptions = {}) {
    const base = baseUrl.replace(/\/+$/, "");
    // Looked up at each call: tests and instrumentation replace the platform's own.
    const send = sender(base, fetch ?? ((...request) => globalThis.fetch(...request)));
    const session = new Session({ send, storage, locks: locks === undefined ? webLocks() : locks });
    super(send, session);
    this.session = session;
    this.streams = new Streams(connector(base, WebSocket), session);
    session.listen((event) => event === "renewed" && this.streams.renew());
  }

  /** Makes the guest who is signed in an account; games and ratings stay. */
  async upgrade(credentials: Credentials, name = ""): Promise<Player> {
    try {
      return this.session.keep(await this.post("/v1/upgrade", { body: { credentials, ...(name && { name }) } }));
    } catch (error) {
      // It was made already, and the answer lost.
      if (!(error instanceof ApiError) || error.reason !== "NOT_A_GUEST") throw error;
      return this.session.signIn(credentials);
    }
  }
}

function webLocks(): Locks | null {
  return globalThis.navigator?.locks ?? null;
}
