// A live game: its state, and the stream that keeps it true.

import { client, readGame } from "./api.js";

/** The game after its next event, or null when events in between are missing. */
export function applyEvent(game, event) {
  if (event.version !== game.version + 1) return null;
  const next = { ...game, version: event.version, updated_at: event.at };
  if (event.move_played) {
    const { move, fen, side_to_move } = event.move_played;
    next.moves = [...game.moves, move];
    next.ply = move.ply;
    next.fen = fen;
    next.side_to_move = side_to_move;
    next.actions = game.actions + 1;
    // A draw offer lapses with the next move of the side that it was made to.
    if (move.side !== game.draw_offered_by) delete next.draw_offered_by;
  }
  if (event.boost_called) next.boost_in_flight = event.boost_called;
  if (event.boost_refused) delete next.boost_in_flight;
  if (event.boost_used) useBoost(next, event.boost_used);
  if (event.draw_offered) next.draw_offered_by = event.draw_offered.side;
  if (event.draw_declined || event.outcome) delete next.draw_offered_by;
  if (event.clock) next.clock = event.clock;
  if (event.outcome) {
    next.outcome = event.outcome;
    delete next.boost_in_flight;
  }
  if (event.rated) next.rating_changes = event.rated.changes;
  return next;
}

function useBoost(game, { boost, fen, side_to_move, move }) {
  delete game.boost_in_flight;
  game.boosts = [...game.boosts, boost];
  game.actions = boost.action;
  game.fen = fen;
  game.side_to_move = side_to_move;
  if (!move) return;
  game.moves = [...game.moves, move];
  game.ply = move.ply;
  if (move.side !== game.draw_offered_by) delete game.draw_offered_by;
}

/** Whether nothing more happens in a game: it is over, and rated if it is to be. */
export function isSettled({ outcome, rated, rating_changes }) {
  if (!outcome) return false;
  return !rated || rating_changes !== undefined || outcome.result === "aborted";
}

/** Follows one game until it is over or let go. Tells each state with the event that led to it. */
export class Follower {
  #id;
  #player;
  #tell;
  #ways;
  #stream = null;
  #game = null;
  #stopped = false;

  /**
   * `tell` has `game(game, event)`, where the event is null for a state read afresh,
   * `beside(game)` for a state of the same version that was read again, `connection(state)`, and
   * `refused(error)` when it can't be followed. `player` is who watches.
   */
  constructor(id, player, tell, ways = { read: readGame, streams: client.streams }) {
    this.#id = id;
    this.#player = player;
    this.#tell = tell;
    this.#ways = ways;
  }

  /** Reads the game and begins to follow it. Fails when it can't be read. */
  async start() {
    this.#tell.connection("connecting");
    await this.refresh();
    if (this.#stopped || isSettled(this.#game)) return;
    const handlers = {
      message: (message) => this.#hear(message),
      live: () => this.#connected("live"),
      lost: () => {
        this.#connected("lost");
        // Reading keeps the board true even where WebSockets don't get through.
        this.wake();
      },
      closed: (_reason, problem) => problem && this.#tell.refused(problem),
    };
    const afterVersion = () => this.#game.version;
    this.#stream = this.#ways.streams.game(this.#id, handlers, { afterVersion, playerId: this.#player });
  }

  /** Reads the game afresh. */
  async refresh() {
    const game = await this.#ways.read(this.#id);
    if (!this.#stopped) this.#replace(game);
  }

  /** Takes in an event that came another way, such as the answer to a move. */
  accept(event) {
    if (this.#stopped || event.version <= this.#game.version) return;
    const next = applyEvent(this.#game, event);
    if (next) this.#set(next, event);
    else this.refresh().catch(() => this.#stream?.reopen());
  }

  /** Looks after the game now instead of later: the network is back, or the page is seen again. */
  wake() {
    if (this.#stopped || !this.#game) return;
    this.refresh().catch(() => {});
  }

  /** Lets the game go. */
  stop() {
    this.#stopped = true;
    this.#stream?.close();
  }

  #connected(state) {
    if (!this.#game.outcome) this.#tell.connection(state);
  }

  #hear(message) {
    // Asked for what comes after a version, the server sends a snapshot only when it never
    // reached that version: then it is the page that is wrong.
    if (message.snapshot) this.#set(message.snapshot, null);
    else if (message.event) this.accept(message.event);
  }

  // What lies beside a game (spectators, the rematch) changes without a new version.
  #replace(game) {
    if (!this.#game || game.version > this.#game.version) {
      this.#set(game, null);
    } else if (game.version === this.#game.version) {
      this.#game = game;
      this.#tell.beside(game);
    }
  }

  #set(game, event) {
    this.#game = game;
    this.#tell.game(game, event);
    if (game.outcome) this.#tell.connection("ended");
    if (isSettled(game)) this.#stream?.close();
  }
}
