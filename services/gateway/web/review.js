// The replay board of a finished game.

import { readPositions } from "./api.js";
import { boostText, seenAt } from "./boosts.js";
import { byId, setText, showAlert } from "./dom.js";
import { framesOf, goTo, pause, play, replayOf, stepOfPly, stepsOf, travelBetween } from "./replay.js";
import { readFen } from "./squares.js";
import { errorText } from "./words.js";

const STEP_MS = 1100;

/** Lets a person go through a finished game on its board. */
export class Review {
  #id;
  #board;
  #size;
  #mine;
  #changed;
  #replay;
  #ply;
  #frames = null;
  #timer = null;

  /** `mine` are the player's own sides; `changed()` hears when another position is shown. */
  constructor(game, { board, size, mine, changed }) {
    this.#id = game.id;
    this.#board = board;
    this.#size = size;
    this.#mine = mine;
    this.#changed = changed;
    this.#ply = game.ply;
    this.#replay = replayOf(stepsOf(game));
    byId("replay").hidden = this.#replay.steps === 0;
    byId("replay-first").onclick = () => this.go(0);
    byId("replay-back").onclick = () => this.step(-1);
    byId("replay-on").onclick = () => this.step(1);
    byId("replay-last").onclick = () => this.go(this.#replay.steps);
    byId("replay-play").onclick = () => this.#toggle();
    this.#show();
  }

  /** The ply that is shown. */
  get at() {
    return this.#frame?.ply ?? this.#ply;
  }

  /** Whether the end is shown. */
  get atEnd() {
    return this.#replay.at === this.#replay.steps;
  }

  /** The squares that the move shown has passed. */
  get path() {
    return this.#frame?.path ?? [];
  }

  /** The boost that is shown, or undefined. */
  get boost() {
    return this.#frame?.boost;
  }

  /** Goes to a step and stays there. */
  go(step) {
    return this.#move(() => goTo(pause(this.#replay), step));
  }

  /** Goes to the move of a ply and stays there. */
  goToPly(ply) {
    return this.#move(() => goTo(pause(this.#replay), stepOfPly(this.#frames, ply)));
  }

  /** Goes some steps on, or back. */
  step(steps) {
    return this.go(this.#replay.at + steps);
  }

  /** Ends it. */
  stop() {
    clearTimeout(this.#timer);
    for (const id of ["replay", "replay-what"]) byId(id).hidden = true;
  }

  get #frame() {
    return this.#frames?.[this.#replay.at];
  }

  async #toggle() {
    await this.#move(() => (this.#replay.playing ? pause(this.#replay) : play(this.#replay)));
  }

  // Where it goes is asked once it is known what there is to see.
  async #move(next) {
    clearTimeout(this.#timer);
    try {
      this.#frames ??= framesOf(await readPositions(this.#id));
    } catch (error) {
      showAlert(errorText(error));
      return;
    }
    const from = this.#replay.at;
    this.#replay = next();
    const replay = this.#replay;
    if (replay.at !== from) {
      const { fen, boost } = this.#frame;
      const { pieces, shields } = readFen(fen, this.#size);
      this.#board.show(pieces, { shields, travel: travelBetween(this.#frames, from, replay.at) });
      if (boost && replay.at === from + 1) this.#board.strike(boost.boost, seenAt(boost, this.#size));
    }
    this.#show();
    this.#changed();
    if (replay.playing) {
      this.#timer = setTimeout(() => this.#move(() => goTo(this.#replay, this.#replay.at + 1)), STEP_MS);
    }
  }

  #show() {
    const { at, steps, playing } = this.#replay;
    const button = byId("replay-play");
    button.dataset.playing = playing;
    button.setAttribute("aria-label", playing ? "Stop" : "Play by itself");
    button.title = playing ? "Stop" : "Play by itself";
    for (const id of ["replay-first", "replay-back"]) byId(id).disabled = at === 0;
    for (const id of ["replay-on", "replay-last"]) byId(id).disabled = at === steps;
    setText(byId("replay-at"), `${at} / ${steps}`);
    const { boost } = this;
    byId("replay-what").hidden = !boost;
    setText(byId("replay-what"), boost ? boostText(boost, this.#mine) : "");
  }
}
