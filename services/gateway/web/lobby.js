// The open challenges of the lobby on the start page.

import { attempt, byId, element } from "./dom.js";
import { acceptInvite, listLobby } from "./meetings.js";
import { learnNames, nameOf } from "./names.js";
import { gamePath, invitePath } from "./routes.js";
import { inviteTerms } from "./terms.js";

const EVERY_MS = 5000;
const SHOWN = 30;

/** Shows the lobby while it is open. */
export class Lobby {
  #me;
  #go;
  #timer = null;
  #shown = "";

  constructor({ me, go }) {
    this.#me = me;
    this.#go = go;
  }

  /** Shows it, and keeps it up to date. */
  open() {
    byId("lobby").hidden = false;
    this.refresh();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => document.hidden || this.refresh(), EVERY_MS);
  }

  /** Closes it. */
  close() {
    clearInterval(this.#timer);
    byId("lobby").hidden = true;
  }

  /** Reads it now. */
  async refresh() {
    try {
      const invites = await listLobby(SHOWN);
      await learnNames(invites.map(({ inviter }) => inviter));
      this.#show(invites);
    } catch {
      // The next look comes soon, and the rest of the page says when the server is away.
    }
  }

  #show(invites) {
    byId("lobby-empty").hidden = invites.length > 0;
    // Rows that stay the same are left alone: one of them may have the focus.
    const key = invites.map(({ code, inviter }) => `${code} ${nameOf(inviter)}`).join();
    if (key === this.#shown) return;
    this.#shown = key;
    byId("lobby-list").replaceChildren(...invites.map((invite) => this.#row(invite)));
  }

  #row(invite) {
    const own = invite.inviter === this.#me;
    const name = element("strong", "", own ? "Your challenge" : nameOf(invite.inviter));
    const terms = element("small", "", inviteTerms(invite, this.#me));
    const words = element("span", "words", name, terms);
    const row = element("li", "row", words, own ? this.#link(invite) : this.#button(invite));
    row.dataset.code = invite.code;
    return row;
  }

  #link({ code }) {
    const link = element("a", "button tag", "Show");
    link.href = invitePath(code);
    return link;
  }

  #button(invite) {
    const button = element("button", "tag", "Play");
    button.type = "button";
    button.setAttribute("aria-label", `Play ${nameOf(invite.inviter)}`);
    button.onclick = () => this.#take(invite.code, button);
    return button;
  }

  async #take(code, button) {
    const done = await attempt([button], async () => {
      const invite = await acceptInvite(code);
      this.#go(gamePath(invite.match.game_id));
    });
    if (!done) this.refresh();
  }
}
