// A game on the screen: what the stream tells is shown, what the person chooses is sent.

import { legalMoves, playMove, resign } from "./api.js";
import { Board } from "./board.js";
import { byId, setText, showAlert } from "./dom.js";
import { choose, movableSquares, takenSquares, targetSquares } from "./entry.js";
import { Follower } from "./game.js";
import { clearPanel, showMissing, showPanel, sidesOf, turnText } from "./panel.js";
import { pathOf, readFen } from "./squares.js";
import { connectionText, errorText, moveText, otherSide } from "./words.js";

const RETRY_MS = 2000;
// With more than this waiting to be shown, the board jumps instead of moving.
const BEHIND = 3;

const passing = (error) => error.code !== "NOT_FOUND" && error.code !== "INVALID_ARGUMENT";

/** Shows one game until it is left. */
export class Play {
  #id;
  #player;
  #rulesets;
  #follower;
  #board = null;
  #ruleset = null;
  #foot = "white";
  #latest = null;
  #shown = null;
  #queue = [];
  #busy = false;
  #legal = null;
  #path = [];
  #sending = false;
  #left = false;

  constructor(id, { player, rulesets }) {
    this.#id = id;
    this.#player = player;
    this.#rulesets = rulesets;
    this.#follower = new Follower(id, {
      game: (game, event) => this.#told(game, event),
      connection: (state) => this.#connected(state),
    });
  }

  /** Opens the game, again and again while the server can't be reached. */
  async open() {
    clearPanel();
    try {
      await this.#follower.start();
      showAlert(null);
    } catch (error) {
      if (this.#left) return;
      if (!passing(error)) {
        this.#missing(error);
        return;
      }
      showAlert(errorText(error));
      this.#connected("lost");
      setTimeout(() => this.#left || this.open(), RETRY_MS);
    }
  }

  /** Leaves the game; it goes on without this page. */
  leave() {
    this.#left = true;
    this.#follower.stop();
    byId("connection").hidden = true;
  }

  /** The page is seen again, or the network is back. */
  wake() {
    this.#follower.wake();
  }

  /** Turns the board. */
  flip() {
    if (!this.#board) return;
    this.#foot = otherSide(this.#foot);
    this.#board.orient(this.#foot);
    this.#render();
  }

  /** Takes back the squares chosen so far. */
  takeBack() {
    if (this.#sending || this.#path.length === 0) return;
    this.#enter([]);
  }

  /** Gives the game up: with both sides at this board, for the side to move. */
  async resign() {
    const mine = sidesOf(this.#latest, this.#player);
    const side = mine.length === 2 ? this.#latest.side_to_move : mine[0];
    try {
      this.#follower.accept(await resign(this.#id, this.#player, side));
    } catch (error) {
      this.#refused(error);
    }
  }

  #missing(error) {
    byId("connection").hidden = true;
    new Board(byId("board"), { size: 8 });
    showMissing(errorText(error));
  }

  #connected(state) {
    const node = byId("connection");
    node.hidden = false;
    node.dataset.state = state;
    setText(node, connectionText(state));
  }

  #told(game, event) {
    if (this.#left) return;
    this.#latest = game;
    this.#queue.push({ game, event });
    this.#readLegal(game);
    this.#catchUp();
  }

  // States are shown one after the other, each when the move before it stands still.
  async #catchUp() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#queue.length > 0 && !this.#left) {
      const { game, event } = this.#queue.shift();
      await this.#showState(game, event?.move_played?.move);
    }
    this.#busy = false;
    if (!this.#left) this.#render();
  }

  async #showState(game, move) {
    if (!this.#board) this.#setTable(game);
    const entered = this.#path;
    this.#path = [];
    this.#shown = game;
    const size = this.#ruleset.board_size;
    const path = move ? pathOf(move.text, size) : null;
    // A move entered here already stands where it ends.
    const own = path !== null && path.join() === entered.join();
    const still = this.#queue.length >= BEHIND;
    if (move) setText(byId("spoken"), moveText(move));
    const how = { travel: own ? null : path, still };
    const done = this.#board.show(readFen(game.fen, size).pieces, how);
    this.#render();
    await done;
  }

  #setTable(game) {
    this.#ruleset = this.#rulesets.get(game.ruleset);
    const mine = sidesOf(game, this.#player);
    this.#foot = mine.length === 1 ? mine[0] : "white";
    this.#board = new Board(byId("board"), {
      size: this.#ruleset.board_size,
      numbered: this.#ruleset.notation === "numeric",
      choose: (square) => this.#choose(square),
    });
    this.#board.orient(this.#foot);
  }

  async #readLegal(game) {
    if (game.outcome || !sidesOf(game, this.#player).includes(game.side_to_move)) return;
    if (this.#legal?.ply === game.ply) return;
    try {
      const legal = await legalMoves(this.#id);
      if (legal.ply !== this.#latest.ply) return;
      this.#legal = legal;
      if (!this.#busy && !this.#left) this.#render();
    } catch (error) {
      if (this.#left || this.#latest.ply !== game.ply) return;
      showAlert(errorText(error));
      setTimeout(() => this.#readLegal(this.#latest), RETRY_MS);
    }
  }

  /** The moves that can be entered now. */
  #open() {
    const ready = !this.#sending && !this.#busy && this.#shown === this.#latest;
    return ready && !this.#shown.outcome && this.#legal?.ply === this.#shown.ply
      ? this.#legal.moves
      : [];
  }

  #choose(square) {
    const moves = this.#open();
    if (moves.length === 0) return;
    showAlert(null);
    const { path, move } = choose(moves, this.#path, square);
    if (move) this.#sending = true;
    this.#enter(path);
    if (move) this.#send(move);
  }

  // Shows the squares chosen so far: the piece stands on the last one, what it jumped is dimmed.
  #enter(path) {
    const before = this.#path;
    this.#path = path;
    const { pieces } = readFen(this.#shown.fen, this.#ruleset.board_size);
    const onward = path.length > before.length && before.length > 0;
    const travel = onward ? [before.at(-1), path.at(-1)] : [before.at(-1), before[0]];
    if (path.length > 1) {
      const piece = pieces.get(path[0]);
      pieces.delete(path[0]);
      pieces.set(path.at(-1), piece);
    }
    const taken = new Set(takenSquares(this.#legal.moves, path));
    this.#board.show(pieces, { travel: before.length > 0 ? travel : null, taken });
    this.#render();
  }

  async #send(move) {
    const { ply } = this.#shown;
    try {
      const event = await playMove(this.#id, this.#player, ply, move.text);
      this.#sending = false;
      this.#follower.accept(event);
    } catch (error) {
      this.#sending = false;
      if (this.#left) return;
      if (this.#latest.ply === ply) {
        this.#enter([]);
        this.#refused(error);
      }
    }
    this.#render();
  }

  #refused(error) {
    showAlert(errorText(error));
    this.#follower.refresh().catch(() => {});
  }

  #hint() {
    const moves = this.#open();
    if (moves.length === 0) return "";
    if (this.#path.length > 1) return "Go on capturing.";
    if (this.#path.length === 1) return "Choose where it goes.";
    return moves[0].captured.length > 0 ? "You must capture." : "Choose a piece.";
  }

  #render() {
    const game = this.#shown;
    if (!game || this.#left) return;
    const moves = this.#open();
    const last = game.moves.at(-1);
    const path = this.#path;
    this.#board.mark({
      movable: path.length < 2 ? movableSquares(moves) : new Set(),
      targets: targetSquares(moves, path),
      chosen: path,
      last: last && path.length < 2 ? pathOf(last.text, this.#ruleset.board_size) : [],
    });
    const mine = sidesOf(game, this.#player);
    const view = { ruleset: this.#ruleset, player: this.#player };
    showPanel(game, { ...view, foot: this.#foot, hint: this.#hint() });
    document.title = `${turnText(game, mine)} · Shashki`;
  }
}
