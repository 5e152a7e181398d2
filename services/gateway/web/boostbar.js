// The bar of boosts beside the board.

import { aboutBoost, boostName } from "./boosts.js";
import { byId, element, setData, setText } from "./dom.js";
import { icon } from "./icons.js";
import { refusalText } from "./words.js";

const HINTS = {
  shield: "Choose the man to shield on the board.",
  sabotage: "Make a move for your opponent on the board.",
};

let picked = () => {};
let shown = new Map();

/** Lets the bar be used: `pick(boost)` hears of the one wanted, `cancel()` that it is not after all. */
export function listenToBoosts({ pick, cancel }) {
  picked = pick;
  byId("boost-cancel").onclick = cancel;
}

/** Shows the bar, or takes it away. `choosing` is the boost whose target is being chosen. */
export function showBoosts(bar, choosing) {
  byId("boosts").hidden = !bar;
  if (!bar) {
    shown = new Map();
    byId("boost-list").replaceChildren();
    setText(byId("boost-hint"), "");
    return;
  }
  // Buttons that stay are left alone: one of them may have the focus.
  if (bar.length !== shown.size || bar.some(({ boost }) => !shown.has(boost))) draw(bar);
  for (const item of bar) update(item, item.boost === choosing);
  byId("boost-cancel").hidden = !choosing;
  if (choosing) say(HINTS[choosing]);
  else if (byId("boost-hint").dataset.of === "choosing") say("");
  setData(byId("boost-hint"), "of", choosing ? "choosing" : null);
}

const say = (text) => setText(byId("boost-hint"), text);

function draw(bar) {
  shown = new Map(bar.map(({ boost }) => [boost, drawButton(boost)]));
  byId("boost-list").replaceChildren(...[...shown.values()].map(({ button }) => button));
}

function drawButton(boost) {
  const counts = element("small", "counts");
  const words = element("span", "words", element("span", "name", boostName(boost)), counts);
  const have = element("span", "have");
  const button = element("button", "boost", icon(boost), words, have);
  button.type = "button";
  button.dataset.boost = boost;
  const made = { button, counts, have, item: null };
  // A boost that cannot be used says why: a button that is off would keep silent.
  button.onclick = () => {
    const { refused } = made.item;
    say(refused ? `${boostName(boost)}: ${refusalText(refused)}` : "");
    if (!refused) picked(boost);
  };
  return made;
}

function update(item, choosing) {
  const made = shown.get(item.boost);
  made.item = item;
  const { button } = made;
  const about = aboutBoost(item);
  const have = item.have === null ? "" : `${item.have} in your inventory`;
  button.title = about;
  button.setAttribute("aria-disabled", item.refused !== null);
  button.setAttribute("aria-pressed", choosing);
  const left = `${item.left} of ${item.limit} left in this game`;
  button.setAttribute("aria-label", [boostName(item.boost), left, have, about].filter(Boolean).join(". "));
  setText(made.counts, `${item.left} of ${item.limit} left`);
  setText(made.have, item.have === null ? "" : `${item.have}`);
  setData(made.have, "none", item.have === 0 ? "" : null);
}
