// A player: ratings, their history, finished games, and one's own account.

import { Account } from "./account.js";
import { readPlayer } from "./accounts.js";
import { byId, element, setText, showAlert } from "./dom.js";
import { History } from "./history.js";
import { Finished } from "./lists.js";
import { learnName } from "./names.js";
import { ratingsPath } from "./routes.js";
import { playerRatings } from "./standings.js";
import { poolName, ratingText, streakText } from "./terms.js";
import { setPageTitle } from "./title.js";
import { errorText, longDayText } from "./words.js";

const PARTS = ["profile", "account", "history", "archive"];

/** What is said of a player beside the name. */
export function aboutPlayer({ guest, created_at, deleted }) {
  if (deleted) return "This player was deleted.";
  return `${guest ? "Guest" : "Player"} since ${longDayText(created_at)}`;
}

/** Shows one player until they are left. */
export class Profile {
  #id;
  #context;
  #left = false;
  #finished = null;
  #history = null;

  /** `context` has `me`, `session`, `offer`, `changed()` and `gone()`. */
  constructor(id, context) {
    this.#id = id;
    this.#context = context;
  }

  /** Opens the profile. */
  async open() {
    for (const id of PARTS.slice(1)) byId(id).hidden = true;
    byId("profile").hidden = false;
    setText(byId("profile-name"), "");
    setText(byId("profile-about"), "");
    byId("profile-ratings").replaceChildren();
    byId("profile-unrated").hidden = true;
    try {
      const player = await readPlayer(this.#id);
      if (this.#left) return;
      this.#showPlayer(player);
      const ratings = await playerRatings(this.#id);
      if (!this.#left) await this.#showRatings(ratings);
    } catch (error) {
      if (this.#left) return;
      if (error.code === "NOT_FOUND") setText(byId("profile-name"), "There is no such player");
      else showAlert(errorText(error));
    }
  }

  /** Leaves it. */
  leave() {
    this.#left = true;
    this.#finished?.leave();
    this.#history?.leave();
    for (const id of PARTS) byId(id).hidden = true;
  }

  #showPlayer(player) {
    const { me, session, offer, changed, gone } = this.#context;
    const own = player.id === me;
    learnName(player.id, player.name);
    const name = player.name || "Deleted player";
    setText(byId("profile-name"), name);
    setText(byId("profile-about"), aboutPlayer(player));
    setPageTitle(`${name} · Shashki`);
    if (own) {
      session.keepPlayer(player);
      const again = () => {
        changed();
        if (!this.#left) this.#showPlayerName(session.player);
      };
      new Account({ session, changed: again, gone }).show();
    }
    this.#finished = new Finished({ player: player.id, rulesets: offer.rulesets, part: "archive", own });
    this.#finished.show();
  }

  #showPlayerName(player) {
    setText(byId("profile-name"), player.name);
    setText(byId("profile-about"), aboutPlayer(player));
  }

  async #showRatings(ratings) {
    byId("profile-unrated").hidden = ratings.length > 0;
    byId("profile-ratings").replaceChildren(...ratings.map(ratingCard));
    const name = byId("profile-name").textContent;
    this.#history = new History(this.#id, name);
    await this.#history.show(ratings.map(({ pool }) => pool));
  }
}

function ratingCard(rating) {
  const pool = element("a", "", poolName(rating.pool));
  pool.href = ratingsPath(rating.pool);
  const value = element("strong", "", ratingText(rating));
  const played = `${rating.wins} won, ${rating.draws} drawn, ${rating.losses} lost`;
  const peak = rating.peak > 0 ? `Peak ${Math.round(rating.peak)}` : "No peak yet";
  const rows = `Streak: ${streakText(rating.streak)}; best ${streakText(rating.best_streak)}`;
  const card = element("li", "", pool, value, ...[played, peak, rows].map((text) => element("small", "", text)));
  card.dataset.pool = rating.pool;
  return card;
}
