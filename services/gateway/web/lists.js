// The player's games on the start page: those that go on, and those that are over.

import { gamePath, listGames } from "./api.js";
import { byId, element } from "./dom.js";
import { sidesOf } from "./seats.js";
import { dayText, modeName, opponentText, reasonText, resultText } from "./words.js";

const PAGE = 8;

let shownLive = "";

/** Shows the games that go on; `waits(game)` says whether it is the player's turn. */
export function showLive(games, player, waits) {
  byId("live").hidden = games.length === 0;
  // Rows that stay the same are left alone: one of them may have the focus.
  const key = games.map((game) => `${game.id} ${waits(game)}`).join();
  if (key === shownLive) return;
  shownLive = key;
  const rows = games.map((game) => {
    const turn = waits(game);
    const about = opponentText(game, sidesOf(game, player));
    const row = gameRow(game, player, about, turn ? "Your turn" : "Go on");
    if (turn) row.dataset.turn = "";
    return row;
  });
  byId("live-games").replaceChildren(...rows);
}

/** The finished games, page by page. */
export class Finished {
  #player;
  #rulesets;
  #next = null;
  #asked = 0;

  constructor(player, rulesets) {
    this.#player = player;
    this.#rulesets = rulesets;
    byId("more-games").onclick = () => this.#read(this.#next);
  }

  /** Begins with the newest ones. */
  show() {
    return this.#read(null);
  }

  async #read(token) {
    const asked = (this.#asked += 1);
    const more = byId("more-games");
    more.disabled = true;
    try {
      const page = await listGames(this.#player, "finished", PAGE, token);
      // Whoever asked later is answered instead.
      if (asked === this.#asked) this.#add(page, token !== null);
    } catch {
      // The list is a help, no more: the rest of the page says when the server is away.
    } finally {
      more.disabled = false;
    }
  }

  #add({ games, next_page_token }, further) {
    const list = byId("finished-games");
    const rows = games.map((game) => this.#row(game));
    if (further) list.append(...rows);
    else list.replaceChildren(...rows);
    this.#next = next_page_token ?? null;
    byId("more-games").hidden = this.#next === null;
    byId("finished").hidden = list.children.length === 0;
    if (further) rows[0]?.querySelector("a").focus();
  }

  #row(game) {
    const result = resultText(game.outcome, sidesOf(game, this.#player));
    const reason = reasonText(game.outcome, this.#rulesets.get(game.ruleset)?.objective);
    const row = gameRow(game, this.#player, `${result}: ${reason}`, dayText(game.updated_at_ms));
    row.dataset.result = game.outcome.result;
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
