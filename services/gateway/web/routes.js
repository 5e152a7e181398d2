// Which view an address shows, and the addresses of views. Pure.

const VIEWS = [
  [/^\/game\/([^/]+)\/?$/, "game"],
  [/^\/invite\/([^/]+)\/?$/, "invite"],
  [/^\/players\/([^/]+)\/?$/, "profile"],
  [/^\/ratings\/([^/]+)\/?$/, "ratings"],
  [/^\/(shop)\/?$/, "shop"],
];

/** Where the page shows the shop. */
export const SHOP = "/shop";

/** The view of an address with the name it carries: `{ view, name }`; the start for all others. */
export function routeOf(path) {
  for (const [pattern, view] of VIEWS) {
    const found = pattern.exec(path);
    if (found) return { view, name: decoded(found[1]) };
  }
  return { view: "start", name: null };
}

// An address that was mangled on its way names what is not there, and that is said.
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const path = (view) => (name) => `/${view}/${encodeURIComponent(name)}`;

/** Where the page shows a game. */
export const gamePath = path("game");

/** Where the page shows an invite. */
export const invitePath = path("invite");

/** Where the page shows a player. */
export const playerPath = path("players");

/** Where the page shows the leaderboard of a pool. */
export const ratingsPath = path("ratings");
