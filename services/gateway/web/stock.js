// The boosts that the player has, as a row of icons with counts.

import { BOOSTS, boostName, ownedOf } from "./boosts.js";
import { byId, element, setData } from "./dom.js";
import { icon } from "./icons.js";

/** A row of what a wallet has of these boosts. */
export function stockRow(wallet, boosts) {
  const owned = ownedOf(wallet);
  return boosts.map((boost) => {
    const count = owned?.get(boost) ?? 0;
    const item = element("li", "", icon(boost), element("span", "", boostName(boost)), element("strong", "", `${count}`));
    setData(item, "none", count === 0 ? "" : null);
    item.dataset.item = boost;
    return item;
  });
}

/** Shows beside the start form what the player has of the boosts of a mode. */
export function showStock(wallet, limits) {
  byId("stock-unknown").hidden = wallet !== null;
  const boosts = BOOSTS.filter((boost) => limits[boost] > 0);
  byId("stock").replaceChildren(...(wallet ? stockRow(wallet, boosts) : []));
}
