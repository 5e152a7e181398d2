// What games have made of a player's rating: a graph and a table.

import { byId, element, option, setData, setText, showAlert } from "./dom.js";
import { drawGraph } from "./graph.js";
import { learnNames, nameOf } from "./names.js";
import { gamePath, playerPath } from "./routes.js";
import { listChanges } from "./standings.js";
import { changeKind, changeText, poolName } from "./terms.js";
import { dayText, errorText, resultText } from "./words.js";

// As many as the API answers at once: the graph goes back as far as that to begin with.
const PAGE = 200;
// The table is longer than most people read.
const ROWS = 20;

/** The history of one player's ratings. */
export class History {
  #player;
  #name;
  #pool = null;
  #changes = [];
  #next = null;
  #rows = ROWS;
  #asked = 0;

  constructor(player, name) {
    this.#player = player;
    this.#name = name;
    byId("history-pool").onchange = () => this.#read(byId("history-pool").value);
    byId("more-history").onclick = () => this.#more();
  }

  /** Shows it for the pools that the player has played in. */
  async show(pools) {
    byId("history").hidden = pools.length === 0;
    if (pools.length === 0) return;
    byId("history-pool").replaceChildren(...pools.map((pool) => option(pool, poolName(pool))));
    // With one pool there is nothing to choose.
    byId("history-pool").hidden = pools.length === 1;
    setText(byId("history-title"), pools.length === 1 ? `Rating: ${poolName(pools[0])}` : "Rating");
    await this.#read(pools[0]);
  }

  /** Leaves it: what is still under way is not shown any more. */
  leave() {
    this.#asked += 1;
  }

  async #read(pool) {
    this.#pool = pool;
    this.#changes = [];
    this.#next = null;
    this.#rows = ROWS;
    // What stands there is of another pool or player.
    this.#show();
    await this.#page(null);
  }

  async #more() {
    this.#rows += ROWS;
    if (this.#rows > this.#changes.length && this.#next) await this.#page(this.#next);
    else this.#show();
  }

  async #page(page_token) {
    const asked = (this.#asked += 1);
    showAlert(null);
    try {
      const page = await listChanges(this.#player, { pool: this.#pool, page_size: PAGE, page_token });
      await learnNames(page.changes.map(({ opponent_id }) => opponent_id));
      // Whoever asked later is answered instead.
      if (asked !== this.#asked) return;
      this.#changes.push(...page.changes);
      this.#next = page.next_page_token || null;
      this.#show();
    } catch (error) {
      if (asked === this.#asked) showAlert(errorText(error));
    }
  }

  #show() {
    const count = this.#changes.length;
    const label = `${this.#name}'s rating in ${poolName(this.#pool)} over ${count} games`;
    byId("graph").replaceChildren(...(count > 0 ? [drawGraph(this.#changes, label)] : []));
    byId("history-rows").replaceChildren(...this.#changes.slice(0, this.#rows).map(row));
    byId("more-history").hidden = this.#rows >= count && !this.#next;
  }
}

function row(change) {
  const opponent = element("a", "", nameOf(change.opponent_id));
  opponent.href = playerPath(change.opponent_id);
  const disc = element("span", `disc small ${change.side}`);
  disc.title = `as ${change.side}`;
  const game = element("a", "", "Replay");
  game.href = gamePath(change.game_id);
  const moved = element("td", "number change", changeText(change));
  setData(moved, "kind", changeKind(change));
  const made = element(
    "tr",
    "",
    element("td", "", dayText(change.at)),
    element("td", "", disc, opponent),
    element("td", "", resultText(change, [change.side], false)),
    element("td", "number", Math.round(change.after)),
    moved,
    element("td", "", game),
  );
  made.dataset.game = change.game_id;
  return made;
}
