// A player's games: those that go on, and those that are over.

import { listGames } from "./api.js";
import { byId, element, setData } from "./dom.js";
import { learnNames, nameOf, playersOf } from "./names.js";
import { gamePath } from "./routes.js";
import { sidesOf } from "./seats.js";
import { changeKind, changeText } from "./terms.js";
import { dayText, modeName, opponentText, reasonText, resultText } from "./words.js";

const PAGE = 8;

let shownLive = "";

/** Shows the games that go on; `waits(game)` says whether it is the player's turn. */
export function showLive(games, player, waits) {
  byId("live").hidden = games.length === 0;
  const abouts = games.map((game) => opponentText(game, sidesOf(game, player), nameOf));
  // Rows that stay the same are left alone: one of them may have the focus.
  const key = games.map((game, at) => `${game.id} ${waits(game)} ${abouts[at]}`).join();
  if (key === shownLive) return;
  shownLive = key;
  const rows = games.map((game, at) => {
    const turn = waits(game);
    const row = gameRow(game, player, abouts[at], turn ? "Your turn" : "Go on");
    if (turn) row.dataset.turn = "";
    return row;
  });
  byId("live-games").replaceChildren(...rows);
}

/** The finished games of a player, page by page. */
export class Finished {
  #player;
  #rulesets;
  #part;
  #own;
  #next = null;
  #asked = 0;

  /** `part` is the part of the page that shows them, `own` whether they are one's own. */
  constructor({ player, rulesets, part, own }) {
    this.#player = player;
    this.#rulesets = rulesets;
    this.#part = part;
    this.#own = own;
    byId(`more-${part}`).onclick = () => this.#read(this.#next);
  }

  /** Begins with the newest ones. */
  show() {
    return this.#read(null);
  }

  /** Leaves them: what is still under way is not shown any more. */
  leave() {
    this.#asked += 1;
  }

  async #read(token) {
    const asked = (this.#asked += 1);
    const more = byId(`more-${this.#part}`);
    more.disabled = true;
    try {
      const page = await listGames(this.#player, "finished", PAGE, token);
      await learnNames(playersOf(page.games));
      // Whoever asked later is answered instead.
      if (asked === this.#asked) this.#add(page, token !== null);
    } catch {
      // The list is a help, no more: the rest of the page says when the server is away.
    } finally {
      if (asked === this.#asked) more.disabled = false;
    }
  }

  #add({ games, next_page_token }, further) {
    const list = byId(`${this.#part}-games`);
    const rows = games.map((game) => this.#row(game));
    if (further) list.append(...rows);
    else list.replaceChildren(...rows);
    this.#next = next_page_token || null;
    byId(`more-${this.#part}`).hidden = this.#next === null;
    byId(this.#part).hidden = list.children.length === 0;
    if (further) rows[0]?.querySelector("a").focus();
  }

  #row(game) {
    const mine = sidesOf(game, this.#player);
    const result = resultText(game.outcome, mine, this.#own);
    const reason = reasonText(game.outcome, this.#rulesets.get(game.ruleset)?.objective);
    const about = [opponentText(game, mine, nameOf), `${result}: ${reason}`].join(". ");
    const row = gameRow(game, this.#player, about, dayText(game.updated_at));
    row.dataset.result = game.outcome.result;
    const change = mine.length === 1 ? game.rating_changes?.[mine[0]] : null;
    if (change) {
      const made = element("span", "change", changeText(change));
      setData(made, "kind", changeKind(change));
      row.querySelector(".tag").prepend(made);
    }
    return row;
  }
}

function gameRow(game, player, about, tag) {
  const [side] = sidesOf(game, player);
  const name = modeName(game.mode || game.ruleset);
  const words = element("span", "words", element("strong", "", name), element("small", "", about));
  const link = element("a", "row", element("span", `disc ${side}`), words, element("span", "tag", tag));
  link.href = gamePath(game.id);
  const row = element("li", "", link);
  row.dataset.game = game.id;
  return row;
}
