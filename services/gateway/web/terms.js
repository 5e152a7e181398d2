// What the page says of meeting, rating and replaying, in words. Pure.

import { modeName, otherSide, sideName, spanText } from "./words.js";

/** A rating as people read it: whole, and with a question mark while it is uncertain. */
export const ratingText = ({ value, provisional }) => `${Math.round(value)}${provisional ? "?" : ""}`;

/** What everybody begins with in a pool. */
export const firstRating = ({ points, glicko2 }) =>
  points ? { value: 0, provisional: false } : { value: glicko2.rating, provisional: true };

/** What a game made of a rating: +12, −8 or ±0. */
export function changeText({ before, after }) {
  const change = Math.round(after) - Math.round(before);
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** Whether a rating went up, down or stayed. */
export function changeKind({ before, after }) {
  const change = Math.round(after) - Math.round(before);
  if (change === 0) return "same";
  return change > 0 ? "up" : "down";
}

/** A row of wins or losses in words. */
export function streakText(streak) {
  if (streak === 0) return "none";
  const count = Math.abs(streak);
  const [one, many] = streak > 0 ? ["win", "wins"] : ["loss", "losses"];
  return `${count} ${count === 1 ? one : many}`;
}

/** A pool by its name for people: it is called as the mode that it belongs to. */
export const poolName = (pool) => modeName(pool);

/** How a pool counts, in words. */
export function describePool({ points, glicko2 }) {
  if (points) {
    const draw = points.draw === 0 ? "a draw changes nothing" : `a draw adds ${points.draw}`;
    return `Points: a win adds ${points.win}, a loss takes ${points.loss}, ${draw}.`;
  }
  return `Glicko-2 ratings: everybody begins with ${Math.round(glicko2.rating)}. A question mark means that more games are needed to be sure.`;
}

/** What an invite is to, in words. */
export function inviteTerms({ mode, rated, colour, inviter }, me) {
  const terms = [modeName(mode), rated ? "rated" : "unrated"];
  if (colour === "by_lot") terms.push("colours by lot");
  else if (inviter === me) terms.push(`you play ${sideName(colour)}`);
  else terms.push(`you play ${sideName(otherSide(colour))}`);
  return terms.join(" · ");
}

/** How an invite stands that is no longer open, in words. */
export function inviteEnd({ status, inviter }, me) {
  const own = inviter === me;
  const ends = {
    accepted: own ? "Your opponent has accepted." : "This invite was accepted.",
    declined: own ? "Your friend does not want to play now." : "You declined this invite.",
    cancelled: own ? "You took this invite back." : "This invite was taken back.",
    expired: "This invite has expired.",
  };
  return ends[status] ?? "This invite is no longer open.";
}

/** How long an invite is still good, in words. */
export function remainingText(expiresAt, now) {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return "It is about to expire.";
  // Seconds matter towards the end alone.
  const step = left > 3_600_000 ? 3_600_000 : left > 60_000 ? 60_000 : 1000;
  return `Good for ${spanText(Math.ceil(left / step) * step)}.`;
}

/** A season in words. */
export const seasonText = ({ number, closed_at }) =>
  closed_at === undefined ? `Season ${number}, going on` : `Season ${number}`;
