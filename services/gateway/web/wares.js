// What the shop says of offers, purchases and the ledger, in words. Pure.

import { boostEffect, boostName } from "./boosts.js";
import { dayText } from "./words.js";

/** How many of an offer can be bought at once. */
export const MOST = 100;

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** An offer by its name for people: a single boost is called as the boost. */
export function offerName({ id, items }) {
  const [only] = items;
  return items.length === 1 && only.count === 1 ? boostName(only.item) : capital(id.replaceAll("-", " "));
}

/** So many coins, in words. */
export const coinsText = (count) => (count === 1 ? "1 coin" : `${count} coins`);

const itemText = ({ item, count }) => `${count} × ${boostName(item)}`;

/** Items in words. */
export const itemsText = (items) => items.map(itemText).join(", ");

/** What a single one of each item costs, where it is offered alone. */
function singlePrices(offers) {
  const alone = offers.filter(({ items }) => items.length === 1 && items[0].count === 1);
  return new Map(alone.map(({ items, price }) => [items[0].item, price]));
}

/**
 * An offer as it is shown: `bundle` if it has more than one thing in it, `saving` against buying those
 * one by one, `have` so many of a single item the player has, and `short` so many coins are missing.
 */
export function offerView(offer, offers, wallet) {
  const { id, price, items } = offer;
  const [only] = items;
  const bundle = items.length > 1 || only?.count > 1;
  const prices = singlePrices(offers);
  const apart = items.reduce((sum, { item, count }) => sum + count * prices.get(item), 0);
  const have = wallet?.items.find(({ item }) => item === only?.item)?.count ?? 0;
  return {
    id,
    price,
    items,
    bundle,
    name: offerName(offer),
    about: bundle ? itemsText(items) : boostEffect(only?.item),
    saving: bundle && apart > price ? apart - price : 0,
    have: bundle || !wallet ? null : have,
    short: wallet ? Math.max(0, price - wallet.coins) : 0,
  };
}

/** How many of an offer can be paid for, at most as many as can be bought at once. */
export function affordable({ price }, wallet) {
  if (!wallet) return 0;
  return price === 0 ? MOST : Math.min(MOST, Math.floor(wallet.coins / price));
}

/** What is asked before something is bought. */
export function purchaseQuestion(offer, quantity) {
  const what = quantity === 1 ? offerName(offer) : `${quantity} × ${offerName(offer)}`;
  return `Buy ${what} for ${coinsText(offer.price * quantity)}?`;
}

/** What is said when it was bought. */
export function boughtText(offer, quantity, wallet) {
  const what = itemsText(offer.items.map(({ item, count }) => ({ item, count: count * quantity })));
  return `You bought ${what}. ${capital(coinsText(wallet.coins))} left.`;
}

const REASONS = {
  gift: "Welcome gift",
  grant: "Coins received",
  purchase: "Bought",
  use: "Used in a game",
  given_back: "Given back",
};

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);

/** A row of the ledger as it is shown. */
export function ledgerView({ at, reason, note, coins, items, coins_after }) {
  // What was bought is known by its offer's name; what a giver says stands as it is.
  const said = note && (reason === "purchase" ? capital(note.replaceAll("-", " ")) : note);
  return {
    day: dayText(at),
    what: [REASONS[reason] ?? capital(reason.replaceAll("_", " ")), said].filter(Boolean).join(": "),
    items: items.map(({ item, count }) => `${signed(count)} ${boostName(item)}`).join(", "),
    coins: coins === 0 ? "" : signed(coins),
    kind: coins === 0 ? "same" : coins > 0 ? "up" : "down",
    after: coins_after,
  };
}
