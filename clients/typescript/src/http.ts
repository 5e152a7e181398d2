// One request over HTTP and its answer.

import { ApiError } from "./errors.js";
import type { Problem } from "./types.js";

/** A request to the API. */
export interface Request {
  method: string;
  /** The path with its query. */
  path: string;
  body?: unknown;
  token?: string | null;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Sends a request once. Fails with an {@link ApiError}, or with what aborted it. */
export type Send = (request: Request) => Promise<unknown>;

/** Sends requests to a server by `fetch`. */
export function sender(baseUrl: string, fetch: typeof globalThis.fetch): Send {
  return async ({ method, path, body, token, idempotencyKey, signal }) => {
    const headers: Record<string, string> = { accept: "application/json" };
    if (token) headers["authorization"] = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
    const init: RequestInit = { method, headers, cache: "no-cache" };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (signal) init.signal = signal;
    try {
      return await read(await fetch(baseUrl + path, init));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // Whoever aborts a call gets the reason that they gave.
      signal?.throwIfAborted();
      throw ApiError.offline();
    }
  };
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok) {
    // A page instead of an answer comes from something in between, such as a hotel's sign-in.
    if (type.includes("html")) throw ApiError.offline();
    return type.includes("json") ? await response.json() : await response.text();
  }
  const retryAfterMs = retryAfter(response.headers.get("retry-after"));
  const problem: Problem | null = type.includes("json") ? await response.json().catch(() => null) : null;
  if (problem?.code && problem.reason) throw new ApiError(problem, retryAfterMs);
  throw ApiError.ofStatus(response.status, response.statusText, retryAfterMs);
}

// It is a number of seconds or a date (RFC 9110).
function retryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
