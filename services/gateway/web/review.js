// The replay board of a finished game.

import { readPositions } from "./api.js";
import { byId, setText, showAlert } from "./dom.js";
import { fenAt, goTo, pathAt, pause, play, replayOf, travelBetween } from "./replay.js";
import { readFen } from "./squares.js";
import { errorText } from "./words.js";

const STEP_MS = 1100;

/** Lets a person go through a finished game on its board. */
export class Review {
  #id;
  #board;
  #size;
  #changed;
  #replay;
  #positions = null;
  #timer = null;

  /** `changed()` hears when another position is shown. */
  constructor(game, { board, size, changed }) {
    this.#id = game.id;
    this.#board = board;
    this.#size = size;
    this.#changed = changed;
    this.#replay = replayOf(game.ply);
    byId("replay").hidden = game.ply === 0;
    byId("replay-first").onclick = () => this.go(0);
    byId("replay-back").onclick = () => this.step(-1);
    byId("replay-on").onclick = () => this.step(1);
    byId("replay-last").onclick = () => this.go(this.#replay.plies);
    byId("replay-play").onclick = () => this.#toggle();
    this.#show();
  }

  /** The ply that is shown. */
  get at() {
    return this.#replay.at;
  }

  /** Whether the end is shown. */
  get atEnd() {
    return this.#replay.at === this.#replay.plies;
  }

  /** The squares that the move shown has passed. */
  get path() {
    return this.#positions ? pathAt(this.#positions, this.#replay.at) : [];
  }

  /** Goes to a ply and stays there. */
  go(ply) {
    return this.#move(goTo(pause(this.#replay), ply));
  }

  /** Goes some plies on, or back. */
  step(plies) {
    return this.go(this.#replay.at + plies);
  }

  /** Ends it. */
  stop() {
    clearTimeout(this.#timer);
    byId("replay").hidden = true;
  }

  async #toggle() {
    await this.#move(this.#replay.playing ? pause(this.#replay) : play(this.#replay));
  }

  async #move(replay) {
    clearTimeout(this.#timer);
    try {
      this.#positions ??= await readPositions(this.#id);
    } catch (error) {
      showAlert(errorText(error));
      return;
    }
    const from = this.#replay.at;
    this.#replay = replay;
    if (replay.at !== from) {
      const { pieces } = readFen(fenAt(this.#positions, replay.at), this.#size);
      this.#board.show(pieces, { travel: travelBetween(this.#positions, from, replay.at) });
    }
    this.#show();
    this.#changed();
    if (replay.playing) {
      this.#timer = setTimeout(() => this.#move(goTo(this.#replay, this.#replay.at + 1)), STEP_MS);
    }
  }

  #show() {
    const { at, plies, playing } = this.#replay;
    const button = byId("replay-play");
    button.dataset.playing = playing;
    button.setAttribute("aria-label", playing ? "Stop" : "Play by itself");
    button.title = playing ? "Stop" : "Play by itself";
    for (const id of ["replay-first", "replay-back"]) byId(id).disabled = at === 0;
    for (const id of ["replay-on", "replay-last"]) byId(id).disabled = at === plies;
    setText(byId("replay-at"), `${at} / ${plies}`);
  }
}
