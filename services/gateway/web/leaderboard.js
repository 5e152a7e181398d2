// The leaderboard of a pool, page by page.

import { byId, element, option, setText, showAlert } from "./dom.js";
import { learnNames, nameOf } from "./names.js";
import { playerPath, ratingsPath } from "./routes.js";
import { listPools, listSeasons, readLeaderboard } from "./standings.js";
import { describePool, poolName, ratingText, seasonText } from "./terms.js";
import { setPageTitle } from "./title.js";
import { errorText } from "./words.js";

const SIZE = 25;

/** Where one is on a leaderboard: the ways back, and the way on. Pure. */
export class Pages {
  #behind = [];
  #here = {};
  #next = null;

  /** Begins anew, with a page asked for like this. */
  begin(asked) {
    this.#behind = [];
    this.#here = asked;
    this.#next = null;
    return this.#here;
  }

  /** Takes in where the page that was read goes on. */
  read(nextToken) {
    this.#next = nextToken || null;
  }

  /** Whether there is a page behind this one. */
  get hasNext() {
    return this.#next !== null;
  }

  /** Whether there is a page before this one. */
  get hasPrevious() {
    return this.#behind.length > 0;
  }

  /** Goes on. */
  next() {
    this.#behind.push(this.#here);
    this.#here = { page_token: this.#next };
    return this.#here;
  }

  /** Goes back. */
  previous() {
    this.#here = this.#behind.pop();
    return this.#here;
  }
}

/** Shows the leaderboard of one pool until it is left. */
export class Leaderboard {
  #pool;
  #me;
  #go;
  #pages = new Pages();
  #season = 0;
  #left = false;
  #asked = 0;

  constructor(pool, { me, go }) {
    this.#pool = pool;
    this.#me = me;
    this.#go = go;
  }

  /** Opens it. */
  async open() {
    byId("ratings").hidden = false;
    byId("places-rows").replaceChildren();
    setText(byId("ratings-total"), "");
    byId("top-places").onclick = () => this.#turn(this.#pages.begin({}));
    byId("my-place").onclick = () => this.#turn(this.#pages.begin({ around_player_id: this.#me }));
    byId("next-places").onclick = () => this.#turn(this.#pages.next());
    byId("previous-places").onclick = () => this.#turn(this.#pages.previous());
    byId("pool").onchange = () => this.#go(ratingsPath(byId("pool").value));
    byId("season").onchange = () => {
      this.#season = Number(byId("season").value);
      this.#turn(this.#pages.begin({}));
    };
    setPageTitle(`${poolName(this.#pool)}: leaderboard · Shashki`);
    await Promise.all([this.#readFrame(), this.#turn(this.#pages.begin({}))]);
  }

  /** Leaves it. */
  leave() {
    this.#left = true;
    byId("ratings").hidden = true;
  }

  async #readFrame() {
    try {
      const [pools, seasons] = await Promise.all([listPools(), listSeasons(this.#pool)]);
      if (this.#left) return;
      byId("pool").replaceChildren(...pools.map(({ id }) => option(id, poolName(id))));
      byId("pool").value = this.#pool;
      const numbered = seasons.map((season) => option(season.closed_at ? season.number : 0, seasonText(season)));
      byId("season").replaceChildren(...numbered);
      const pool = pools.find(({ id }) => id === this.#pool);
      if (pool) setText(byId("pool-about"), describePool(pool));
      setText(byId("places-value"), pool?.points ? "Points" : "Rating");
    } catch (error) {
      if (!this.#left) showAlert(errorText(error));
    }
  }

  async #turn(asked) {
    const turn = (this.#asked += 1);
    showAlert(null);
    try {
      const whole = { season: this.#season, page_size: SIZE, ...asked };
      const page = await readLeaderboard(this.#pool, whole);
      await learnNames(page.places.map(({ rating }) => rating.player_id));
      // Whoever asked later is answered instead.
      if (this.#left || turn !== this.#asked) return;
      this.#pages.read(page.next_page_token);
      this.#show(page, asked.around_player_id !== undefined);
    } catch (error) {
      if (!this.#left) showAlert(errorText(error));
    }
  }

  #show({ places, total }, around) {
    byId("places-rows").replaceChildren(...places.map((place) => this.#row(place)));
    setText(byId("ratings-total"), `${total} ${total === 1 ? "player" : "players"}`);
    const note = byId("places-note");
    note.hidden = places.length > 0;
    setText(note, around ? "You have no place here yet: play more rated games." : "Nobody has a place here yet.");
    byId("previous-places").disabled = !this.#pages.hasPrevious;
    byId("next-places").disabled = !this.#pages.hasNext;
    const mine = byId("places-rows").querySelector("[aria-current]");
    if (around) mine?.scrollIntoView({ block: "center" });
  }

  #row({ rank, rating }) {
    const player = element("a", "", nameOf(rating.player_id));
    player.href = playerPath(rating.player_id);
    const peak = Math.round(rating.peak ?? 0);
    const numbers = [ratingText(rating), rating.wins, rating.draws, rating.losses, peak];
    const row = element(
      "tr",
      "",
      element("td", "number", rank),
      element("td", "", player),
      ...numbers.map((number) => element("td", "number", number)),
    );
    row.dataset.player = rating.player_id;
    if (rating.player_id === this.#me) row.setAttribute("aria-current", "true");
    return row;
  }
}
