// What players are called: asked for once, and then known.

import { readPlayers } from "./standings.js";

// The API answers more at once, but their ids make a long address.
const AT_ONCE = 100;

const names = new Map();
// Questions that are under way or were answered, by the id asked for.
const asked = new Map();

/** Makes what is known elsewhere known here too. */
export function learnName(id, name) {
  if (name) names.set(id, name);
}

/** What a player is called; "Somebody" while nobody knows. */
export const nameOf = (id) => names.get(id) ?? "Somebody";

/** Looks up the names of players that are not known yet; answers whether any was learnt. */
export async function learnNames(ids, read = readPlayers) {
  const wanted = [...new Set(ids)].filter((id) => id && !names.has(id));
  const unasked = wanted.filter((id) => !asked.has(id));
  for (let at = 0; at < unasked.length; at += AT_ONCE) {
    const some = unasked.slice(at, at + AT_ONCE);
    const question = look(some, read);
    for (const id of some) asked.set(id, question);
  }
  await Promise.all(wanted.map((id) => asked.get(id)));
  return wanted.some((id) => names.has(id));
}

async function look(ids, read) {
  try {
    for (const { id, name } of await read(ids)) names.set(id, name || "Deleted player");
  } catch {
    // Names are a help, no more: they are asked for again at the next look.
    for (const id of ids) asked.delete(id);
  }
}

/** The players of games. */
export const playersOf = (games) =>
  games.flatMap(({ white, black }) => [white.player_id, black.player_id]).filter(Boolean);
