// A game on the screen: what the stream tells is shown, what the person chooses is sent.

import * as api from "./api.js";
import { Arsenal } from "./arsenal.js";
import { Board } from "./board.js";
import { showBoosts } from "./boostbar.js";
import { flightText, hintOf, seenAt } from "./boosts.js";
import { Clocks } from "./clocks.js";
import { attempt, byId, saveFile, setText, showAlert } from "./dom.js";
import { choose, movableSquares, takenSquares, targetSquares } from "./entry.js";
import { Follower } from "./game.js";
import { learnNames, nameOf, playersOf } from "./names.js";
import { noticeAfter, noticeOf, openOffer } from "./notices.js";
import { clearPanel, showMissing, showNotice, showPanel, turnText } from "./panel.js";
import { personOf } from "./people.js";
import { Review } from "./review.js";
import { sidesOf } from "./seats.js";
import { pathOf, readFen, readSquare } from "./squares.js";
import { ratingsIn } from "./standings.js";
import { setPageTitle } from "./title.js";
import { purse } from "./wallet.js";
import { connectionText, errorText, moveText, otherSide } from "./words.js";

const RETRY_MS = 2000;
// Spectators come and go without an event: they are counted this often while the page is seen.
const COUNT_MS = 30_000;
// With more than this waiting to be shown, the board jumps instead of moving.
const BEHIND = 3;

const passing = (error) => error.code !== "NOT_FOUND" && error.code !== "INVALID_ARGUMENT";

// Boosts change the position at the same ply.
const fits = (legal, { ply, fen }) => legal?.ply === ply && legal.fen === fen;

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
  #arsenal;
  #unlisten;
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
      refused: (error) => {
        this.#connected("lost");
        showAlert(errorText(error));
      },
    };
    this.#follower = new Follower(id, player, tell);
    this.#arsenal = new Arsenal(id, player, {
      changed: () => this.#render(),
      chosen: () => this.#chosenAnew(),
      used: (event) => {
        this.#follower.accept(event);
        this.#render();
      },
      refused: (error) => {
        this.#chosenAnew();
        this.#refused(error);
      },
    });
    this.#unlisten = purse.listen(() => this.#render());
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
    this.#arsenal.leave();
    this.#unlisten();
    showBoosts(null, null);
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
    this.#review?.goToPly(ply);
  }

  /** Goes on or back by a step in a game that is over; says whether it is. */
  replayBy(steps) {
    this.#review?.step(steps);
    return this.#review !== null;
  }

  /** Takes back the squares chosen so far. */
  takeBack() {
    if (this.#waits || this.#path.length === 0) return;
    this.#enter([]);
  }

  /** Takes back what is being chosen: the squares, else the boost. */
  escape() {
    if (this.#path.length > 0) this.takeBack();
    else this.#arsenal.cancel();
  }

  /** Uses a boost, or begins to choose on what. */
  useBoost(boost) {
    showAlert(null);
    this.takeBack();
    return this.#arsenal.pick(boost);
  }

  /** Uses no boost after all. */
  cancelBoost() {
    this.#arsenal.cancel();
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
    return this.#act((id, player) => api.answerDraw(id, player, true));
  }

  /** Declines the draw that the opponent offers. */
  declineDraw() {
    return this.#act((id, player) => api.answerDraw(id, player, false));
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

  /** Saves the game as a file of PDN. */
  savePdn() {
    return attempt([byId("pdn")], async () => saveFile(`shashki-${this.#id}.pdn`, await api.readPdn(this.#id)));
  }

  /** Takes in what the player is told wherever the page is: of a rematch, no stream of the game tells. */
  hear(news) {
    const { rematch_offer_received, game_started, live_games } = news;
    const here = rematch_offer_received?.game_id === this.#id || game_started?.rematch_of === this.#id;
    // The list comes first whenever the stream is new: what came before it may be missing.
    if (this.#latest?.outcome && (here || live_games)) this.#follower.refresh().catch(() => {});
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
    const notice = noticeOf(this.#latest, game, event, mine);
    this.#said = noticeAfter(this.#said, notice, event, mine);
    this.#take(game, event === null);
    this.#queue.push({ game, event, notice });
    if (event === null) this.#meet(game);
    this.#readLegal(game);
    this.#catchUp();
  }

  // Who plays is shown as soon as it is known; the board doesn't wait for it.
  async #meet(game) {
    const players = playersOf([game]);
    const learnt = await learnNames(players);
    const rated = game.rated && !game.rating_changes && (await ratingsIn(this.#pools.get(game.mode), players));
    if (rated) this.#ratings = rated;
    if (learnt || rated) this.#render();
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
    const ruleset = this.#rulesets.get(game.ruleset);
    this.#arsenal.see(game, sidesOf(game, this.#player), ruleset.board_size);
  }

  // States are shown one after the other, each when the move before it stands still.
  async #catchUp() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#queue.length > 0 && !this.#left) {
      await this.#showState(this.#queue.shift());
    }
    this.#busy = false;
    if (!this.#left) this.#render();
  }

  async #showState({ game, event, notice }) {
    if (!this.#board) this.#setTable(game);
    const boost = event?.boost_used?.boost;
    const move = event?.move_played?.move ?? event?.boost_used?.move;
    const entered = this.#path;
    this.#path = [];
    const size = this.#ruleset.board_size;
    const path = move ? pathOf(move.text, size) : null;
    // A move entered here already stands where it ends.
    const own = path !== null && path.join() === entered.join();
    const still = this.#queue.length >= BEHIND;
    if (move && !boost) setText(byId("spoken"), [moveText(move), notice?.kind === "boost" && notice.text].filter(Boolean).join(". "));
    // Whoever looks at an earlier position already is left there.
    const looksBack = this.#review && !this.#review.atEnd;
    const strikes = boost && !still && !looksBack;
    if (strikes) await this.#board.strike(boost.boost, seenAt(boost, size));
    if (this.#left) return;
    this.#shown = game;
    const { pieces, shields } = readFen(game.fen, size);
    const how = { shields, travel: own ? null : path, still };
    const done = looksBack ? null : this.#board.show(pieces, how);
    if (game.outcome) {
      const [mine, changed] = [sidesOf(game, this.#player), () => this.#render()];
      this.#review ??= new Review(game, { board: this.#board, size, mine, changed });
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
    if (fits(this.#legal, game)) return;
    try {
      const legal = await api.legalMoves(this.#id);
      if (!fits(legal, this.#latest)) return;
      this.#legal = legal;
      if (!this.#busy && !this.#left) this.#render();
    } catch (error) {
      if (this.#left || this.#latest.version !== game.version) return;
      showAlert(errorText(error));
      setTimeout(() => this.#readLegal(this.#latest), RETRY_MS);
    }
  }

  /** Whether something that was sent is not answered yet, or a boost is being paid for. */
  get #waits() {
    return this.#sending || this.#arsenal.sending || Boolean(this.#latest?.boost_in_flight);
  }

  /** The moves that can be entered now: with sabotage the opponent's. */
  #open() {
    const ready = !this.#waits && !this.#busy && this.#shown === this.#latest;
    if (!ready || this.#shown.outcome) return [];
    if (this.#arsenal.choosing) return this.#arsenal.moves;
    return fits(this.#legal, this.#shown) ? this.#legal.moves : [];
  }

  #choose(square) {
    if (!this.#waits && this.#arsenal.chooseTarget(square)) return;
    const moves = this.#open();
    if (moves.length === 0) return;
    showAlert(null);
    const { path, move } = choose(moves, this.#path, square);
    const sabotage = this.#arsenal.choosing !== null;
    if (move && !sabotage) this.#sending = true;
    this.#enter(path);
    if (!move) return;
    if (sabotage) this.#arsenal.chooseMove(move);
    else this.#send(move);
  }

  // Another boost is being chosen, or none any more: what was entered was for another purpose.
  #chosenAnew() {
    if (this.#left || !this.#shown) return;
    if (this.#path.length > 0 && !this.#waits) this.#enter([]);
    else this.#render();
  }

  // Shows the squares chosen so far: the piece stands on the last one, what it jumped is dimmed.
  #enter(path) {
    const before = this.#path;
    this.#path = path;
    const { pieces, shields } = readFen(this.#shown.fen, this.#ruleset.board_size);
    const onward = path.length > before.length && before.length > 0;
    const travel = onward ? [before.at(-1), path.at(-1)] : [before.at(-1), before[0]];
    if (path.length > 1) {
      const piece = pieces.get(path[0]);
      pieces.delete(path[0]);
      pieces.set(path.at(-1), piece);
      if (shields.delete(path[0])) shields.add(path.at(-1));
    }
    const moves = this.#arsenal.choosing ? this.#arsenal.moves : (this.#legal?.moves ?? []);
    const taken = new Set(takenSquares(moves, path));
    this.#board.show(pieces, { shields, travel: before.length > 0 ? travel : null, taken });
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

  #hint(mine) {
    const { boost_in_flight } = this.#shown;
    if (boost_in_flight) return flightText(boost_in_flight, mine);
    if (this.#arsenal.sending) return "Using the boost…";
    const moves = this.#open();
    if (this.#arsenal.choosing || moves.length === 0) return "";
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
    const mine = sidesOf(game, this.#player);
    this.#mark(game, mine);
    showBoosts(game.outcome ? null : this.#arsenal.bar, this.#arsenal.choosing);
    const people = { me: this.#player, nameOf, ratings: this.#ratings };
    showPanel(game, {
      ruleset: this.#ruleset,
      player: this.#player,
      foot: this.#foot,
      hint: this.#hint(mine),
      personOf: (side) => personOf(game, side, people),
      at: this.#review?.at,
    });
    setPageTitle(`${turnText(game, mine)} · Shashki`);
  }

  #mark(game, mine) {
    const moves = this.#open();
    const path = this.#path;
    const back = this.#review?.atEnd === false;
    const last = game.moves.at(-1);
    const targets = targetSquares(moves, path);
    const hint = (back ? this.#review.boost?.hint : hintOf(game, mine)) ?? [];
    this.#board.mark({
      movable: path.length < 2 ? movableSquares(moves) : new Set(),
      targets: targets.size > 0 ? targets : this.#arsenal.targets,
      chosen: path,
      last: back ? this.#review.path : this.#lastPath(last, path),
      forced: back ? this.#review.boost?.boost === "sabotage" : Boolean(last?.sabotaged),
      hint: hint.map((square) => readSquare(square, this.#ruleset.board_size)),
    });
  }
}
