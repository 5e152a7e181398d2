// Made by clients/typescript/build from src/client.ts: do not edit.

// A client of one server: calls, the session that signs them, and streams.
import { Calls } from "./client-calls.js";
import { connector } from "./client-connection.js";
import { ApiError } from "./client-errors.js";
import { sender } from "./client-http.js";
import { Session } from "./client-session.js";
import { openStorage } from "./client-storage.js";
import { Streams } from "./client-streams.js";
/** A client. */
export class Client extends Calls {
    /** Who is signed in. */
    session;
    /** What is followed. */
    streams;
    constructor({ baseUrl = "", fetch, WebSocket, storage = openStorage(), locks } = {}) {
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
    async upgrade(credentials, name = "") {
        try {
            return this.session.keep(await this.post("/v1/upgrade", { body: { credentials, ...(name && { name }) } }));
        }
        catch (error) {
            // It was made already, and the answer lost.
            if (!(error instanceof ApiError) || error.reason !== "NOT_A_GUEST")
                throw error;
            return this.session.signIn(credentials);
        }
    }
}
function webLocks() {
    return globalThis.navigator?.locks ?? null;
}
