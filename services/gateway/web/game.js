// A live game: its state, and the stream that keeps it true.

import { openWatch, readGame } from "./api.js";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
// A connection that held this long was a good one: the next wait is short again.
const STEADY_MS = 5000;

/** The game after its next event, or null when events in between are missing. */
export function applyEvent(game, event) {
  if (event.version !== game.version + 1) return null;
  const next = { ...game, version: event.version, updated_at_ms: event.at_ms };
  if (event.move_played) {
    const { move, fen, side_to_move } = event.move_played;
    next.moves = [...game.moves, move];
    next.ply = move.ply;
    next.fen = fen;
    next.side_to_move = side_to_move;
  }
  if (event.outcome) next.outcome = event.outcome;
  return next;
}

/** Follows one game until it is over or let go. Tells each state with the event that led to it. */
export class Follower {
  #id;
  #tell;
  #ways;
  #game = null;
  #socket = null;
  #timer = null;
  #failures = 0;
  #stopped = false;

  /**
   * `tell` has `game(game, event)`, where the event is null for a state read afresh,
   * and `connection(state)`.
   */
  constructor(id, tell, ways = { read: readGame, open: openWatch }) {
    this.#id = id;
    this.#tell = tell;
    this.#ways = ways;
  }

  /** Reads the game and begins to follow it. Fails when it can't be read. */
  async start() {
    this.#tell.connection("connecting");
    await this.refresh();
    this.#connect();
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
    else this.refresh().catch(() => this.#socket?.close());
  }

  /** Looks after the connection now instead of later: the network is back, or the page is seen again. */
  wake() {
    if (this.#stopped || !this.#game || this.#game.outcome) return;
    if (this.#timer !== null) {
      this.#failures = 0;
      this.#connect();
    } else {
      // A connection that slept may be dead without knowing: ask for what it missed.
      this.refresh().catch(() => {});
    }
  }

  /** Lets the game go. */
  stop() {
    this.#stopped = true;
    this.#hangUp();
  }

  #replace(game) {
    if (!this.#game || game.version > this.#game.version) this.#set(game, null);
  }

  #set(game, event) {
    this.#game = game;
    this.#tell.game(game, event);
    if (game.outcome) this.#finish();
  }

  #finish() {
    this.#hangUp();
    this.#tell.connection("ended");
  }

  #hangUp() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect() {
    if (this.#stopped || this.#game.outcome) return;
    this.#hangUp();
    const socket = this.#ways.open(this.#id, this.#game.version);
    this.#socket = socket;
    let openedAt = Infinity;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      openedAt = Date.now();
      this.#tell.connection("live");
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      const message = JSON.parse(data);
      // Asked for what comes after a version, the server sends a snapshot only when it never
      // reached that version: then it is the page that is wrong.
      if (message.type === "snapshot") this.#set(message.game, null);
      else if (message.type === "event") this.accept(message.event);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      if (Date.now() - openedAt > STEADY_MS) this.#failures = 0;
      this.#retry();
    };
  }

  #retry() {
    this.#socket = null;
    this.#tell.connection("lost");
    // Chance spreads the browsers of a server that was restarted.
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#heal(), wait * (0.75 + Math.random() / 2));
  }

  // Reading first keeps the board true even where WebSockets don't get through.
  async #heal() {
    try {
      await this.refresh();
    } catch {
      if (!this.#stopped && !this.#game.outcome) this.#retry();
      return;
    }
    this.#connect();
  }
}
