// One invite on the screen: to hand on if it is one's own, else to accept or to decline.

import { client } from "./api.js";
import { attempt, byId, setText, showAlert } from "./dom.js";
import { acceptInvite, cancelInvite, declineInvite, qrPath, readInvite } from "./meetings.js";
import { learnNames, nameOf } from "./names.js";
import { gamePath, invitePath } from "./routes.js";
import { showStart } from "./setup.js";
import { inviteEnd, inviteTerms, remainingText } from "./terms.js";
import { setPageTitle } from "./title.js";
import { errorText, otherSide } from "./words.js";

const RETRY_MS = 2000;
const COUNT_MS = 1000;

/** What can be done with an invite: `share`, `accept`, `decline`, `cancel`. */
export function choicesOf(invite, me) {
  const open = invite.status === "open";
  const own = invite.inviter === me;
  return {
    share: open && own,
    cancel: open && own,
    accept: open && !own,
    // One that stands in the lobby is for everybody: nobody declines it for the others.
    decline: open && !own && !invite.open_to_all,
  };
}

/** Whether a player is one of the two that an invite has brought together. */
export const plays = ({ match }, me) => match?.white === me || match?.black === me;

/** Shows one invite until it is left. */
export class InviteView {
  #code;
  #me;
  #offer;
  #go;
  #invite = null;
  #stream = null;
  #timer = null;
  #left = false;

  constructor(code, { me, offer, go }) {
    this.#code = code;
    this.#me = me;
    this.#offer = offer;
    this.#go = go;
  }

  /** Opens the invite, again and again while the server can't be reached. */
  async open() {
    byId("invite").hidden = false;
    byId("accept-invite").onclick = () => this.#act(acceptInvite);
    byId("decline-invite").onclick = () => this.#act(declineInvite);
    byId("cancel-invite").onclick = () => this.#act(cancelInvite);
    byId("copy-link").onclick = () => this.#copy();
    setText(byId("copied"), "");
    this.#clear();
    try {
      await this.#read();
    } catch (error) {
      if (this.#left) return;
      if (error.code === "NOT_FOUND" || error.code === "INVALID_ARGUMENT") this.#missing();
      else {
        showAlert(errorText(error));
        setTimeout(() => this.#left || this.open(), RETRY_MS);
      }
      return;
    }
    showAlert(null);
    if (this.#left || this.#invite.status !== "open") return;
    this.#stream = client.streams.invite(this.#code, {
      message: ({ invite }) => this.#take(invite),
      // Reading keeps it true even where WebSockets don't get through.
      lost: () => this.wake(),
      closed: (_reason, problem) => problem && showAlert(errorText(problem)),
    });
    this.#timer = setInterval(() => this.#count(), COUNT_MS);
  }

  /** Leaves it; it stays open without this page. */
  leave() {
    this.#left = true;
    this.#stream?.close();
    clearInterval(this.#timer);
    byId("invite").hidden = true;
  }

  /** The page is seen again, or the network is back. */
  wake() {
    this.#read().catch(() => {});
  }

  async #read() {
    const invite = await readInvite(this.#code);
    await learnNames([invite.inviter]);
    this.#take(invite);
  }

  async #act(answer) {
    const buttons = ["accept-invite", "decline-invite", "cancel-invite"].map(byId);
    const done = await attempt(buttons, async () => this.#take(await answer(this.#code)));
    if (!done) this.#read().catch(() => {});
  }

  #take(invite) {
    if (this.#left) return;
    const before = this.#invite;
    this.#invite = invite;
    if (invite.status !== "open") this.#stream?.close();
    // Whoever opens an invite of the past is not taken away from it.
    const begun = invite.status === "accepted" && before?.status === "open";
    if (begun && plays(invite, this.#me)) this.#go(gamePath(invite.match.game_id));
    else this.#show();
  }

  #clear() {
    for (const id of ["invite-title", "invite-terms", "invite-status"]) setText(byId(id), "");
    for (const id of ["accept-invite", "decline-invite", "cancel-invite", "invite-game", "invite-home"]) {
      byId(id).hidden = true;
    }
    byId("invite-share").hidden = true;
  }

  #missing() {
    this.#clear();
    setText(byId("invite-title"), "There is no such invite");
    setText(byId("invite-status"), "The link may be mistyped, or the invite is long gone.");
    byId("invite-home").hidden = false;
  }

  #show() {
    const invite = this.#invite;
    const own = invite.inviter === this.#me;
    const choices = choicesOf(invite, this.#me);
    const challenge = invite.open_to_all ? "Your challenge" : "Your invite";
    const title = own ? challenge : `${nameOf(invite.inviter)} invites you`;
    setText(byId("invite-title"), title);
    setText(byId("invite-terms"), inviteTerms(invite, this.#me));
    setPageTitle(`${title} · Shashki`);
    byId("accept-invite").hidden = !choices.accept;
    byId("decline-invite").hidden = !choices.decline;
    byId("cancel-invite").hidden = !choices.cancel;
    byId("invite-home").hidden = invite.status === "open";
    const game = byId("invite-game");
    game.hidden = !invite.match;
    if (invite.match) game.href = gamePath(invite.match.game_id);
    byId("invite-share").hidden = !choices.share;
    if (choices.share) this.#share(invite);
    this.#preview(invite);
    this.#count();
  }

  #share({ code, url }) {
    setText(byId("invite-code"), code);
    byId("invite-link").value = url ?? new URL(invitePath(code), location.href).href;
    const picture = byId("invite-qr");
    if (!picture.src.endsWith(qrPath(code))) picture.src = qrPath(code);
  }

  #preview({ mode, colour, inviter }) {
    const { ruleset } = this.#offer.modes.find(({ id }) => id === mode) ?? {};
    const known = this.#offer.rulesets.get(ruleset);
    if (!known) return;
    // There is no colour yet where the lot draws it.
    const mine = inviter === this.#me ? colour : otherSide(colour);
    showStart(known, colour === "by_lot" ? "white" : mine);
  }

  #count() {
    const invite = this.#invite;
    const own = invite.inviter === this.#me;
    const wait = invite.open_to_all ? "Waiting for somebody to take it." : "Waiting for your friend.";
    const open = `${own ? `${wait} ` : ""}${remainingText(invite.expires_at, Date.now())}`;
    setText(byId("invite-status"), invite.status === "open" ? open : inviteEnd(invite, this.#me));
  }

  async #copy() {
    const link = byId("invite-link");
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      // Pages that are not secure have no clipboard of their own.
      link.select();
      document.execCommand("copy");
    }
    setText(byId("copied"), "Copied. Send it to your friend.");
  }
}
