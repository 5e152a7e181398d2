// The arithmetic of clocks. Pure: what the server said goes in, what to show comes out.

// Below this, tenths of a second are shown.
const TENTHS_BELOW_MS = 10_000;

// Without a warning of its own a clock is low in its last ten seconds.
const LOW_MS = 10_000;

// Messages are not under way for as long as this: a difference that large comes of a clock that was
// set, or of a machine that slept.
const SET_MS = 5_000;

/** The server's clock, as far as its messages tell. Times of this machine are `performance.now()`. */
export class ServerTime {
  #ahead = null;

  /**
   * Takes in a message that said `nowMs` and came at `at`. One that is `fresh` was written just
   * before it was sent; others may have waited.
   */
  heard(nowMs, at, fresh) {
    const ahead = nowMs - at;
    const behind = this.#ahead - ahead;
    // The message that was under way for the shortest time says most.
    if (this.#ahead === null || behind < 0 || (fresh && behind > SET_MS)) this.#ahead = ahead;
  }

  /** What the server's clock says at a time of this machine. */
  at(time) {
    return time + (this.#ahead ?? 0);
  }
}

/** The side whose time runs, or null. */
export function runningSide(game) {
  const runs = game.clock?.deadline !== undefined && !game.outcome;
  return runs ? game.side_to_move : null;
}

/** The milliseconds that a side has left when the server's clock says `now`. */
export function timeLeft(game, side, now) {
  const left = game.clock[`${side}_ms`];
  if (runningSide(game) !== side) return left;
  // Time that was given back may stand still for a while before it runs.
  return Math.max(0, Math.min(left, Math.floor(Date.parse(game.clock.deadline) - now)));
}

/** Whether that is little. */
export function isLow(rule, left) {
  return left <= (rule.warning?.warning_ms ?? LOW_MS);
}

/** A time left as a clock shows it: 1:02:03, 2:03, and 0:09.4 towards the end. */
export function clockText(left) {
  const two = (number) => String(number).padStart(2, "0");
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${two(seconds % 60)}${left < TENTHS_BELOW_MS ? `.${Math.floor(left / 100) % 10}` : ""}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/** In how many milliseconds a running clock has to be looked at again: at its next tenth. */
export const untilNextTenth = (left) => (left % 100) + 1;
