// Made by clients/typescript/build from src/connection.ts: do not edit.

// The WebSocket that carries streams: opened again whenever it breaks, with a token that is renewed
// in place.
import { Backoff } from "./client-backoff.js";
/** What a client offers in the handshake. */
const PROTOCOL = "shashki.v1";
/** A socket that is not open by then is given up. */
const OPENING_MS = 20_000;
/** The server says something every 30 seconds; two of those without anything is a dead connection. */
const SILENCE_MS = 70_000;
/** How often the token is looked at while the socket is open. */
const TOKEN_CHECK_MS = 10_000;
/** Opens sockets to `/v1/stream` of a server, with the platform's WebSocket unless another one is given. */
export function connector(baseUrl, WebSocket) {
    return (token) => {
        const Socket = WebSocket ?? globalThis.WebSocket;
        if (!Socket)
            throw new TypeError("this platform has no WebSocket: give one to the client");
        const url = new URL(`${baseUrl}/v1/stream`, globalThis.location?.href);
        url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
        // Browsers cannot set headers on a WebSocket, so the token is sent as a subprotocol.
        return new Socket(url.href, token ? [PROTOCOL, `bearer.${token}`] : [PROTOCOL]);
    };
}
/** A connection, from when it is started until it is stopped. */
export class Connection {
    #connect;
    #tokens;
    #events;
    #backoff = new Backoff();
    #isStarted = false;
    #isOpen = false;
    #attempt = null;
    #socket = null;
    #token = null;
    #lastFrameAt = 0;
    #retry = null;
    #watchdog = null;
    #renewal = null;
    constructor(connect, tokens, events) {
        this.#connect = connect;
        this.#tokens = tokens;
        this.#events = events;
    }
    /** Whether frames can be sent. */
    get isOpen() {
        return this.#isOpen;
    }
    /** The token that the server was told last. */
    get token() {
        return this.#token;
    }
    /** Opens it, unless it is open or being opened. */
    start() {
        if (this.#isStarted)
            return;
        this.#isStarted = true;
        void this.#dial();
    }
    /** Closes it. */
    stop() {
        this.#isStarted = false;
        this.#disconnect();
    }
    /** Sends a frame; the connection must be open. */
    send(frame) {
        this.#socket?.send(JSON.stringify(frame));
    }
    /** Tells the server another token, if there is one. */
    renew() {
        const { token } = this.#tokens;
        if (!this.#isOpen || !token || token === this.#token)
            return;
        this.#token = token;
        this.send({ renew: { access_token: token } });
    }
    /** Makes sure that the token is good for a while. */
    async freshen() {
        try {
            await this.#tokens.fresh();
        }
        catch {
            // The session is over: the server says so of each stream.
        }
        this.renew();
    }
    /** Looks after it now instead of later: the network is back, or the machine has slept. */
    wake() {
        // While a machine sleeps no timer runs.
        if (this.#isOpen && Date.now() - this.#lastFrameAt > SILENCE_MS)
            this.#onLost();
        if (this.#retry === null)
            return;
        this.#backoff.reset();
        void this.#dial();
    }
    async #dial() {
        clear(this.#retry);
        this.#retry = null;
        // A socket or an attempt from before a stop is not used any more.
        const attempt = (this.#attempt = Symbol());
        await this.freshen();
        if (!this.#isStarted || this.#attempt !== attempt)
            return;
        this.#token = this.#tokens.token;
        const socket = this.#connect(this.#token);
        this.#socket = socket;
        this.#watch(OPENING_MS);
        socket.onopen = () => this.#socket === socket && this.#onOpen();
        socket.onmessage = ({ data }) => this.#socket === socket && this.#onFrame(JSON.parse(data));
        socket.onclose = () => this.#socket === socket && this.#onLost();
        // Before version 24, Node.js reports a socket that cannot be opened by an error alone; an open one is
        // closed as well. Some sockets throw without a listener.
        socket.onerror = () => this.#socket === socket && !this.#isOpen && this.#onLost();
    }
    #onOpen() {
        this.#isOpen = true;
        this.#lastFrameAt = Date.now();
        this.#backoff.started();
        this.#watch(SILENCE_MS);
        // The session may have got another token meanwhile.
        this.renew();
        this.#renewal = setInterval(() => void this.freshen(), TOKEN_CHECK_MS);
        this.#events.opened();
    }
    #onFrame(frame) {
        this.#lastFrameAt = Date.now();
        this.#watch(SILENCE_MS);
        if (!("heartbeat" in frame))
            this.#events.frame(frame);
    }
    // The socket broke, or nothing has come of it for too long.
    #onLost() {
        this.#disconnect();
        this.#retry = setTimeout(() => void this.#dial(), this.#backoff.failed());
        this.#events.lost();
    }
    #watch(ms) {
        clear(this.#watchdog);
        this.#watchdog = setTimeout(() => this.#onLost(), ms);
    }
    #disconnect() {
        clear(this.#retry);
        clear(this.#watchdog);
        if (this.#renewal !== null)
            clearInterval(this.#renewal);
        this.#retry = null;
        this.#attempt = null;
        this.#isOpen = false;
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }
}
function clear(timer) {
    if (timer !== null)
        clearTimeout(timer);
}
