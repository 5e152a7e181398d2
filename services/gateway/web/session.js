// Who is signed in at this browser: the player with the tokens, kept between visits and shared by
// all its tabs.

const KEY = "shashki.session";
const LOCK = "shashki.session";
// So long before its end an access token is traded for a new one.
const EARLY_MS = 60_000;
// How long a token is trusted that does not say how long it is good.
const UNKNOWN_LIFE_MS = 5 * 60_000;

/** How many milliseconds a token is good for, as it says itself; null if it does not. */
export function lifeOf(token) {
  try {
    const claims = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    const { iat, exp } = JSON.parse(atob(claims));
    return exp > iat ? (exp - iat) * 1000 : null;
  } catch {
    return null;
  }
}

/** The session of this browser. */
export class Session {
  #storage;
  #locks;
  #now;
  #trade;
  #ended;
  #renewing = null;

  /**
   * `trade(refreshToken)` gets new tokens, `ended()` hears that the session came to its end by
   * itself. `locks` are the browser's, which it lacks on pages that are not secure.
   */
  constructor({ storage, trade, ended = () => {}, locks = null, now = Date.now }) {
    this.#storage = storage;
    this.#trade = trade;
    this.#ended = ended;
    this.#locks = locks;
    this.#now = now;
  }

  /** Who is signed in, or null. */
  get player() {
    return this.#kept()?.player ?? null;
  }

  /** The access token as it is, or null. */
  get token() {
    return this.#kept()?.access_token ?? null;
  }

  /** The refresh token, or null. */
  get refreshToken() {
    return this.#kept()?.refresh_token ?? null;
  }

  /** Keeps who has signed in. */
  keep({ player, tokens }) {
    const { access_token, refresh_token } = tokens;
    // By the token's own span: the clocks of this machine and of the server may differ.
    const renew_at_ms = this.#now() + (lifeOf(access_token) ?? UNKNOWN_LIFE_MS) - EARLY_MS;
    this.#write({ player, access_token, refresh_token, renew_at_ms });
  }

  /** Keeps what has changed of the player, if it is still the one signed in. */
  keepPlayer(player) {
    const kept = this.#kept();
    if (kept?.player.id === player.id) this.#write({ ...kept, player });
  }

  /** Forgets who was signed in. */
  forget() {
    this.#storage.removeItem(KEY);
  }

  /** An access token that is good for a while, or null if nobody is signed in. */
  async fresh() {
    const kept = this.#kept();
    if (!kept) return null;
    if (this.#now() < kept.renew_at_ms) return kept.access_token;
    try {
      return await this.#renew(kept.access_token);
    } catch (error) {
      if (error.code === "UNAUTHENTICATED") throw error;
      // It may still be good, and whoever uses it is told if not.
      return kept.access_token;
    }
  }

  /** Another token than this one, which was refused. */
  refused(token) {
    return this.#renew(token);
  }

  /** Whether a change of the storage concerns who is signed in. */
  concerns({ key, oldValue, newValue }) {
    // Everything was cleared.
    if (key === null) return true;
    return key === KEY && idIn(oldValue) !== idIn(newValue);
  }

  #renew(stale) {
    this.#renewing ??= this.#alone(() => this.#renewAlone(stale)).finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  // A refresh token is good once: two tabs that trade the same one end the session.
  #alone(work) {
    return this.#locks ? this.#locks.request(LOCK, work) : work();
  }

  async #renewAlone(stale) {
    const kept = this.#kept();
    if (!kept) return null;
    // Another tab was faster.
    if (kept.access_token !== stale) return kept.access_token;
    const [traded] = await Promise.allSettled([this.#trade(kept.refresh_token)]);
    const now = this.#kept();
    // Whoever has signed in or out meanwhile stays so.
    if (now?.refresh_token !== kept.refresh_token) return now?.access_token ?? null;
    if (traded.status === "fulfilled") {
      this.keep({ player: now.player, tokens: traded.value });
      return traded.value.access_token;
    }
    if (traded.reason.code === "UNAUTHENTICATED") {
      this.forget();
      this.#ended();
    }
    throw traded.reason;
  }

  #kept() {
    try {
      return JSON.parse(this.#storage.getItem(KEY));
    } catch {
      return null;
    }
  }

  #write(kept) {
    this.#storage.setItem(KEY, JSON.stringify(kept));
  }
}

function idIn(text) {
  try {
    return JSON.parse(text)?.player.id ?? null;
  } catch {
    return null;
  }
}

/** A storage of the browser, or one that lives as long as the page where it is switched off. */
export function openStorage(open = () => localStorage) {
  try {
    // Where it is switched off, to name it is refused already.
    const storage = open();
    storage.setItem("shashki.probe", "1");
    storage.removeItem("shashki.probe");
    return storage;
  } catch {
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
  }
}
