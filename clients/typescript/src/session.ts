// Who is signed in: the player with the tokens, kept between visits and shared by all tabs of a
// browser.

import type { TokenSource } from "./calls.js";
import { ApiError } from "./errors.js";
import type { Send } from "./http.js";
import type { TextStorage } from "./storage.js";
import type { Credentials, Player, Tokens } from "./types.js";

const KEY = "shashki.session";
const LOCK = "shashki.session";
/** So long before its end an access token is traded for a new one. */
const EARLY_MS = 60_000;
/** How long a token is trusted that does not say how long it is good. */
const UNKNOWN_LIFE_MS = 5 * 60_000;

/** Locks that hold in all tabs: the Web Locks of a browser, or nothing. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** `renewed`: there is another access token. `ended`: the server has ended the session. */
export type SessionEvent = "renewed" | "ended";

export interface SessionOptions {
  send: Send;
  storage: TextStorage;
  locks?: Locks | null;
  now?: () => number;
}

/** What signing in answers. */
export interface SignedIn {
  player?: Player;
  tokens?: Tokens;
}

interface Kept {
  player: Player;
  access_token: string;
  refresh_token: string;
  renew_at_ms: number;
}

/** How many milliseconds a token is good for, as it says itself; null if it does not. */
export function lifeOf(token: string): number | null {
  try {
    const claims = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { iat, exp } = JSON.parse(atob(claims));
    return exp > iat ? (exp - iat) * 1000 : null;
  } catch {
    return null;
  }
}

/** The session of a player. */
export class Session implements TokenSource {
  #send: Send;
  #storage: TextStorage;
  #locks: Locks | null;
  #now: () => number;
  #listeners = new Set<(event: SessionEvent) => void>();
  #renewing: Promise<string | null> | null = null;

  constructor({ send, storage, locks = null, now = Date.now }: SessionOptions) {
    this.#send = send;
    this.#storage = storage;
    this.#locks = locks;
    this.#now = now;
  }

  /** Who is signed in, or null. */
  get player(): Player | null {
    return this.#kept()?.player ?? null;
  }

  get token(): string | null {
    return this.#kept()?.access_token ?? null;
  }

  /** Makes a guest and signs in as that: a player without credentials. */
  signInAsGuest(): Promise<Player> {
    return this.#signInAt("/v1/sign-in/guest", {});
  }

  /** Makes an account and signs in to it; its name is made up if none is given. */
  register(credentials: Credentials, name = ""): Promise<Player> {
    return this.#signInAt("/v1/register", { credentials, ...(name && { name }) });
  }

  /** Signs in to an account. */
  signIn(credentials: Credentials): Promise<Player> {
    return this.#signInAt("/v1/sign-in", { credentials });
  }

  /** Ends the session. It is over here whether the server hears of it or not. */
  async signOut(): Promise<void> {
    const refresh_token = this.#kept()?.refresh_token;
    this.forget();
    if (!refresh_token) return;
    try {
      await this.#post("/v1/sign-out", { refresh_token });
    } catch {
      // Nobody holds its tokens any more.
    }
  }

  /** Keeps who has signed in; answers the player. */
  keep({ player, tokens }: SignedIn): Player {
    const { access_token, refresh_token } = tokens!;
    // By the token's own span: the clocks of this machine and of the server may differ.
    const life = lifeOf(access_token) ?? UNKNOWN_LIFE_MS;
    const renew_at_ms = this.#now() + life - Math.min(EARLY_MS, life / 4);
    this.#write({ player: player!, access_token, refresh_token, renew_at_ms });
    this.#emit("renewed");
    return player!;
  }

  /** Keeps what has changed of the player, if it is still the one signed in. */
  keepPlayer(player: Player): void {
    const kept = this.#kept();
    if (kept?.player.id === player.id) this.#write({ ...kept, player });
  }

  /** Forgets who was signed in. */
  forget(): void {
    this.#storage.removeItem(KEY);
  }

  async fresh(): Promise<string | null> {
    const kept = this.#kept();
    if (!kept) return null;
    if (this.#now() < kept.renew_at_ms) return kept.access_token;
    try {
      return await this.#renew(kept.access_token);
    } catch (error) {
      if (isUnauthenticated(error)) throw error;
      // It may still be good, and whoever uses it is told if not.
      return kept.access_token;
    }
  }

  refused(token: string): Promise<string | null> {
    return this.#renew(token);
  }

  /** Listens to events of the session; answers a function that stops it. */
  listen(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether a change of the storage by another tab is another player, or none any more. */
  concerns({ key, oldValue, newValue }: Pick<StorageEvent, "key" | "oldValue" | "newValue">): boolean {
    // Everything was cleared.
    if (key === null) return true;
    return key === KEY && idIn(oldValue) !== idIn(newValue);
  }

  async #signInAt(path: string, body: object): Promise<Player> {
    return this.keep((await this.#post(path, body)) as SignedIn);
  }

  // Sent once: a repeat would be another guest, and a refresh token is good once.
  #post(path: string, body: object): Promise<unknown> {
    return this.#send({ method: "POST", path, body });
  }

  #renew(stale: string): Promise<string | null> {
    this.#renewing ??= this.#withLock(() => this.#renewLocked(stale)).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  // Two tabs that trade the same refresh token end the session.
  #withLock<T>(work: () => Promise<T>): Promise<T> {
    return this.#locks ? this.#locks.request(LOCK, work) : work();
  }

  async #renewLocked(stale: string): Promise<string | null> {
    const kept = this.#kept();
    if (!kept) return null;
    // Another tab was faster.
    if (kept.access_token !== stale) return kept.access_token;
    const [traded] = await Promise.allSettled([this.#post("/v1/refresh", { refresh_token: kept.refresh_token })]);
    const now = this.#kept();
    // Whoever has signed in or out meanwhile stays so.
    if (now?.refresh_token !== kept.refresh_token) return now?.access_token ?? null;
    if (traded.status === "fulfilled") {
      this.keep({ ...(traded.value as SignedIn), player: now.player });
      return this.token;
    }
    if (isUnauthenticated(traded.reason)) {
      this.forget();
      this.#emit("ended");
    }
    throw traded.reason;
  }

  #emit(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #kept(): Kept | null {
    try {
      return JSON.parse(this.#storage.getItem(KEY)!);
    } catch {
      return null;
    }
  }

  #write(kept: Kept): void {
    this.#storage.setItem(KEY, JSON.stringify(kept));
  }
}

const isUnauthenticated = (error: unknown): boolean => error instanceof ApiError && error.isUnauthenticated;

function idIn(text: string | null): string | null {
  try {
    return JSON.parse(text!)?.player.id ?? null;
  } catch {
    return null;
  }
}
