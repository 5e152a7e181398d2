// What a visitor sees whom nobody knows yet: playing as a guest, signing in, creating an account.

import { register, signIn, signInAsGuest } from "./accounts.js";
import { attempt, byId, setText } from "./dom.js";

const WHY = {
  start: "Against whoever is there, a friend or a bot. One click and you play.",
  game: "Sign in or play as a guest to see this game.",
  invite: "Somebody invites you to a game. Sign in or play as a guest to see it.",
  profile: "Sign in or play as a guest to see this player.",
  shop: "Sign in or play as a guest to see the shop.",
  ratings: "Sign in or play as a guest to see the leaderboard.",
};

/** Runs the welcome. `signedIn()` hears that somebody has come in. */
export class Welcome {
  #signedIn;

  constructor(signedIn) {
    this.#signedIn = signedIn;
    byId("as-guest").onclick = () => this.#try(signInAsGuest);
    byId("sign-form").onchange = () => this.#arrange();
    byId("sign-form").onsubmit = (event) => {
      event.preventDefault();
      this.#try(() => this.#send());
    };
  }

  /** Shows it for a view that a visitor wanted to see; `ended` if a session has ended by itself. */
  show(view, ended) {
    byId("welcome").hidden = false;
    setText(byId("welcome-why"), ended ? "You have been signed out. Sign in again to go on." : WHY[view]);
    this.#arrange();
  }

  get #isNew() {
    return byId("sign-form").elements.sign.value === "up";
  }

  #arrange() {
    const isNew = this.#isNew;
    byId("sign-name-row").hidden = !isNew;
    byId("password").autocomplete = isNew ? "new-password" : "current-password";
    setText(byId("sign"), isNew ? "Create account" : "Sign in");
  }

  #send() {
    const [email, password] = [byId("email").value.trim(), byId("password").value];
    return this.#isNew ? register(email, password, byId("sign-name").value.trim()) : signIn(email, password);
  }

  // One way in at a time: two would be two players.
  #try(sign) {
    return attempt([byId("as-guest"), byId("sign")], async () => {
      await sign();
      this.#signedIn();
    });
  }
}
