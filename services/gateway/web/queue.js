// Waiting for an opponent: what the queue tells goes in, what to show comes out.

import { spanText } from "./words.js";

// After so long without a match a bot is offered.
export const BOT_AFTER_MS = 20_000;

/** How a wait begins. */
export const begunWait = (queue) => ({ queue, state: "joining" });

/**
 * A wait after a message of its queue. Its `state` is "joining", "waiting", "matched", "left" or
 * "refused"; `bot` is the bot that is offered, if one is.
 */
export function afterMessage(wait, message) {
  if (wait.state === "matched" || wait.state === "left") return wait;
  const { waiting, bot_offered, matched, cancelled } = message;
  if (waiting) return { ...wait, state: "waiting", place: waiting };
  // Whoever has chosen to wait on is not asked again.
  if (bot_offered) return wait.waitsOn ? wait : { ...wait, bot: bot_offered.level };
  if (matched) return { ...wait, state: "matched", game: matched.game_id };
  return cancelled ? { ...wait, state: "left" } : wait;
}

/** A wait that was refused. */
export const refusedWait = (wait, error) => ({ ...wait, state: "refused", error });

/** A wait of somebody who would rather wait on than play the bot. */
export const waitingOn = (wait) => ({ ...wait, bot: undefined, waitsOn: true });

/** Whether there is nothing more to wait for. */
export const isOver = ({ state }) => ["matched", "left", "refused"].includes(state);

/** Where one stands, as pairs of a word and a value. */
export function placeFacts(place, rated) {
  const { position, length, estimated_wait_ms, window } = place;
  const facts = [["Your place", `${position} of ${length}`]];
  facts.push(["Expected wait", estimated_wait_ms ? `about ${spanText(estimated_wait_ms)}` : "not known yet"]);
  if (rated && window > 0) facts.push(["Opponents within", `${window} rating points`]);
  return facts;
}

/** The time that has passed, as 0:07. */
export function stopwatch(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
