// Accounts of an e-mail address with a password, and one's own name.

import { client } from "./api.js";

const credentials = (email, password) => ({ email: { email, password } });

/** Plays as a new guest. */
export const signInAsGuest = () => client.session.signInAsGuest();

/** Signs in to an account. */
export const signIn = (email, password) => client.session.signIn(credentials(email, password));

/** Makes an account; the name is made up if it is empty. */
export const register = (email, password, name) => client.session.register(credentials(email, password), name);

/** Makes the guest who calls an account; answers the player who is signed in then. */
export const upgrade = (email, password) => client.upgrade(credentials(email, password));

/** Reads a player's profile. */
export const readPlayer = async (player_id) =>
  (await client.get("/v1/players/{player_id}", { path: { player_id } })).player;

/** Changes one's own name; answers the player. */
export const rename = async (name) => (await client.patch("/v1/me", { body: { name } })).player;

/** Deletes oneself. */
export const deleteMe = () => client.delete("/v1/me");
