// Calls of the API, typed by its description: `get("/v1/games/{game_id}", { path: { game_id } })`.

import type { paths } from "./api.js";
import { Backoff, sleep } from "./backoff.js";
import { ApiError } from "./errors.js";
import type { Request, Send } from "./http.js";
import { KEYED, OPEN } from "./operations.js";
import { randomId } from "./random.js";

/** How often a call is sent that gets no answer or a passing failure. */
const MAX_ATTEMPTS = 3;
/** With a longer `Retry-After` the call fails at once. */
const LONGEST_RETRY_AFTER_MS = 10_000;

export type Method = "get" | "post" | "patch" | "delete";

/** The paths that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O, Where extends "path" | "query"> = O extends { parameters: { [W in Where]?: infer G } } ? NonNullable<G> : never;

type Body<O> = O extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;

// A group that is not there may be left out, as may one without anything that has to be given.
type Group<Name extends string, T> = [T] extends [never] ? object : object extends T ? { [N in Name]?: T } : { [N in Name]: T };

/** What a call is given: parameters of the path and the query, the body, and how to send it. */
export type Input<M extends Method, P extends PathOf<M>> = Group<"path", Parameters<Operation<M, P>, "path">> &
  Group<"query", Parameters<Operation<M, P>, "query">> &
  Group<"body", Body<Operation<M, P>>> &
  CallOptions;

/** What a call answers. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never;

/** How to send a call. */
export interface CallOptions {
  /** Names the request, so that a repeat has no second effect; made up for calls that take one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface UntypedInput extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Who calls: a session, or anything else that has tokens. */
export interface TokenSource {
  /** The access token as it is, or null. */
  readonly token: string | null;
  /** An access token that is good for a while, or null. */
  fresh(): Promise<string | null>;
  /** Another token than this one, which was refused. */
  refused(token: string): Promise<string | null>;
}

type Rest<M extends Method, P extends PathOf<M>> = object extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

/** Calls the API. Each call can be sent again if its answer is lost, and is, but for those that sign in. */
export class Calls {
  #send: Send;
  #tokens: TokenSource;

  constructor(send: Send, tokens: TokenSource) {
    this.#send = send;
    this.#tokens = tokens;
  }

  /** Reads something. */
  get<P extends PathOf<"get">>(path: P, ...[input]: Rest<"get", P>): Promise<Answer<"get", P>> {
    return this.#call("GET", path, input as UntypedInput) as Promise<Answer<"get", P>>;
  }

  /** Does something. */
  post<P extends PathOf<"post">>(path: P, ...[input]: Rest<"post", P>): Promise<Answer<"post", P>> {
    return this.#call("POST", path, input as UntypedInput) as Promise<Answer<"post", P>>;
  }

  /** Changes something. */
  patch<P extends PathOf<"patch">>(path: P, ...[input]: Rest<"patch", P>): Promise<Answer<"patch", P>> {
    return this.#call("PATCH", path, input as UntypedInput) as Promise<Answer<"patch", P>>;
  }

  /** Deletes something. */
  delete<P extends PathOf<"delete">>(path: P, ...[input]: Rest<"delete", P>): Promise<Answer<"delete", P>> {
    return this.#call("DELETE", path, input as UntypedInput) as Promise<Answer<"delete", P>>;
  }

  async #call(method: string, template: string, input: UntypedInput = {}): Promise<unknown> {
    const { path, query, body, idempotencyKey, signal } = input;
    const operation = `${method} ${template}`;
    const request: Request = { method, path: pathOf(template, path, query), body, idempotencyKey, signal };
    // A second sign-in would be another one, and a refresh token is good once.
    if (OPEN.has(operation)) return this.#send(request);
    // The body's own name of the request must be the same as the header's.
    if (KEYED.has(operation) && !body?.["request_id"]) request.idempotencyKey ??= randomId();
    return this.#withRetries(() => this.#withToken(request), signal);
  }

  async #withRetries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const backoff = new Backoff();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ApiError) || !error.isTransient || attempts === MAX_ATTEMPTS) throw error;
        const retryAfterMs = error.retryAfterMs ?? 0;
        if (retryAfterMs > LONGEST_RETRY_AFTER_MS) throw error;
        await sleep(Math.max(retryAfterMs, backoff.failed()));
        signal?.throwIfAborted();
      }
    }
  }

  // A token can be refused before its time, as after a change of keys: then a new one is tried, once.
  async #withToken(request: Request): Promise<unknown> {
    const token = await this.#tokens.fresh();
    try {
      return await this.#send({ ...request, token });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isUnauthenticated || !token) throw error;
      return this.#send({ ...request, token: await this.#tokens.refused(token) });
    }
  }
}

/** A path with its parameters in place and its query. A list in the query repeats its name. */
export function pathOf(template: string, path: Record<string, string> = {}, query: Record<string, unknown> = {}): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) search.append(name, `${each}`);
    }
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}
