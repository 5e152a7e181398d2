// The buttons and keys of a game.

import { ask } from "./dialog.js";
import { listenToBoosts } from "./boostbar.js";
import { byId } from "./dom.js";

/** Lets the game on the screen be played: `shown()` gives it, or null. */
export function listenToPlay(shown) {
  const on = (id, act) => {
    byId(id).onclick = () => act(shown());
  };
  on("flip", (play) => play?.flip());
  on("abort", (play) => play?.abort());
  on("offer-draw", (play) => play?.offerDraw());
  on("accept-draw", (play) => play?.acceptDraw());
  on("decline-draw", (play) => play?.declineDraw());
  on("rematch", (play) => play?.rematch());
  on("pdn", (play) => play?.savePdn());
  on("resign", async (play) => {
    const sure = await ask("Resign this game?", { yes: "Resign", no: "Keep playing" });
    if (sure && play === shown()) play?.resign();
  });
  listenToBoosts({
    pick: (boost) => shown()?.useBoost(boost),
    cancel: () => shown()?.cancelBoost(),
  });
  byId("moves").addEventListener("click", ({ target }) => {
    const move = target.closest("button[data-ply]");
    if (move) shown()?.replayTo(Number(move.dataset.ply));
  });
  document.addEventListener("keydown", (event) => key(event, shown()));
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-square]")) shown()?.takeBack();
  });
}

function key(event, play) {
  if (!play) return;
  if (event.key === "Escape") play.escape();
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  // On the board the arrows go from square to square.
  const elsewhere = event.target.closest("[data-square], input, select, textarea, dialog");
  if (step && !elsewhere && !event.altKey && play.replayBy(step)) event.preventDefault();
}
