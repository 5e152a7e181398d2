// Made by clients/typescript/build from src/session.ts: do not edit.

// Who is signed in: the player with the tokens, kept between visits and shared by all tabs of a
// browser.
import { ApiError } from "./client-errors.js";
const KEY = "shashki.session";
const LOCK = "shashki.session";
/** So long before its end an access token is traded for a new one. */
const EARLY_MS = 60_000;
/** How long a token is trusted that does not say how long it is good. */
const UNKNOWN_LIFE_MS = 5 * 60_000;
/** How many milliseconds a token is good for, as it says itself; null if it does not. */
export function lifeOf(token) {
    try {
        const claims = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
        const { iat, exp } = JSON.parse(atob(claims));
        return exp > iat ? (exp - iat) * 1000 : null;
    }
    catch {
        return null;
    }
}
/** The session of a player. */
export class Session {
    #send;
    #storage;
    #locks;
    #now;
    #listeners = new Set();
    #renewing = null;
    constructor({ send, storage, locks = null, now = Date.now }) {
        this.#send = send;
        this.#storage = storage;
        this.#locks = locks;
        this.#now = now;
    }
    /** Who is signed in, or null. */
    get player() {
        return this.#kept()?.player ?? null;
    }
    get token() {
        return this.#kept()?.access_token ?? null;
    }
    /** Makes a guest and signs in as that: a player without credentials. */
    signInAsGuest() {
        return this.#signInAt("/v1/sign-in/guest", {});
    }
    /** Makes an account and signs in to it; its name is made up if none is given. */
    register(credentials, name = "") {
        return this.#signInAt("/v1/register", { credentials, ...(name && { name }) });
    }
    /** Signs in to an account. */
    signIn(credentials) {
        return this.#signInAt("/v1/sign-in", { credentials });
    }
    /** Ends the session. It is over here whether the server hears of it or not. */
    async signOut() {
        const refresh_token = this.#kept()?.refresh_token;
        this.forget();
        if (!refresh_token)
            return;
        try {
            await this.#post("/v1/sign-out", { refresh_token });
        }
        catch {
            // Nobody holds its tokens any more.
        }
    }
    /** Keeps who has signed in; answers the player. */
    keep({ player, tokens }) {
        const { access_token, refresh_token } = tokens;
        // By the token's own span: the clocks of this machine and of the server may differ.
        const life = lifeOf(access_token) ?? UNKNOWN_LIFE_MS;
        const renew_at_ms = this.#now() + life - Math.min(EARLY_MS, life / 4);
        this.#write({ player: player, access_token, refresh_token, renew_at_ms });
        this.#emit("renewed");
        return player;
    }
    /** Keeps what has changed of the player, if it is still the one signed in. */
    keepPlayer(player) {
        const kept = this.#kept();
        if (kept?.player.id === player.id)
            this.#write({ ...kept, player });
    }
    /** Forgets who was signed in. */
    forget() {
        this.#storage.removeItem(KEY);
    }
    async fresh() {
        const kept = this.#kept();
        if (!kept)
            return null;
        if (this.#now() < kept.renew_at_ms)
            return kept.access_token;
        try {
            return await this.#renew(kept.access_token);
        }
        catch (error) {
            if (isUnauthenticated(error))
                throw error;
            // It may still be good, and whoever uses it is told if not.
            return kept.access_token;
        }
    }
    refused(token) {
        return this.#renew(token);
    }
    /** Listens to events of the session; answers a function that stops it. */
    listen(listener) {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
    }
    /** Whether a change of the storage by another tab is another player, or none any more. */
    concerns({ key, oldValue, newValue }) {
        // Everything was cleared.
        if (key === null)
            return true;
        return key === KEY && idIn(oldValue) !== idIn(newValue);
    }
    async #signInAt(path, body) {
        return this.keep((await this.#post(path, body)));
    }
    // Sent once: a repeat would be another guest, and a refresh token is good once.
    #post(path, body) {
        return this.#send({ method: "POST", path, body });
    }
    #renew(stale) {
        this.#renewing ??= this.#withLock(() => this.#renewLocked(stale)).finally(() => {
            this.#renewing = null;
        });
        return this.#renewing;
    }
    // Two tabs that trade the same refresh token end the session.
    #withLock(work) {
        return this.#locks ? this.#locks.request(LOCK, work) : work();
    }
    async #renewLocked(stale) {
        const kept = this.#kept();
        if (!kept)
            return null;
        // Another tab was faster.
        if (kept.access_token !== stale)
            return kept.access_token;
        const [traded] = await Promise.allSettled([this.#post("/v1/refresh", { refresh_token: kept.refresh_token })]);
        const now = this.#kept();
        // Whoever has signed in or out meanwhile stays so.
        if (now?.refresh_token !== kept.refresh_token)
            return now?.access_token ?? null;
        if (traded.status === "fulfilled") {
            this.keep({ ...traded.value, player: now.player });
            return this.token;
        }
        if (isUnauthenticated(traded.reason)) {
            this.forget();
            this.#emit("ended");
        }
        throw traded.reason;
    }
    #emit(event) {
        for (const listener of this.#listeners)
            listener(event);
    }
    #kept() {
        try {
            return JSON.parse(this.#storage.getItem(KEY));
        }
        catch {
            return null;
        }
    }
    #write(kept) {
        this.#storage.setItem(KEY, JSON.stringify(kept));
    }
}
const isUnauthenticated = (error) => error instanceof ApiError && error.isUnauthenticated;
function idIn(text) {
    try {
        return JSON.parse(text)?.player.id ?? null;
    }
    catch {
        return null;
    }
}
