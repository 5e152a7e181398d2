// The page's client of the API, and the calls about games.

import { Client } from "./client-index.js";

/** The client of this page: calls, the session and streams. */
export const client = new Client();

const actOn = async (game_id, what, body) =>
  (await client.post(`/v1/games/{game_id}/${what}`, { path: { game_id }, body })).event;

/** A game as PDN. */
export const readPdn = (game_id) => client.get("/v1/games/{game_id}/pdn", { path: { game_id } });

/** The modes offered. */
export const listModes = async () => (await client.get("/v1/modes")).modes;

/** The rulesets with their parameters. */
export const listRulesets = async () => (await client.get("/v1/rulesets")).rulesets;

/** Creates a game. */
export const createGame = async (game) => (await client.post("/v1/games", { body: game })).game;

/** Reads a game. */
export const readGame = async (game_id) => (await client.get("/v1/games/{game_id}", { path: { game_id } })).game;

// Boards have algebraic squares, whatever the ruleset writes.
const algebraic = (game_id) => ({ path: { game_id }, query: { notation: "algebraic" } });

/** The legal moves of a game, in algebraic squares. */
export const legalMoves = (id) => client.get("/v1/games/{game_id}/legal-moves", algebraic(id));

/** The positions that a game has gone through, in algebraic squares. */
export const readPositions = (id) => client.get("/v1/games/{game_id}/positions", algebraic(id));

/** Plays a move; answers the event that it is. */
export const playMove = (id, player_id, expected_ply, move) =>
  actOn(id, "moves", { player_id, expected_ply, move });

/** What a player may use now: every boost with what it may be used on. */
export async function listBoosts(game_id, player_id) {
  const { boosts } = await client.get("/v1/games/{game_id}/boosts", { path: { game_id }, query: { player_id } });
  return boosts.map(({ choice }) => choice);
}

/** Uses a boost, `on` a target or by a move; answers the event that it is. */
export const useBoost = (id, player_id, expected_action, boost, on) =>
  actOn(id, "boosts", { player_id, expected_action, boost, ...on });

/** Gives a game up; answers the event that it is. */
export const resign = (id, player_id, side) => actOn(id, "resign", { player_id, side });

/** Takes a game back that has hardly begun; answers the event that it is. */
export const abort = (id, player_id) => actOn(id, "abort", { player_id });

/** Offers a draw; answers the event that it is. */
export const offerDraw = (id, player_id) => actOn(id, "draw/offer", { player_id });

/** Accepts the opponent's draw offer or declines it; answers the event that it is. */
export const answerDraw = (id, player_id, accept) => actOn(id, "draw/answer", { player_id, accept });

/** Offers a rematch or accepts the opponent's offer; answers where it stands. */
export async function wantRematch(game_id, player_id) {
  const asked = { path: { game_id }, body: { player_id } };
  return (await client.post("/v1/games/{game_id}/rematch", asked)).rematch;
}

/** A page of a player's games, "live" or "finished" ones. */
export const listGames = (player_id, filter, page_size, page_token) =>
  client.get("/v1/players/{player_id}/games", { path: { player_id }, query: { filter, page_size, page_token } });
