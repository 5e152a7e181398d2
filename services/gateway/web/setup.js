// The start form: what to play and against whom.

import { createGame } from "./api.js";
import { Board } from "./board.js";
import { describeLimits } from "./boosts.js";
import { drawLot } from "./chance.js";
import { randomId } from "./client-index.js";
import { attempt, byId, option, setText } from "./dom.js";
import { createInvite } from "./meetings.js";
import { readFen } from "./squares.js";
import { showStock } from "./stock.js";
import { purse } from "./wallet.js";
import { describeClock, describeRuleset, modeName } from "./words.js";

/** The games on offer: every mode, then the rulesets that no mode plays. */
export function gamesOnOffer(modes, rulesets) {
  const played = new Set(modes.map((mode) => mode.ruleset));
  const others = rulesets.filter((ruleset) => !played.has(ruleset.id));
  return [
    ...modes.map(({ id, ruleset, clock, pool, boosts, only_with_bots }) => ({
      value: id,
      name: modeName(id),
      ruleset,
      clock,
      pool,
      boosts,
      onlyWithBots: only_with_bots,
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
  const me = { player_id: player };
  if (opponent === "two") return { white: me, black: me };
  const bot = { bot: opponent };
  return colour === "black" ? { white: bot, black: me } : { white: me, black: bot };
}

/** Whether a game can be played in a way: nobody is met over what has no name that both could choose. */
export function isOffered({ ask, onlyWithBots }, against) {
  const meets = against === "anyone" || against === "challenge";
  return onlyWithBots ? against === "bot" : Boolean(ask.mode) || !meets;
}

/** What there is to choose for a way of playing and a game. */
export function choicesFor(against, offer) {
  const meets = against === "anyone" || against === "challenge";
  return {
    rated: meets && Boolean(offer?.pool),
    // Against a bot alone a person always plays White.
    colour: against === "challenge" || (against === "bot" && !offer?.onlyWithBots),
    level: against === "bot",
    challenge: against === "challenge",
  };
}

/** What an invite is asked for with. */
export function inviteAsked({ mode, rated, colour, lobby, expiry }) {
  return { mode, rated, colour: colour === "lot" ? "by_lot" : colour, open_to_all: lobby, expires_after_ms: expiry };
}

const HINTS = {
  anyone: "Whoever waits for the same game is your opponent.",
  challenge: "You get a link for a friend, or a challenge in the lobby.",
  bot: "The bot is always there. The game is not rated.",
  two: "Two people take turns at this screen.",
};

const STARTS = { anyone: "Play now", challenge: "Create invite", bot: "Start", two: "Start" };

/** Runs the form. `started(game)`, `invited(invite)` and `wait(queue)` hear of what was chosen. */
export class Setup {
  #player;
  #offers;
  #rulesets;
  #to;
  #pending = null;

  constructor({ player, modes, rulesets, started, invited, wait }) {
    this.#player = player;
    this.#offers = gamesOnOffer(modes, rulesets);
    this.#rulesets = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));
    this.#to = { started, invited, wait };
    byId("setup").onchange = () => this.#arrange();
    byId("setup").onsubmit = (event) => {
      event.preventDefault();
      attempt([byId("start")], () => this.#send());
    };
    byId("post-challenge").onclick = () => this.#challengeAll();
    byId("start").disabled = this.#offers.length === 0;
    purse.listen(() => this.#showStock());
  }

  /** Shows the form as it was left. */
  show() {
    this.#arrange();
    purse.read();
  }

  get #against() {
    return byId("setup").elements.against.value;
  }

  get #offer() {
    return this.#offers.find(({ value }) => value === byId("mode").value);
  }

  #challengeAll() {
    byId("setup").elements.against.value = "challenge";
    byId("for").value = "lobby";
    this.#arrange();
    byId("setup").scrollIntoView({ block: "nearest" });
    byId("mode").focus();
  }

  #arrange() {
    this.#pending = null;
    const against = this.#against;
    this.#listGames(against);
    const offer = this.#offer;
    const choices = choicesFor(against, offer);
    byId("rated-row").hidden = !choices.rated;
    byId("colour-row").hidden = !choices.colour;
    byId("level-row").hidden = !choices.level;
    byId("for-row").hidden = !choices.challenge;
    byId("expiry-row").hidden = !choices.challenge;
    this.#showStock();
    setText(byId("against-hint"), HINTS[against]);
    setText(byId("start"), STARTS[against]);
    if (offer) this.#preview(offer, choices.colour);
  }

  #showStock() {
    const { boosts } = this.#offer ?? {};
    byId("boosts-row").hidden = !boosts;
    if (boosts) showStock(purse.wallet, boosts);
  }

  #listGames(against) {
    const select = byId("mode");
    const chosen = select.value;
    const offers = this.#offers.filter((offer) => isOffered(offer, against));
    const key = offers.map(({ value }) => value).join();
    if (select.dataset.shown === key) return;
    select.dataset.shown = key;
    select.replaceChildren(...offers.map(({ value, name }) => option(value, name)));
    if (offers.some(({ value }) => value === chosen)) select.value = chosen;
  }

  // The board beside the form shows what will be played, from the colour chosen.
  #preview(offer, coloured) {
    const ruleset = this.#rulesets.get(offer.ruleset);
    if (!ruleset) return;
    const about = [describeRuleset(ruleset), describeClock(offer.clock), describeLimits(offer.boosts)];
    setText(byId("about"), about.join(" ").trim());
    const black = coloured && byId("colour").value === "black";
    showStart(ruleset, black ? "black" : "white");
  }

  async #send() {
    const against = this.#against;
    if (against === "anyone") {
      this.#to.wait({ mode: this.#offer.value, rated: this.#rated });
      return;
    }
    // The same request is sent again until it is answered, so that trying again makes no second
    // game.
    this.#pending ??= { ...this.#request(against), request_id: randomId() };
    if (against === "challenge") this.#to.invited(await createInvite(this.#pending));
    else this.#to.started(await createGame(this.#pending));
    this.#pending = null;
  }

  get #rated() {
    return choicesFor(this.#against, this.#offer).rated && byId("rated").checked;
  }

  #request(against) {
    const colour = byId("colour").value;
    if (against === "challenge") {
      return inviteAsked({
        mode: this.#offer.value,
        rated: this.#rated,
        colour,
        lobby: byId("for").value === "lobby",
        expiry: Number(byId("expiry").value),
      });
    }
    const opponent = against === "two" ? "two" : byId("level").value;
    const { colour: coloured } = choicesFor(against, this.#offer);
    const mine = !coloured ? "white" : colour === "lot" ? drawLot("white", "black") : colour;
    return { ...this.#offer.ask, ...seats(this.#player, opponent, mine) };
  }
}

/** Shows the position in which games of a ruleset start. */
export function showStart(ruleset, foot) {
  const board = new Board(byId("board"), { size: ruleset.board_size });
  board.orient(foot);
  const { pieces, shields } = readFen(ruleset.start_fen, ruleset.board_size);
  board.show(pieces, { shields });
}
