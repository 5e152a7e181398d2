// Who sits at the two sides of a game: names and ratings. Pure.

import { changeKind, changeText, ratingText } from "./terms.js";
import { botName } from "./words.js";

/**
 * A side as it is shown beside the board: `name`, `player` for a person, `rating` and `change` for a
 * rated game. `ratings` are what the players had when the game was opened, by id.
 */
export function personOf(game, side, { me, nameOf, ratings }) {
  const seat = game[side];
  if (seat.bot) return { name: botName(seat.bot) };
  const you = seat.player_id === me ? " (you)" : "";
  const person = { name: `${nameOf(seat.player_id)}${you}`, player: seat.player_id };
  if (!game.rated) return person;
  const change = game.rating_changes?.[side];
  if (change) {
    const rating = `${Math.round(change.after)}`;
    return { ...person, rating, change: { text: changeText(change), kind: changeKind(change) } };
  }
  const rating = ratings.get(seat.player_id);
  return rating ? { ...person, rating: ratingText(rating) } : person;
}

/** What a rated game has made of one's own rating, in words; null if there is nothing to say. */
export function ratedText(game, mine) {
  const change = mine.length === 1 ? game.rating_changes?.[mine[0]] : null;
  if (!change) return null;
  const [before, after] = [Math.round(change.before), Math.round(change.after)];
  return `Your rating: ${before} → ${after} (${changeText(change)})`;
}
