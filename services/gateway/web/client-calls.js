// Made by clients/typescript/build from src/calls.ts: do not edit.

// Calls of the API, typed by its description: `get("/v1/games/{game_id}", { path: { game_id } })`.
import { Backoff, sleep } from "./client-backoff.js";
import { ApiError } from "./client-errors.js";
import { KEYED, OPEN } from "./client-operations.js";
import { randomId } from "./client-random.js";
/** How often a call is sent that gets no answer or a passing failure. */
const MAX_ATTEMPTS = 3;
/** With a longer `Retry-After` the call fails at once. */
const LONGEST_RETRY_AFTER_MS = 10_000;
/** Calls the API. Each call can be sent again if its answer is lost, and is, but for those that sign in. */
export class Calls {
    #send;
    #tokens;
    constructor(send, tokens) {
        this.#send = send;
        this.#tokens = tokens;
    }
    /** Reads something. */
    get(path, ...[input]) {
        return this.#call("GET", path, input);
    }
    /** Does something. */
    post(path, ...[input]) {
        return this.#call("POST", path, input);
    }
    /** Changes something. */
    patch(path, ...[input]) {
        return this.#call("PATCH", path, input);
    }
    /** Deletes something. */
    delete(path, ...[input]) {
        return this.#call("DELETE", path, input);
    }
    async #call(method, template, input = {}) {
        const { path, query, body, idempotencyKey, signal } = input;
        const operation = `${method} ${template}`;
        const request = { method, path: pathOf(template, path, query), body, idempotencyKey, signal };
        // A second sign-in would be another one, and a refresh token is good once.
        if (OPEN.has(operation))
            return this.#send(request);
        // The body's own name of the request must be the same as the header's.
        if (KEYED.has(operation) && !body?.["request_id"])
            request.idempotencyKey ??= randomId();
        return this.#withRetries(() => this.#withToken(request), signal);
    }
    async #withRetries(attempt, signal) {
        const backoff = new Backoff();
        for (let attempts = 1;; attempts += 1) {
            try {
                return await attempt();
            }
            catch (error) {
                if (!(error instanceof ApiError) || !error.isTransient || attempts === MAX_ATTEMPTS)
                    throw error;
                const retryAfterMs = error.retryAfterMs ?? 0;
                if (retryAfterMs > LONGEST_RETRY_AFTER_MS)
                    throw error;
                await sleep(Math.max(retryAfterMs, backoff.failed()));
                signal?.throwIfAborted();
            }
        }
    }
    // A token can be refused before its time, as after a change of keys: then a new one is tried, once.
    async #withToken(request) {
        const token = await this.#tokens.fresh();
        try {
            return await this.#send({ ...request, token });
        }
        catch (error) {
            if (!(error instanceof ApiError) || !error.isUnauthenticated || !token)
                throw error;
            return this.#send({ ...request, token: await this.#tokens.refused(token) });
        }
    }
}
/** A path with its parameters in place and its query. A list in the query repeats its name. */
export function pathOf(template, path = {}, query = {}) {
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ""));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const each of Array.isArray(value) ? value : [value]) {
            if (each !== undefined && each !== null)
                search.append(name, `${each}`);
        }
    }
    const text = search.toString();
    return text ? `${filled}?${text}` : filled;
}
