// Made by clients/typescript/build from src/http.ts: do not edit.

// One request over HTTP and its answer.
import { ApiError } from "./client-errors.js";
/** Sends requests to a server by `fetch`. */
export function sender(baseUrl, fetch) {
    return async ({ method, path, body, token, idempotencyKey, signal }) => {
        const headers = { accept: "application/json" };
        if (token)
            headers["authorization"] = `Bearer ${token}`;
        if (body !== undefined)
            headers["content-type"] = "application/json";
        if (idempotencyKey)
            headers["idempotency-key"] = idempotencyKey;
        const init = { method, headers, cache: "no-cache" };
        if (body !== undefined)
            init.body = JSON.stringify(body);
        if (signal)
            init.signal = signal;
        try {
            return await read(await fetch(baseUrl + path, init));
        }
        catch (error) {
            if (error instanceof ApiError)
                throw error;
            // Whoever aborts a call gets the reason that they gave.
            signal?.throwIfAborted();
            throw ApiError.offline();
        }
    };
}
async function read(response) {
    const type = response.headers.get("content-type") ?? "";
    if (response.ok) {
        // A page instead of an answer comes from something in between, such as a hotel's sign-in.
        if (type.includes("html"))
            throw ApiError.offline();
        return type.includes("json") ? await response.json() : await response.text();
    }
    const retryAfterMs = retryAfter(response.headers.get("retry-after"));
    const problem = type.includes("json") ? await response.json().catch(() => null) : null;
    if (problem?.code && problem.reason)
        throw new ApiError(problem, retryAfterMs);
    throw ApiError.ofStatus(response.status, response.statusText, retryAfterMs);
}
// It is a number of seconds or a date (RFC 9110).
function retryAfter(value) {
    if (value === null)
        return null;
    const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
    return Number.isNaN(ms) ? null : Math.max(0, ms);
}
