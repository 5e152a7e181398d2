// The API of ratings.

import { call, playerPath } from "./api.js";
import { firstRating } from "./terms.js";

const poolPath = (pool) => `/v1/ratings/${encodeURIComponent(pool)}`;

const query = (asked) => {
  const given = Object.entries(asked).filter(([, value]) => value);
  return new URLSearchParams(given);
};

/** The pools. */
export const listPools = async () => (await call("GET", "/v1/ratings/pools")).pools;

/** A page of a leaderboard: from the top, behind `page_token`, or `around` a player. */
export const readLeaderboard = (pool, asked) =>
  call("GET", `${poolPath(pool)}/leaderboard?${query(asked)}`);

/** The seasons of a pool, newest first. */
export const listSeasons = async (pool) => (await call("GET", `${poolPath(pool)}/seasons`)).seasons;

/** What a player has in every pool. */
export const playerRatings = async (player) =>
  (await call("GET", `${playerPath(player)}/ratings`)).ratings;

/** What players have in a pool, as a map by id; null if it cannot be read: it is beside their game. */
export async function ratingsIn(poolId, players) {
  try {
    const [pools, ...all] = await Promise.all([listPools(), ...players.map(playerRatings)]);
    const pool = pools.find(({ id }) => id === poolId);
    if (!pool) return null;
    const ratings = new Map(players.map((player) => [player, firstRating(pool)]));
    for (const rating of all.flat()) {
      if (rating.pool === pool.id) ratings.set(rating.player, rating);
    }
    return ratings;
  } catch {
    return null;
  }
}

/** A page of what games made of a player's rating. */
export const listChanges = (player, asked) =>
  call("GET", `${playerPath(player)}/rating-changes?${query(asked)}`);

/** What players are called, as an object of names by id. */
export const readNames = async (ids) =>
  (await call("GET", `/v1/names?${query({ ids: ids.join(",") })}`)).names;
