// The start form: what to play, against whom, and which colour.

import { createGame } from "./api.js";
import { Board } from "./board.js";
import { byId, element, setText, showAlert } from "./dom.js";
import { drawLot, randomId } from "./identity.js";
import { readFen } from "./squares.js";
import { describeClock, describeRuleset, errorText, modeName } from "./words.js";

/** The games on offer: every mode, then the rulesets that no mode plays. */
export function gamesOnOffer(modes, rulesets) {
  const played = new Set(modes.map((mode) => mode.ruleset));
  const others = rulesets.filter((ruleset) => !played.has(ruleset.id));
  return [
    ...modes.map(({ id, ruleset, clock }) => ({
      value: id,
      name: modeName(id),
      ruleset,
      clock,
      ask: { mode: id },
    })),
    ...others.map(({ id }) => ({
      value: `ruleset:${id}`,
      name: modeName(id),
      ruleset: id,
      ask: { ruleset: id },
    })),
  ];
}

/** Who sits where. */
export function seats(player, opponent, colour) {
  const me = { player };
  if (opponent === "two") return { white: me, black: me };
  const bot = { bot: opponent };
  return colour === "black" ? { white: bot, black: me } : { white: me, black: bot };
}

/** Runs the form. `started(game)` hears of the game that it made. */
export class Setup {
  #player;
  #offers;
  #rulesets;
  #started;
  #pending = null;

  constructor({ player, modes, rulesets, started }) {
    this.#player = player;
    this.#offers = gamesOnOffer(modes, rulesets);
    this.#rulesets = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));
    this.#started = started;
    const options = this.#offers.map(({ value, name }) => {
      const option = element("option", "", name);
      option.value = value;
      return option;
    });
    byId("mode").replaceChildren(...options);
    byId("mode").onchange = () => this.#describe();
    byId("colour").onchange = () => this.#describe();
    byId("opponent").onchange = () => this.#describe();
    byId("setup").onsubmit = (event) => {
      event.preventDefault();
      this.#start();
    };
    byId("start").disabled = this.#offers.length === 0;
  }

  /** Shows the form as it was left. */
  show() {
    this.#describe();
  }

  // The board beside the form shows what will be played, from the colour chosen.
  #describe() {
    this.#pending = null;
    const offer = this.#offer();
    const ruleset = offer && this.#rulesets.get(offer.ruleset);
    if (!ruleset) return;
    const two = byId("opponent").value === "two";
    byId("colour-row").hidden = two;
    setText(byId("about"), `${describeRuleset(ruleset)} ${describeClock(offer.clock)}`);
    const board = new Board(byId("board"), { size: ruleset.board_size });
    board.orient(!two && byId("colour").value === "black" ? "black" : "white");
    board.show(readFen(ruleset.start_fen, ruleset.board_size).pieces);
  }

  #offer() {
    return this.#offers.find(({ value }) => value === byId("mode").value);
  }

  async #start() {
    const button = byId("start");
    button.disabled = true;
    showAlert(null);
    try {
      this.#started(await createGame(this.#request()));
      this.#pending = null;
    } catch (error) {
      showAlert(errorText(error));
    } finally {
      button.disabled = false;
    }
  }

  // The same request is sent again until it is answered, so that trying again makes no second game.
  #request() {
    if (!this.#pending) {
      const chosen = byId("colour").value;
      const colour = chosen === "lot" ? drawLot("white", "black") : chosen;
      this.#pending = {
        ...this.#offer().ask,
        ...seats(this.#player, byId("opponent").value, colour),
        request_id: randomId(),
      };
    }
    return this.#pending;
  }
}
