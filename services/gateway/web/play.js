// A game on the screen: what the stream tells is shown, what the person chooses is sent.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { byId, setText, showAlert } from "./dom.js";
import { choose, movableSquares, takenSquares, targetSquares } from "./entry.js";
import { Follower } from "./game.js";
import { learnNames, nameOf, playersOf } from "./names.js";
import { noticeOf, openOffer } from "./notices.js";
import { clearPanel, showMissing, showNotice, showPanel, turnText } from "./panel.js";
import { personOf } from "./people.js";
import { Review } from "./review.js";
import { sidesOf } from "./seats.js";
import { pathOf, readFen } from "./squares.js";
import { listPools, playerRatings } from "./standings.js";
import { firstRating } from "./terms.js";
import { setPageTitle } from "./title.js";
import { connectionText, errorText, moveText, otherSide } from "./words.js";

const RETRY_MS = 2000;
// Spectators come and go without an event: they are counted this often while the page is seen.
const COUNT_MS = 30_000;
// With more than this waiting to be shown, the board jumps instead of moving.
const BEHIND = 3;

const passing = (error) => error.code !== "NOT_FOUND" && error.code !== "INVALID_ARGUMENT";

/** Shows one game until it is left. */
export class Play {
  #id;
  #player;
  #rulesets;
  #pools;
  #seen;
  #go;
  #follower;
  #clocks = new Clocks();
  #counting;
  #said = null;
  #wantsRematch = false;
  #board = null;
  #review = null;
  #ratings = new Map();
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

  /**
   * `seen(game)` hears of every state, `go(id)` of another game that is to be shown instead; `pools`
   * are the pools in which games of a mode count.
   */
  constructor(id, { player, rulesets, pools, seen, go }) {
    this.#id = id;
    this.#player = player;
    this.#rulesets = rulesets;
    this.#pools = pools;
    this.#seen = seen;
    this.#go = go;
    const tell = {
      game: (game, event) => this.#told(game, event),
      beside: (game) => this.#toldAgain(game),
      connection: (state) => this.#connected(state),
    };
    const open = (game, version) => api.openWatch(game, version, player);
    this.#follower = new Follower(id, tell, { read: api.readGame, open });
    this.#counting = setInterval(() => document.hidden || this.#count(), COUNT_MS);
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
    this.#clocks.stop();
    this.#review?.stop();
    clearInterval(this.#counting);
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

  /** Shows a ply of a game that is over. */
  replayTo(ply) {
    this.#review?.go(ply);
  }

  /** Goes on or back by a ply in a game that is over; says whether it is. */
  replayBy(plies) {
    this.#review?.step(plies);
    return this.#review !== null;
  }

  /** Takes back the squares chosen so far. */
  takeBack() {
    if (this.#sending || this.#path.length === 0) return;
    this.#enter([]);
  }

  /** Gives the game up: with both sides at this board, for the side to move. */
  resign() {
    const mine = sidesOf(this.#latest, this.#player);
    const side = mine.length === 2 ? this.#latest.side_to_move : mine[0];
    return this.#act((id, player) => api.resign(id, player, side));
  }

  /** Takes the game back. */
  abort() {
    return this.#act(api.abort);
  }

  /** Offers a draw. */
  offerDraw() {
    return this.#act(api.offerDraw);
  }

  /** Accepts the draw that the opponent offers. */
  acceptDraw() {
    return this.#act(api.acceptDraw);
  }

  /** Declines the draw that the opponent offers. */
  declineDraw() {
    return this.#act(api.declineDraw);
  }

  /** Offers a rematch, accepts the one offered, or goes to the one that has begun. */
  async rematch() {
    showAlert(null);
    this.#wantsRematch = true;
    try {
      const rematch = await api.wantRematch(this.#id, this.#player);
      if (!this.#left) this.#toldAgain({ ...this.#latest, rematch });
    } catch (error) {
      this.#refused(error);
    }
  }

  /** Takes in what the player is told wherever the page is: of a rematch, no stream of the game tells. */
  hear(news) {
    const here = news.game_id === this.#id || news.game?.rematch_of === this.#id;
    // The list comes first whenever the line is new: what came before it may be missing.
    const anew = news.type === "live_games";
    if (this.#latest?.outcome && (here || anew)) this.#follower.refresh().catch(() => {});
  }

  async #act(command) {
    showAlert(null);
    try {
      this.#follower.accept(await command(this.#id, this.#player));
    } catch (error) {
      this.#refused(error);
    }
  }

  #count() {
    if (this.#latest && !this.#latest.outcome) this.#follower.refresh().catch(() => {});
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
    const mine = sidesOf(game, this.#player);
    this.#said = noticeOf(this.#latest, game, event, mine);
    this.#take(game, event === null);
    this.#queue.push({ game, event });
    if (event === null) this.#meet(game);
    this.#readLegal(game);
    this.#catchUp();
  }

  // Who plays is shown as soon as it is known; the board doesn't wait for it.
  async #meet(game) {
    const players = playersOf([game]);
    const learnt = await learnNames(players);
    const rated = game.rated && !game.rating_changes && (await this.#readRatings(game, players));
    if (learnt || rated) this.#render();
  }

  async #readRatings(game, players) {
    try {
      const read = players.map((player) => playerRatings(player));
      const [pools, ...all] = await Promise.all([listPools(), ...read]);
      const pool = pools.find(({ id }) => id === this.#pools.get(game.mode));
      if (!pool) return false;
      this.#ratings = new Map(players.map((player) => [player, firstRating(pool)]));
      for (const rating of all.flat()) {
        if (rating.pool === pool.id) this.#ratings.set(rating.player, rating);
      }
      return true;
    } catch {
      // Ratings are beside the game: it goes on without them.
      return false;
    }
  }

  // The same state with other things beside it.
  #toldAgain(game) {
    if (this.#left) return;
    if (this.#shown === this.#latest) this.#shown = game;
    for (const waiting of this.#queue) if (waiting.game === this.#latest) waiting.game = game;
    this.#take(game, true);
    if (this.#wantsRematch && game.rematch?.game_id) this.#go(game.rematch.game_id);
    else this.#render();
  }

  // Clocks and notices don't wait for the board to catch up.
  #take(game, fresh) {
    this.#latest = game;
    this.#clocks.show(game, fresh);
    showNotice(this.#said ?? openOffer(game, sidesOf(game, this.#player)));
    this.#seen(game);
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
    // Whoever looks at an earlier position already is left there.
    const looksBack = this.#review && !this.#review.atEnd;
    const done = looksBack ? null : this.#board.show(readFen(game.fen, size).pieces, how);
    if (game.outcome) {
      const changed = () => this.#render();
      this.#review ??= new Review(game, { board: this.#board, size, changed });
    }
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
      const legal = await api.legalMoves(this.#id);
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
      const event = await api.playMove(this.#id, this.#player, ply, move.text);
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

  #lastPath(last, entered) {
    return last && entered.length < 2 ? pathOf(last.text, this.#ruleset.board_size) : [];
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
      last: this.#review?.atEnd === false ? this.#review.path : this.#lastPath(last, path),
    });
    const mine = sidesOf(game, this.#player);
    const people = { me: this.#player, nameOf, ratings: this.#ratings };
    showPanel(game, {
      ruleset: this.#ruleset,
      player: this.#player,
      foot: this.#foot,
      hint: this.#hint(),
      personOf: (side) => personOf(game, side, people),
      at: this.#review?.at,
    });
    setPageTitle(`${turnText(game, mine)} · Shashki`);
  }
}
