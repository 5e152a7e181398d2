// One's own account: its name, its end, and for guests the way to keep it.

import { deleteMe, rename, signOut, upgrade } from "./accounts.js";
import { ask } from "./dialog.js";
import { byId, setText, showAlert } from "./dom.js";
import { errorText } from "./words.js";

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

  async #submit(event, send) {
    event.preventDefault();
    const button = event.target.querySelector("[type=submit]");
    button.disabled = true;
    await this.#try(send);
    button.disabled = false;
  }

  async #try(send) {
    showAlert(null);
    setText(byId("account-said"), "");
    try {
      await send();
    } catch (error) {
      showAlert(errorText(error));
    }
  }

  async #rename() {
    this.#session.keepPlayer(await rename(byId("new-name").value.trim()));
    this.#changed();
    setText(byId("account-said"), "Your name is changed.");
  }

  async #upgrade() {
    const [email, password] = [byId("upgrade-email").value.trim(), byId("upgrade-password").value];
    this.#session.keep(await upgrade(email, password, ""));
    byId("upgrade-form").reset();
    byId("upgrade-form").hidden = true;
    this.#changed();
    setText(byId("account-said"), "You have an account now: sign in with it anywhere.");
  }

  async #signOut() {
    const { guest } = this.#session.player;
    const question = "Sign out? A guest cannot sign in again: your games and ratings would be out of reach.";
    if (guest && !(await ask(question, { yes: "Sign out", no: "Stay" }))) return;
    const token = this.#session.refreshToken;
    this.#session.forget();
    // The session is over on this browser, whether the server hears of it or not.
    await signOut(token).catch(() => {});
    this.#gone();
  }

  async #delete() {
    const question = "Delete your account for good? Your name and ratings go; games stay without a name.";
    if (!(await ask(question, { yes: "Delete", no: "Keep it" }))) return;
    await this.#try(async () => {
      await deleteMe();
      this.#session.forget();
      this.#gone();
    });
  }
}
