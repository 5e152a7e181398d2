// Made by clients/typescript/build from src/streams.ts: do not edit.

// All that a client follows, over one socket: games, a player's news, queues and invites.
import { Backoff } from "./client-backoff.js";
import { pathOf } from "./client-calls.js";
import { Connection } from "./client-connection.js";
import { ApiError } from "./client-errors.js";
/** How many streams a socket carries. */
const MAX_STREAMS = 64;
/** A stream that was lost counts as live again once it has not been refused for so long. */
const LIVE_AFTER_MS = 1000;
/** The streams of a client. They share a socket, which is there while any of them is open. */
export class Streams {
    #tokens;
    #connection;
    #all = new Set();
    #byId = new Map();
    #lastId = 0;
    constructor(connect, tokens) {
        this.#tokens = tokens;
        this.#connection = new Connection(connect, tokens, {
            opened: () => this.#onOpened(),
            frame: (frame) => this.#onFrame(frame),
            lost: () => this.#onLost(),
        });
    }
    /**
     * Follows a game: a snapshot, or all events after a version, then each event as it happens. After a cut
     * it goes on behind the last version that came, or behind what `afterVersion()` says.
     */
    game(gameId, handlers, { afterVersion = 0, playerId } = {}) {
        let version = typeof afterVersion === "number" ? afterVersion : 0;
        const resumeAfter = typeof afterVersion === "number" ? () => version : afterVersion;
        const path = () => pathOf("/v1/games/{id}/watch", { id: gameId }, { after_version: resumeAfter(), player_id: playerId });
        const message = (message) => {
            version = message.snapshot?.version ?? message.event?.version ?? version;
            handlers.message(message);
        };
        // Spelled out: a spread leaves out the methods of a class.
        return this.open(path, {
            message,
            live: () => handlers.live?.(),
            lost: () => handlers.lost?.(),
            closed: (reason, problem) => handlers.closed?.(reason, problem),
        });
    }
    /** Follows a player: the live games, then turns, offers, games that start and end. */
    player(playerId, handlers) {
        return this.open(() => pathOf("/v1/players/{id}/watch", { id: playerId }), handlers);
    }
    /** Waits in a queue for an opponent. Whoever closes it leaves the queue some seconds later. */
    queue({ mode, rated = false }, handlers, { offerBotAfterMs = 0 } = {}) {
        const query = { rated, offer_bot_after_ms: offerBotAfterMs };
        return this.open(() => pathOf("/v1/queues/{mode}/watch", { mode }, query), handlers);
    }
    /** Follows an invite until it is no longer open. */
    invite(code, handlers) {
        return this.open(() => pathOf("/v1/invites/{code}/watch", { code }), handlers);
    }
    /** Follows any stream by its path; `path()` is asked each time it is opened, so that it can resume. */
    open(path, handlers) {
        if (this.#all.size === MAX_STREAMS)
            throw new RangeError(`a client follows ${MAX_STREAMS} streams at most`);
        const stream = {
            path,
            handlers: handlers,
            id: null,
            timer: null,
            backoff: new Backoff(),
            isRenewed: false,
        };
        this.#all.add(stream);
        void this.#begin(stream);
        return { close: () => this.#close(stream), reopen: () => this.#reopen(stream) };
    }
    /** The session has another token: streams are opened with that one from now on. */
    renew() {
        this.#connection.renew();
    }
    /** Looks after all streams now instead of later: the network is back, or the page is seen again. */
    wake() {
        this.#connection.wake();
        for (const stream of this.#all) {
            if (stream.timer === null || stream.id !== null)
                continue;
            stream.backoff.reset();
            this.#retryNow(stream);
        }
    }
    async #begin(stream) {
        if (!this.#connection.isOpen) {
            // Once it is open, it opens all streams.
            this.#connection.start();
            return;
        }
        await this.#connection.freshen();
        const isStillWanted = this.#all.has(stream) && stream.id === null && stream.timer === null;
        if (this.#connection.isOpen && isStillWanted)
            this.#sendOpen(stream);
    }
    #onOpened() {
        for (const stream of this.#all)
            this.#sendOpen(stream);
    }
    #sendOpen(stream) {
        clearTimer(stream);
        // A new id each time, so that late messages of the previous one are not taken for this.
        this.#lastId += 1;
        stream.id = `${this.#lastId}`;
        this.#byId.set(stream.id, stream);
        this.#connection.send({ open: { id: stream.id, path: stream.path() } });
        const wasFailing = stream.backoff.isFailing;
        stream.backoff.started();
        if (wasFailing)
            stream.timer = setTimeout(() => this.#markLive(stream), LIVE_AFTER_MS);
        else
            stream.handlers.live?.();
    }
    // It was opened again after a failure, and was not refused since.
    #markLive(stream) {
        if (stream.timer === null)
            return;
        clearTimer(stream);
        stream.handlers.live?.();
    }
    #onFrame(frame) {
        // Messages of a stream that was closed may still be under way.
        const stream = "id" in frame && this.#byId.get(frame.id);
        if (!stream)
            return;
        if ("closed" in frame) {
            this.#onClosed(stream, frame.closed);
        }
        else if ("message" in frame) {
            stream.isRenewed = false;
            this.#markLive(stream);
            stream.handlers.message(frame.message);
        }
    }
    #onClosed(stream, { reason, detail, retry, problem }) {
        const { token } = this.#connection;
        this.#detach(stream);
        if (retry) {
            this.#retry(stream);
        }
        else if (problem?.code === "UNAUTHENTICATED" && token && !stream.isRenewed) {
            void this.#openWithNewToken(stream, token, problem);
        }
        else {
            const error = problem ? new ApiError(problem) : reason === "REFUSED" ? ApiError.ofStatus(500, detail, null) : null;
            this.#end(stream, reason, error);
        }
    }
    // A token can be refused before its time, as after a change of keys: then a new one is tried, once.
    async #openWithNewToken(stream, token, problem) {
        stream.isRenewed = true;
        try {
            await this.#tokens.refused(token);
        }
        catch (error) {
            if (!this.#all.has(stream))
                return;
            if (error instanceof ApiError && error.isUnauthenticated) {
                this.#end(stream, "REFUSED", new ApiError(problem));
                return;
            }
            stream.isRenewed = false;
            this.#retry(stream);
            return;
        }
        if (this.#all.has(stream))
            await this.#begin(stream);
    }
    #retry(stream) {
        stream.timer = setTimeout(() => this.#retryNow(stream), stream.backoff.failed());
        stream.handlers.lost?.();
    }
    #retryNow(stream) {
        clearTimer(stream);
        void this.#begin(stream);
    }
    #onLost() {
        for (const stream of this.#all)
            this.#detach(stream);
        this.#byId.clear();
        // A handler may close other streams.
        for (const stream of [...this.#all])
            if (this.#all.has(stream))
                stream.handlers.lost?.();
    }
    #end(stream, reason, problem) {
        this.#remove(stream);
        stream.handlers.closed?.(reason, problem);
    }
    #close(stream) {
        this.#closeOnServer(stream);
        this.#remove(stream);
    }
    #reopen(stream) {
        if (!this.#all.has(stream))
            return;
        this.#closeOnServer(stream);
        this.#retry(stream);
    }
    #closeOnServer(stream) {
        if (stream.id !== null && this.#connection.isOpen)
            this.#connection.send({ close: { id: stream.id } });
        this.#detach(stream);
    }
    #detach(stream) {
        clearTimer(stream);
        if (stream.id !== null)
            this.#byId.delete(stream.id);
        stream.id = null;
    }
    #remove(stream) {
        this.#all.delete(stream);
        // Nothing is followed any more: the socket is not needed.
        if (this.#all.size === 0)
            this.#connection.stop();
    }
}
function clearTimer(stream) {
    if (stream.timer !== null)
        clearTimeout(stream.timer);
    stream.timer = null;
}
