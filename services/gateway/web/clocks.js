// Both clocks on the screen, running between one message and the next.

import { clockText, isLow, runningSide, ServerTime, timeLeft, untilNextTenth } from "./clock.js";
import { byId, setText } from "./dom.js";

/** The clocks beside the players of one game. */
export class Clocks {
  #time = new ServerTime();
  #game = null;
  #timer = null;

  /** Takes a game's clock over as it has just come; `fresh` if it was read just now. */
  show(game, fresh) {
    this.#game = game;
    if (game.clock) this.#time.heard(Date.parse(game.clock.now), performance.now(), fresh);
    this.#tick();
  }

  /** Stops them and takes them away. */
  stop() {
    clearTimeout(this.#timer);
    for (const side of ["white", "black"]) byId(`clock-${side}`).hidden = true;
  }

  #tick() {
    clearTimeout(this.#timer);
    const now = this.#time.at(performance.now());
    const running = runningSide(this.#game);
    for (const side of ["white", "black"]) this.#draw(side, running === side, now);
    if (!running) return;
    const left = timeLeft(this.#game, running, now);
    // At nought it waits for what the server says.
    if (left > 0) this.#timer = setTimeout(() => this.#tick(), untilNextTenth(left));
  }

  #draw(side, runs, now) {
    const node = byId(`clock-${side}`);
    const { clock } = this.#game;
    node.hidden = !clock;
    if (!clock) return;
    const left = timeLeft(this.#game, side, now);
    node.dataset.ms = left;
    node.dataset.running = runs;
    node.dataset.low = runs && isLow(clock.rule, left);
    setText(node, clockText(left));
  }
}
