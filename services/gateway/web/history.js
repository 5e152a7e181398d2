// What games have made of a player's rating: a graph and a table.

import { byId, element, setData, setText } from "./dom.js";
import { drawGraph } from "./graph.js";
import { learnName } from "./names.js";
import { gamePath, playerPath } from "./routes.js";
import { listChanges } from "./standings.js";
import { changeKind, changeText, poolName, resultFor } from "./terms.js";
import { dayText } from "./words.js";

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
    const options = pools.map((pool) => {
      const option = element("option", "", poolName(pool));
      option.value = pool;
      return option;
    });
    byId("history-pool").replaceChildren(...options);
    // With one pool there is nothing to choose.
    byId("history-pool").hidden = pools.length === 1;
    setText(byId("history-title"), pools.length === 1 ? `Rating: ${poolName(pools[0])}` : "Rating");
    await this.#read(pools[0]);
  }

  async #read(pool) {
    this.#pool = pool;
    this.#changes = [];
    this.#rows = ROWS;
    await this.#page(null);
  }

  async #more() {
    this.#rows += ROWS;
    if (this.#rows > this.#changes.length && this.#next) await this.#page(this.#next);
    else this.#show();
  }

  async #page(page_token) {
    const asked = (this.#asked += 1);
    const page = await listChanges(this.#player, { pool: this.#pool, page_size: PAGE, page_token });
    // Whoever asked later is answered instead.
    if (asked !== this.#asked) return;
    for (const change of page.changes) learnName(change.opponent, change.opponent_name);
    this.#changes.push(...page.changes);
    this.#next = page.next_page_token ?? null;
    this.#show();
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
  const opponent = element("a", "", change.opponent_name ?? "Deleted player");
  opponent.href = playerPath(change.opponent);
  const disc = element("span", `disc small ${change.side}`);
  disc.title = `as ${change.side}`;
  const game = element("a", "", "Replay");
  game.href = gamePath(change.game_id);
  const moved = element("td", "number change", changeText(change));
  setData(moved, "kind", changeKind(change));
  const made = element(
    "tr",
    "",
    element("td", "", dayText(change.at_ms)),
    element("td", "", disc, opponent),
    element("td", "", resultFor(change.side, change.result)),
    element("td", "number", Math.round(change.after)),
    moved,
    element("td", "", game),
  );
  made.dataset.game = change.game_id;
  return made;
}
