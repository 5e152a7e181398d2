// The API of ratings.

import { client } from "./api.js";
import { firstRating } from "./terms.js";

/** The pools. */
export const listPools = async () => (await client.get("/v1/ratings/pools")).pools;

/** A page of a leaderboard: from the top, behind `page_token`, or around `around_player_id`. */
export const readLeaderboard = (pool, query) => client.get("/v1/ratings/{pool}/leaderboard", { path: { pool }, query });

/** The seasons of a pool, newest first. */
export const listSeasons = async (pool) =>
  (await client.get("/v1/ratings/{pool}/seasons", { path: { pool } })).seasons;

/** What a player has in every pool. */
export const playerRatings = async (player_id) =>
  (await client.get("/v1/players/{player_id}/ratings", { path: { player_id } })).ratings;

/** What players have in a pool, as a map by id; null if it cannot be read: it is beside their game. */
export async function ratingsIn(poolId, players) {
  try {
    const [pools, ...all] = await Promise.all([listPools(), ...players.map(playerRatings)]);
    const pool = pools.find(({ id }) => id === poolId);
    if (!pool) return null;
    const ratings = new Map(players.map((player) => [player, firstRating(pool)]));
    for (const rating of all.flat()) {
      if (rating.pool === pool.id) ratings.set(rating.player_id, rating);
    }
    return ratings;
  } catch {
    return null;
  }
}

/** A page of what games made of a player's rating. */
export const listChanges = (player_id, query) =>
  client.get("/v1/players/{player_id}/rating-changes", { path: { player_id }, query });

/** The players with these ids, but those whom nobody knows. */
export const readPlayers = async (player_ids) => (await client.get("/v1/players", { query: { player_ids } })).players;
