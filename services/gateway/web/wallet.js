// What the player has of coins and boosts, known to the whole page, and the API of the shop.

import { call } from "./api.js";

/** What the shop sells. */
export const readShop = () => call("GET", "/v1/shop");

/** A page of what has changed the player's coins and items, newest first. */
export function readLedger(size, token) {
  const query = new URLSearchParams({ page_size: size });
  if (token) query.set("page_token", token);
  return call("GET", `/v1/me/ledger?${query}`);
}

/** Buys something; answers the receipt and the wallet. */
export const buy = (purchase) => call("POST", "/v1/shop/purchases", purchase);

/** A purse: the wallet as it was last read. */
export class Purse {
  #read;
  #asked = 0;
  #listeners = new Set();

  /** The wallet, or null while it is not known. */
  wallet = null;

  constructor(read = () => call("GET", "/v1/me/wallet")) {
    this.#read = read;
  }

  /** Reads it anew. */
  async read() {
    const asked = (this.#asked += 1);
    try {
      const wallet = await this.#read();
      // Whoever asked later is answered instead.
      if (asked === this.#asked) this.put(wallet);
    } catch {
      // The shop is beside the games: they go on without it.
    }
  }

  /** Takes it over from an answer that brought it along. */
  put(wallet) {
    this.#asked += 1;
    this.wallet = wallet;
    for (const listener of this.#listeners) listener(wallet);
  }

  /** Lets somebody hear of every change; answers how to stop that. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The purse of whoever is signed in. */
export const purse = new Purse();
