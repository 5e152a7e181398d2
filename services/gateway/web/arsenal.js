// The boosts of a game on the screen: what may be used is read, what the person chooses is sent.

import { listBoosts, useBoost } from "./api.js";
import { boostBar, boostSide, ownedOf, questionOf } from "./boosts.js";
import { ask } from "./dialog.js";
import { readSquare } from "./squares.js";
import { purse } from "./wallet.js";

const RETRY_MS = 2000;

const NO_CHOICE = { boost: null, targets: new Map(), moves: [] };

/** The boosts of one game. */
export class Arsenal {
  #id;
  #player;
  #tell;
  #size = 8;
  #game = null;
  #mine = [];
  #options = null;
  #reading = null;
  #choice = NO_CHOICE;
  #sending = false;
  #left = false;

  /**
   * `tell` has `changed()`, `chosen()` for when another boost is being chosen or none any more,
   * `used(event)` and `refused(error)`.
   */
  constructor(id, player, tell) {
    this.#id = id;
    this.#player = player;
    this.#tell = tell;
  }

  /** Takes in the game as it stands, on a board of this size. */
  see(game, mine, size) {
    const before = this.#game;
    this.#game = game;
    this.#mine = mine;
    this.#size = size;
    if (before && before.version === game.version) return;
    // What was being chosen was for the position before.
    this.#choice = NO_CHOICE;
    this.#options = null;
    const used = before && game.boosts?.length > before.boosts?.length && mine.includes(game.boosts.at(-1).side);
    if (boostSide(game, mine) !== null && (!before || used)) purse.read();
    this.#reading = this.#read(game);
  }

  /** Leaves the game. */
  leave() {
    this.#left = true;
  }

  /** The bar as it is to be shown, or null. */
  get bar() {
    if (!this.#game) return null;
    return boostBar(this.#game, this.#mine, { owned: ownedOf(purse.wallet), options: this.#options });
  }

  /** The boost whose target or move is being chosen, or null. */
  get choosing() {
    return this.#choice.boost;
  }

  /** Whether one is being sent. */
  get sending() {
    return this.#sending;
  }

  /** The squares that can be chosen. */
  get targets() {
    return new Set(this.#choice.targets.keys());
  }

  /** The opponent's moves that can be chosen. */
  get moves() {
    return this.#choice.moves;
  }

  /** The person wants to use a boost: at once, or once it is chosen on what. */
  async pick(boost) {
    const item = this.bar?.find((each) => each.boost === boost);
    if (!item || item.refused || this.#sending) return;
    if (this.choosing === boost) {
      this.cancel();
      return;
    }
    this.#choice = NO_CHOICE;
    if (boost !== "shield" && boost !== "sabotage") {
      await this.#use(boost, {}, questionOf(boost));
      return;
    }
    // Whoever is quicker than the answer waits for it.
    await this.#reading;
    this.#choose(boost);
  }

  /** The person has chosen a square; says whether it was one to choose. */
  chooseTarget(square) {
    const target = this.#choice.targets.get(square);
    if (target !== undefined) this.#use(this.choosing, { target }, null);
    return target !== undefined;
  }

  /** The person has entered a move of the opponent's. */
  chooseMove(move) {
    const question = questionOf("sabotage", boostSide(this.#game, this.#mine), move);
    return this.#use("sabotage", { move: move.text }, question);
  }

  /** Chooses nothing after all. */
  cancel() {
    if (this.#choice.boost === null) return;
    this.#choice = NO_CHOICE;
    this.#tell.chosen();
  }

  #choose(boost) {
    const option = this.#options?.get(boost);
    if (this.#left || !option || option.refused) return;
    const square = (text) => readSquare(text, this.#size);
    const targets = new Map(option.targets.map((text) => [square(text), text]));
    // Squares come in the ruleset's own notation.
    const algebraic = (move) => ({ ...move, path: move.path.map(square), captured: move.captured.map(square) });
    const moves = option.moves.map(algebraic);
    this.#choice = { boost, targets: boost === "shield" ? targets : new Map(), moves };
    this.#tell.chosen();
  }

  async #use(boost, on, question) {
    const { actions } = this.#game;
    if (question && !(await ask(question, { yes: "Use it", no: "Don't use it" }))) {
      this.cancel();
      return;
    }
    // The game may have gone on while it was asked.
    if (this.#left || this.#sending || this.#game.actions !== actions) return;
    this.#sending = true;
    this.#tell.changed();
    try {
      const event = await useBoost(this.#id, this.#player, actions, boost, on);
      this.#sending = false;
      if (!this.#left) this.#tell.used(event);
    } catch (error) {
      this.#sending = false;
      this.#choice = NO_CHOICE;
      purse.read();
      if (!this.#left) this.#tell.refused(error);
    }
  }

  async #read(game) {
    const side = boostSide(game, this.#mine);
    if (side === null || game.outcome || game.boost_in_flight || game.side_to_move !== side) return;
    try {
      const options = await listBoosts(this.#id, this.#player);
      if (this.#left || this.#game.version !== game.version) return;
      this.#options = new Map(options.map((option) => [option.boost, option]));
      this.#tell.changed();
    } catch {
      // Moves go on without boosts: they are asked for again.
      setTimeout(() => {
        if (!this.#left && this.#game.version === game.version) this.#read(game);
      }, RETRY_MS);
    }
  }
}
