// Who sits where, and what that allows beside moving. Pure.

import { otherSide } from "./words.js";

// A game with fewer plies than this can be taken back.
const ABORTABLE_PLIES = 2;

/** The sides that a player sits on. */
export function sidesOf(game, player) {
  return ["white", "black"].filter((side) => game[side].player_id === player);
}

/** Whether a game is one between the player and another person. */
function isWithPerson(game, mine) {
  return mine.length === 1 && game[otherSide(mine[0])].player_id !== undefined;
}

/**
 * What the player can do now: `resign` and `abort` are true or false, `draw` and `rematch` say where
 * the offers stand: null, "free", "mine" or "theirs", a rematch also "begun".
 */
export function choices(game, player) {
  const mine = sidesOf(game, player);
  const over = Boolean(game.outcome);
  const plays = mine.length > 0;
  const hasMoved = (side) => game.moves.some((move) => move.side === side);
  return {
    resign: plays && !over,
    abort: !over && game.ply < ABORTABLE_PLIES && mine.some((side) => !hasMoved(side)),
    draw: !over && isWithPerson(game, mine) ? stand(game.draw_offered_by, mine) : null,
    rematch: over && plays ? rematchStand(game.rematch, mine) : null,
  };
}

function stand(offeredBy, mine) {
  if (!offeredBy) return "free";
  return mine.includes(offeredBy) ? "mine" : "theirs";
}

function rematchStand(rematch, mine) {
  return rematch?.game_id ? "begun" : stand(rematch?.offered_by, mine);
}
