// The API of ratings.

import { call, playerPath } from "./api.js";

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

/** A page of what games made of a player's rating. */
export const listChanges = (player, asked) =>
  call("GET", `${playerPath(player)}/rating-changes?${query(asked)}`);

/** What players are called, as an object of names by id. */
export const readNames = async (ids) =>
  (await call("GET", `/v1/names?${query({ ids: ids.join(",") })}`)).names;
