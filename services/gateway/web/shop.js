// The shop: what it sells, what the player has, and how that came about.

import { BOOSTS } from "./boosts.js";
import { randomId } from "./client-index.js";
import { ask } from "./dialog.js";
import { attempt, byId, element, setData, setText, showAlert } from "./dom.js";
import { icon } from "./icons.js";
import { stockRow } from "./stock.js";
import { setPageTitle } from "./title.js";
import { buy, purse, readCatalogue, readLedger } from "./wallet.js";
import { affordable, boughtText, coinsText, ledgerView, offerView, purchaseQuestion } from "./wares.js";
import { errorText } from "./words.js";

const ROWS = 20;

// Refusals after which the same purchase is never made: the next one has a name of its own.
const isAnswer = ({ code }) => !["OFFLINE", "UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL"].includes(code);

/** Shows the shop until it is left. */
export class Shop {
  #offers = [];
  #cards = new Map();
  #pending = new Map();
  #next = null;
  #left = false;
  #unlisten = () => {};

  /** Opens it. */
  async open() {
    byId("shop").hidden = false;
    setPageTitle("Shop · Shashki");
    setText(byId("shop-said"), "");
    byId("offers").replaceChildren();
    byId("ledger-rows").replaceChildren();
    byId("more-ledger").onclick = () => this.#readLedger(this.#next);
    this.#unlisten = purse.listen((wallet) => this.#showWallet(wallet));
    if (purse.wallet) this.#showWallet(purse.wallet);
    // The gift of a first visit is a row of the ledger.
    const wallet = purse.read();
    await Promise.all([this.#readOffers(), wallet.then(() => this.#readLedger(null))]);
  }

  /** Leaves it. */
  leave() {
    this.#left = true;
    this.#unlisten();
    byId("shop").hidden = true;
  }

  async #readOffers() {
    try {
      const { offers } = await readCatalogue();
      if (this.#left) return;
      this.#offers = offers;
      this.#cards = new Map(offers.map((offer) => [offer.id, this.#drawCard(offer)]));
      byId("offers").replaceChildren(...[...this.#cards.values()].map(({ card }) => card));
      byId("offers-none").hidden = offers.length > 0;
      this.#updateCards();
    } catch (error) {
      if (!this.#left) showAlert(errorText(error));
    }
  }

  async #readLedger(token) {
    try {
      const { rows, next_page_token } = await readLedger(ROWS, token);
      if (this.#left) return;
      const made = rows.map(ledgerRow);
      if (token) byId("ledger-rows").append(...made);
      else byId("ledger-rows").replaceChildren(...made);
      this.#next = next_page_token || null;
      byId("more-ledger").hidden = this.#next === null;
      byId("ledger").hidden = byId("ledger-rows").children.length === 0;
    } catch (error) {
      if (!this.#left) showAlert(errorText(error));
    }
  }

  #showWallet(wallet) {
    setText(byId("shop-coins"), coinsText(wallet.coins));
    const others = wallet.items.map(({ item }) => item).filter((item) => !BOOSTS.includes(item));
    byId("inventory").replaceChildren(...stockRow(wallet, [...BOOSTS, ...others]));
    this.#updateCards();
  }

  #drawCard(offer) {
    const view = offerView(offer, this.#offers, null);
    const pictures = element("span", "pictures", ...view.items.map(({ item }) => icon(item)));
    const name = element("h3", "", view.name);
    const about = element("p", "hint", view.about);
    const facts = element("p", "facts-line", "");
    const price = element("p", "price", icon("coin"), element("strong", "", `${view.price}`));
    price.setAttribute("aria-label", coinsText(view.price));
    const quantity = element("input", "quantity");
    Object.assign(quantity, { type: "number", min: "1", max: "1", value: "1", inputMode: "numeric" });
    quantity.setAttribute("aria-label", `How many of ${view.name}`);
    const button = element("button", "primary", "Buy");
    button.type = "button";
    button.setAttribute("aria-label", `Buy ${view.name}`);
    button.onclick = () => this.#buy(offer);
    const foot = element("div", "buy", price, quantity, button);
    const card = element("li", view.bundle ? "bundle" : "", pictures, name, about, facts, foot);
    card.dataset.offer = offer.id;
    return { card, facts, quantity, button, offer };
  }

  #updateCards() {
    const { wallet } = purse;
    for (const { facts, quantity, button, offer } of this.#cards.values()) {
      const view = offerView(offer, this.#offers, wallet);
      const most = affordable(offer, wallet);
      quantity.max = `${Math.max(1, most)}`;
      quantity.disabled = most === 0;
      button.disabled = most === 0;
      const said = [];
      if (view.saving > 0) said.push(`Saves ${coinsText(view.saving)}`);
      if (view.have !== null) said.push(`You have ${view.have}`);
      if (view.short > 0) said.push(`${coinsText(view.short)} short`);
      setText(facts, said.join(" · "));
      setData(facts, "short", view.short > 0 ? "" : null);
    }
  }

  async #buy(offer) {
    const { quantity, button } = this.#cards.get(offer.id);
    if (!quantity.reportValidity()) return;
    const count = Number(quantity.value);
    if (!(await ask(purchaseQuestion(offer, count), { yes: "Buy", no: "Cancel", grave: false }))) return;
    setText(byId("shop-said"), "");
    await attempt([button], () => this.#purchase(offer, count));
    if (this.#left) return;
    quantity.value = "1";
    this.#updateCards();
  }

  async #purchase(offer, quantity) {
    // The same purchase keeps its name until it is answered, so that trying again buys nothing twice.
    const key = `${offer.id} ${quantity} ${offer.price}`;
    if (!this.#pending.has(key)) this.#pending.set(key, randomId());
    const asked = { offer_id: offer.id, quantity, expected_price: offer.price, request_id: this.#pending.get(key) };
    try {
      const { wallet } = await buy(asked);
      this.#pending.delete(key);
      purse.put(wallet);
      if (!this.#left) setText(byId("shop-said"), boughtText(offer, quantity, wallet));
    } catch (error) {
      if (isAnswer(error)) this.#pending.delete(key);
      if (["PRICE_CHANGED", "UNKNOWN_OFFER"].includes(error.reason)) this.#readOffers();
      if (error.reason === "NOT_ENOUGH_COINS") purse.read();
      throw error;
    }
    this.#readLedger(null);
  }
}

function ledgerRow(row) {
  const view = ledgerView(row);
  const coins = element("td", "number change", view.coins);
  setData(coins, "kind", view.kind);
  const made = element(
    "tr",
    "",
    element("td", "", view.day),
    element("td", "", view.what),
    element("td", "", view.items),
    coins,
    element("td", "number", `${view.after}`),
  );
  made.dataset.row = row.number;
  return made;
}
