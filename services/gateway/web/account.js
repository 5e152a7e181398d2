// One's own account: its name, its end, and for guests the way to keep it.

import { deleteMe, rename, upgrade } from "./accounts.js";
import { ask } from "./dialog.js";
import { attempt, byId, setText } from "./dom.js";

/** Runs the account's forms. `changed()` hears of another name or a guest no more, `gone()` of the end. */
export class Account {
  #session;
  #changed;
  #gone;

  constructor({ session, changed, gone }) {
    this.#session = session;
    this.#changed = changed;
    this.#gone = gone;
    byId("rename-form").onsubmit = (event) => this.#submit(event, () => this.#rename());
    byId("upgrade-form").onsubmit = (event) => this.#submit(event, () => this.#upgrade());
    byId("sign-out").onclick = () => this.#signOut();
    byId("delete-me").onclick = () => this.#delete();
  }

  /** Shows it. */
  show() {
    const { name, guest } = this.#session.player;
    byId("account").hidden = false;
    byId("upgrade-form").hidden = !guest;
    byId("new-name").value = name;
    setText(byId("account-said"), "");
  }

  #submit(event, send) {
    event.preventDefault();
    this.#try(event.target.querySelector("[type=submit]"), send);
  }

  #try(button, send) {
    setText(byId("account-said"), "");
    return attempt([button], send);
  }

  async #rename() {
    this.#session.keepPlayer(await rename(byId("new-name").value.trim()));
    this.#changed();
    setText(byId("account-said"), "Your name is changed.");
  }

  async #upgrade() {
    const [email, password] = [byId("upgrade-email").value.trim(), byId("upgrade-password").value];
    const { id } = this.#session.player;
    const player = await upgrade(email, password);
    // Whose guest had become an account already may have signed in to another one.
    if (player.id !== id) return this.#gone();
    byId("upgrade-form").reset();
    byId("upgrade-form").hidden = true;
    this.#changed();
    setText(byId("account-said"), "You have an account now: sign in with it anywhere.");
  }

  async #signOut() {
    const { guest } = this.#session.player;
    const question = "Sign out? A guest cannot sign in again: your games and ratings would be out of reach.";
    if (guest && !(await ask(question, { yes: "Sign out", no: "Stay" }))) return;
    await this.#session.signOut();
    this.#gone();
  }

  async #delete() {
    const question = "Delete your account for good? Your name and ratings go; games stay without a name.";
    if (!(await ask(question, { yes: "Delete", no: "Keep it" }))) return;
    await this.#try(byId("delete-me"), async () => {
      await deleteMe();
      this.#session.forget();
      this.#gone();
    });
  }
}
