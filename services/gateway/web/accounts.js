// The API of accounts: signing in, and one's own name.

import { call, once, playerPath } from "./api.js";

/** Makes a guest; answers `{ player, tokens }`. Sent once: a repeat would be another guest. */
export const signInAsGuest = () => once("POST", "/v1/sign-in/guest", {});

/** Signs in to an account. */
export const signIn = (email, password) =>
  once("POST", "/v1/sign-in", { email, password });

/** Makes an account; the name is made up if it is empty. */
export const register = (email, password, name) =>
  once("POST", "/v1/register", { credentials: { email, password }, ...given(name) });

/** Makes the guest who calls an account; signs in to it if that was done and the answer was lost. */
export async function upgrade(email, password, name) {
  try {
    return await call("POST", "/v1/upgrade", { credentials: { email, password }, ...given(name) });
  } catch (error) {
    if (error.reason !== "NOT_A_GUEST") throw error;
    return signIn(email, password);
  }
}

/** Trades a refresh token for new tokens. Sent once: it is good once. */
export const trade = (refresh_token) => once("POST", "/v1/refresh", { refresh_token });

/** Ends a session. */
export const signOut = (refresh_token) => once("POST", "/v1/sign-out", { refresh_token });

/** Reads a player's profile. */
export const readPlayer = (id) => call("GET", playerPath(id));

/** Changes one's own name; answers the player. */
export const rename = (name) => call("PATCH", "/v1/me", { name });

/** Deletes oneself. */
export const deleteMe = () => call("DELETE", "/v1/me");

const given = (name) => (name ? { name } : {});
