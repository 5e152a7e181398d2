// What a player has to know wherever the page is: live games, turns and offers.

import { client } from "./api.js";
import { sidesOf } from "./seats.js";

/** The player's live games, as far as they are known here. */
export class Desk {
  #player;
  #games = new Map();

  constructor(player) {
    this.#player = player;
  }

  /** The games, newest first. */
  get games() {
    return [...this.#games.values()].sort((one, other) => createdAt(other) - createdAt(one));
  }

  /** Whether it is the player's turn in a game; on one board it always would be. */
  waits(game) {
    const mine = sidesOf(game, this.#player);
    return !game.outcome && mine.length === 1 && mine[0] === game.side_to_move;
  }

  /** Whether any game waits for the player. */
  get waiting() {
    return this.games.some((game) => this.waits(game));
  }

  /** Takes in a list of all live games. */
  list(games) {
    const known = this.#games;
    this.#games = new Map();
    for (const game of games) this.#games.set(game.id, newer(game, known.get(game.id)));
  }

  /** Takes in a game as it was seen. */
  saw(game) {
    if (sidesOf(game, this.#player).length === 0) return;
    if (game.outcome) this.#games.delete(game.id);
    else this.#games.set(game.id, newer(game, this.#games.get(game.id)));
  }

  /** Takes in a piece of news. */
  hear(news) {
    const { live_games, your_turn } = news;
    const seen = news.game_started ?? news.game_over;
    if (live_games) this.list(live_games.games);
    else if (seen) this.saw(seen);
    else if (your_turn) this.#turn(your_turn);
  }

  #turn({ game_id, ply, version }) {
    const game = this.#games.get(game_id);
    if (!game || version <= game.version) return;
    const [side] = sidesOf(game, this.#player);
    this.#games.set(game_id, { ...game, ply, version, side_to_move: side });
  }
}

const createdAt = (game) => Date.parse(game.created_at);

const newer = (game, known) => (known && known.version > game.version ? known : game);

/** Follows what a player is told: `tell(news)` hears each piece. */
export const followNews = (player, tell) => client.streams.player(player, { message: tell });
