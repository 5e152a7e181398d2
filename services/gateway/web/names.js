// What players are called: asked for once, and then known.

import { readNames } from "./standings.js";

// As many as the API answers at once.
const AT_ONCE = 200;

const names = new Map();
const asked = new Set();

/** Makes what is known already known here too. */
export function learnName(id, name) {
  if (name) names.set(id, name);
}

/** What a player is called; "Somebody" while nobody knows. */
export const nameOf = (id) => names.get(id) ?? "Somebody";

/** Whether a player's name is known. */
export const knows = (id) => names.has(id);

/** Looks up the names of players that are not known yet; answers whether any was learnt. */
export async function learnNames(ids, read = readNames) {
  const unknown = [...new Set(ids)].filter((id) => id && !names.has(id) && !asked.has(id));
  let learnt = false;
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    const some = unknown.slice(at, at + AT_ONCE);
    for (const id of some) asked.add(id);
    try {
      const found = Object.entries(await read(some));
      for (const [id, name] of found) names.set(id, name);
      learnt ||= found.length > 0;
    } catch {
      // Names are a help, no more: they are asked for again at the next look.
      for (const id of some) asked.delete(id);
    }
  }
  return learnt;
}

/** The players of games. */
export const playersOf = (games) =>
  games.flatMap(({ white, black }) => [white.player, black.player]).filter(Boolean);
