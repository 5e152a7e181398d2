// The WebSocket that carries streams: opened again whenever it breaks, with a token that is renewed
// in place.

import { Backoff } from "./backoff.js";
import type { TokenSource } from "./calls.js";
import type { ClientFrame, ServerFrame } from "./types.js";

/** What a client offers in the handshake. */
const PROTOCOL = "shashki.v1";
/** A socket that is not open by then is given up. */
const OPENING_MS = 20_000;
/** The server says something every 30 seconds; two of those without anything is a dead connection. */
const SILENCE_MS = 70_000;
/** How often the token is looked at while the socket is open. */
const TOKEN_CHECK_MS = 10_000;

/** As much of a WebSocket as is used; its events are set as properties. */
export interface Socket {
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  send(data: string): void;
  close(): void;
}

/** A WebSocket of the browser, of Node.js, or of a package such as `ws`. */
export type SocketConstructor = new (url: string, protocols: string[]) => Socket;

/** Opens a socket as the holder of a token, or as nobody. */
export type Connect = (token: string | null) => Socket;

/** Opens sockets to `/v1/stream` of a server, with the platform's WebSocket unless another one is given. */
export function connector(baseUrl: string, WebSocket?: SocketConstructor): Connect {
  return (token) => {
    const Socket = WebSocket ?? globalThis.WebSocket;
    if (!Socket) throw new TypeError("this platform has no WebSocket: give one to the client");
    const url = new URL(`${baseUrl}/v1/stream`, globalThis.location?.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    // Browsers cannot set headers on a WebSocket, so the token is sent as a subprotocol.
    return new Socket(url.href, token ? [PROTOCOL, `bearer.${token}`] : [PROTOCOL]);
  };
}

/** Events of a connection. */
export interface ConnectionEvents {
  opened(): void;
  frame(frame: ServerFrame): void;
  /** It broke, or could not be opened; another attempt follows. */
  lost(): void;
}

/** A connection, from when it is started until it is stopped. */
export class Connection {
  #connect: Connect;
  #tokens: TokenSource;
  #events: ConnectionEvents;
  #backoff = new Backoff();
  #isStarted = false;
  #isOpen = false;
  #attempt: symbol | null = null;
  #socket: Socket | null = null;
  #token: string | null = null;
  #lastFrameAt = 0;
  #retry: Timer = null;
  #watchdog: Timer = null;
  #renewal: ReturnType<typeof setInterval> | null = null;

  constructor(connect: Connect, tokens: TokenSource, events: ConnectionEvents) {
    this.#connect = connect;
    this.#tokens = tokens;
    this.#events = events;
  }

  /** Whether frames can be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The token that the server was told last. */
  get token(): string | null {
    return this.#token;
  }

  /** Opens it, unless it is open or being opened. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#dial();
  }

  /** Closes it. */
  stop(): void {
    this.#isStarted = false;
    this.#disconnect();
  }

  /** Sends a frame; the connection must be open. */
  send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Tells the server another token, if there is one. */
  renew(): void {
    const { token } = this.#tokens;
    if (!this.#isOpen || !token || token === this.#token) return;
    this.#token = token;
    this.send({ renew: { access_token: token } });
  }

  /** Makes sure that the token is good for a while. */
  async freshen(): Promise<void> {
    try {
      await this.#tokens.fresh();
    } catch {
      // The session is over: the server says so of each stream.
    }
    this.renew();
  }

  /** Looks after it now instead of later: the network is back, or the machine has slept. */
  wake(): void {
    // While a machine sleeps no timer runs.
    if (this.#isOpen && Date.now() - this.#lastFrameAt > SILENCE_MS) this.#onLost();
    if (this.#retry === null) return;
    this.#backoff.reset();
    void this.#dial();
  }

  async #dial(): Promise<void> {
    clear(this.#retry);
    this.#retry = null;
    // A socket or an attempt from before a stop is not used any more.
    const attempt = (this.#attempt = Symbol());
    await this.freshen();
    if (!this.#isStarted || this.#attempt !== attempt) return;
    this.#token = this.#tokens.token;
    const socket = this.#connect(this.#token);
    this.#socket = socket;
    this.#watch(OPENING_MS);
    socket.onopen = () => this.#socket === socket && this.#onOpen();
    socket.onmessage = ({ data }: { data: string }) => this.#socket === socket && this.#onFrame(JSON.parse(data));
    socket.onclose = () => this.#socket === socket && this.#onLost();
    // Before version 24, Node.js reports a socket that cannot be opened by an error alone; an open one is
    // closed as well. Some sockets throw without a listener.
    socket.onerror = () => this.#socket === socket && !this.#isOpen && this.#onLost();
  }

  #onOpen(): void {
    this.#isOpen = true;
    this.#lastFrameAt = Date.now();
    this.#backoff.started();
    this.#watch(SILENCE_MS);
    // The session may have got another token meanwhile.
    this.renew();
    this.#renewal = setInterval(() => void this.freshen(), TOKEN_CHECK_MS);
    this.#events.opened();
  }

  #onFrame(frame: ServerFrame): void {
    this.#lastFrameAt = Date.now();
    this.#watch(SILENCE_MS);
    if (!("heartbeat" in frame)) this.#events.frame(frame);
  }

  // The socket broke, or nothing has come of it for too long.
  #onLost(): void {
    this.#disconnect();
    this.#retry = setTimeout(() => void this.#dial(), this.#backoff.failed());
    this.#events.lost();
  }

  #watch(ms: number): void {
    clear(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#onLost(), ms);
  }

  #disconnect(): void {
    clear(this.#retry);
    clear(this.#watchdog);
    if (this.#renewal !== null) clearInterval(this.#renewal);
    this.#retry = null;
    this.#attempt = null;
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

type Timer = ReturnType<typeof setTimeout> | null;

function clear(timer: Timer): void {
  if (timer !== null) clearTimeout(timer);
}
