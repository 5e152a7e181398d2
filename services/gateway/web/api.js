// The REST API of the gateway. What is sent with `call` may be repeated without harm: reads are
// reads, a move carries its ply, a boost its action, a new game its request id, and who repeats an upgrade of a guest is
// told that it was made. What may not is sent `once`.

const WAITS_MS = [300, 900];

// What every WebSocket of the gateway speaks.
const PROTOCOL = "shashki.v1";

// Signs calls for whoever is signed in; nobody is to begin with.
let signer = { token: null, fresh: async () => null, refused: async () => null };

/** Lets a session sign every call from now on. */
export function signWith(session) {
  signer = session;
}

/** An answer that is not the one asked for. `code` is a gRPC code's name, or OFFLINE. */
export class ApiError extends Error {
  constructor({ code, reason, message }) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const passing = (error) => error.code === "OFFLINE" || error.code === "UNAVAILABLE";

/** Calls the API, again while the server is away. */
export async function call(method, path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await signed(method, path, body);
    } catch (error) {
      if (!passing(error) || attempt === WAITS_MS.length) throw error;
      await pause(WAITS_MS[attempt]);
    }
  }
}

// A token can be refused before its time, as after a change of keys: then a new one is tried, once.
async function signed(method, path, body) {
  const token = await signer.fresh();
  try {
    return await once(method, path, body, token);
  } catch (error) {
    if (error.code !== "UNAUTHENTICATED" || !token) throw error;
    return once(method, path, body, await signer.refused(token));
  }
}

/** Calls the API once, with a token or with none. */
export async function once(method, path, body, token = null) {
  const request = { method, headers: { accept: "application/json" }, cache: "no-store" };
  if (token) request.headers.authorization = `Bearer ${token}`;
  if (body !== undefined) {
    request.headers["content-type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  let answer;
  try {
    response = await fetch(path, request);
    answer = await response.json();
  } catch {
    // Either the network failed or something in between answered with another kind of page.
    throw new ApiError({ code: "OFFLINE", message: "no answer from the server" });
  }
  if (response.ok) return answer;
  throw new ApiError(answer.error ?? { code: "INTERNAL", message: response.statusText });
}

const apiPath = (id) => `/v1/games/${encodeURIComponent(id)}`;

/** Where the API has a player. */
export const playerPath = (player) => `/v1/players/${encodeURIComponent(player)}`;

/** Where a game lies as a file of PDN. */
export const pdnPath = (id) => `${apiPath(id)}/pdn`;

/** The modes offered. */
export const listModes = async () => (await call("GET", "/v1/modes")).modes;

/** The rulesets with their parameters. */
export const listRulesets = async () => (await call("GET", "/v1/rulesets")).rulesets;

/** Creates a game. */
export const createGame = (game) => call("POST", "/v1/games", game);

/** Reads a game. */
export const readGame = (id) => call("GET", apiPath(id));

/** The legal moves of a game, in algebraic squares. */
export const legalMoves = (id) => call("GET", `${apiPath(id)}/legal-moves?notation=algebraic`);

/** The positions that a game has gone through, in algebraic squares. */
export const readPositions = (id) => call("GET", `${apiPath(id)}/positions?notation=algebraic`);

/** Plays a move; answers the event that it is. */
export const playMove = (id, player, ply, move) =>
  call("POST", `${apiPath(id)}/moves`, { player, ply, move });

/** What a player may use now: every boost with what it may be used on. */
export const listBoosts = async (id, player) =>
  (await call("GET", `${apiPath(id)}/boosts?${new URLSearchParams({ player })}`)).boosts;

/** Uses a boost, `on` a target or by a move; answers the event that it is. */
export const useBoost = (id, player, action, boost, on) =>
  call("POST", `${apiPath(id)}/boosts`, { player, action, boost, ...on });

/** Gives a game up; answers the event that it is. */
export const resign = (id, player, side) =>
  call("POST", `${apiPath(id)}/resign`, { player, side });

const act = (what) => (id, player) => call("POST", `${apiPath(id)}/${what}`, { player });

/** Takes a game back that has hardly begun; answers the event that it is. */
export const abort = act("abort");

/** Offers a draw; answers the event that it is. */
export const offerDraw = act("draw/offer");

/** Accepts the opponent's draw offer; answers the event that it is. */
export const acceptDraw = act("draw/accept");

/** Declines the opponent's draw offer; answers the event that it is. */
export const declineDraw = act("draw/decline");

/** Offers a rematch or accepts the opponent's offer; answers where it stands. */
export const wantRematch = act("rematch");

/** A page of a player's games, "live" or "finished" ones. */
export function listGames(player, filter, size, token) {
  const query = new URLSearchParams({ filter, page_size: size });
  if (token) query.set("page_token", token);
  return call("GET", `${playerPath(player)}/games?${query}`);
}

/** Opens the stream of a game's events after a version. */
export function openWatch(id, afterVersion, player) {
  return openSocket(`${apiPath(id)}/watch`, { after_version: afterVersion, player });
}

/** Opens the stream of news of a player. */
export const openNews = (player) => openSocket(`${playerPath(player)}/watch`, {});

/** Opens a WebSocket of the gateway. */
export function openSocket(path, query) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  // A browser can give a WebSocket no header: the token goes along as one more protocol.
  const { token } = signer;
  return new WebSocket(url, token ? [PROTOCOL, `bearer.${token}`] : [PROTOCOL]);
}
