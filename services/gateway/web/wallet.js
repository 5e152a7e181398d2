// What the player has of coins and boosts, known to the whole page, and the API of the shop.

import { client } from "./api.js";

/** What the shop sells. */
export const readCatalogue = async () => (await client.get("/v1/shop")).catalogue;

/** A page of what has changed the player's coins and items, newest first. */
export const readLedger = (page_size, page_token) => client.get("/v1/me/ledger", { query: { page_size, page_token } });

/** Buys something; answers the receipt and the wallet. */
export const buy = (purchase) => client.post("/v1/shop/purchases", { body: purchase });

const readWallet = async () => (await client.get("/v1/me/wallet")).wallet;

/** A purse: the wallet as it was last read. */
export class Purse {
  #read;
  #asked = 0;
  #listeners = new Set();

  /** The wallet, or null while it is not known. */
  wallet = null;

  constructor(read = readWallet) {
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
