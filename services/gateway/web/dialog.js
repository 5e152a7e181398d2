// One question at a time that has to be answered before anything is done.

import { byId, setText } from "./dom.js";

/** Asks a question; answers whether it was answered with yes, which is `grave` unless it is said not to be. */
export function ask(question, { yes, no, grave = true }) {
  const dialog = byId("ask");
  setText(byId("ask-question"), question);
  setText(byId("ask-yes"), yes);
  setText(byId("ask-no"), no);
  byId("ask-yes").className = grave ? "danger" : "primary";
  return new Promise((resolve) => {
    const answer = (value) => () => {
      dialog.close();
      resolve(value);
    };
    byId("ask-yes").onclick = answer(true);
    byId("ask-no").onclick = answer(false);
    dialog.oncancel = () => resolve(false);
    dialog.showModal();
    // What cannot be taken back is not what Enter does first.
    byId("ask-no").focus();
  });
}
