// The board: squares, coordinates and marks, drawn as SVG. What a click means is not known here.

import { strike } from "./effects.js";
import { Pieces } from "./pieces.js";
import { fileLetters, fileOf, numberOf, playableSquares, rankOf } from "./squares.js";
import { svg } from "./svg.js";
import { squareLabel } from "./words.js";

const CELL = 100;
const RIM = 34;

/** A board in `host`. `numbered` shows the numbers of the squares. `choose(square)` hears clicks. */
export class Board {
  #size;
  #squares;
  #root;
  #under = new Map();
  #hits = new Map();
  #numbers = new Map();
  #coordinates = svg("g", { class: "coordinates" });
  #trace = svg("polyline", { class: "trace" });
  #arrow = svg("polyline", { class: "trace hint" });
  #effects = svg("g", { class: "effects" });
  #pieces;
  #side = "white";

  constructor(host, { size, numbered = false, choose = null }) {
    this.#size = size;
    this.#squares = playableSquares(size);
    const edge = size * CELL + 2 * RIM;
    this.#root = svg("svg", { viewBox: `0 0 ${edge} ${edge}`, role: "group" });
    this.#root.setAttribute("aria-label", `Board, ${size} by ${size}`);
    const inside = { x: RIM, y: RIM, width: size * CELL, height: size * CELL };
    const under = svg("g");
    const pieces = svg("g", { class: "pieces" });
    const hits = svg("g");
    this.#root.append(
      svg("rect", { class: "frame", width: edge, height: edge, rx: 18 }),
      svg("rect", { class: "light", ...inside }),
      under,
      this.#coordinates,
      this.#trace,
      pieces,
      this.#arrow,
      hits,
      this.#effects,
    );
    for (const square of this.#squares) {
      under.append(this.#drawUnder(square, numbered));
      if (choose) hits.append(this.#drawHit(square, choose));
    }
    this.#pieces = new Pieces(pieces, (square) => this.#centre(square));
    this.#arrange();
    this.#offer(this.#squares[0]);
    host.replaceChildren(this.#root);
  }

  /** Turns the board so that a side sits at its foot. */
  orient(side) {
    this.#side = side;
    this.#arrange();
    this.#pieces.settle();
  }

  /** Shows what stands where; see `Pieces.show`. */
  show(pieces, how) {
    const still = this.#pieces.show(pieces, how);
    for (const [square, hit] of this.#hits) {
      mark(hit, "data-piece", pieces.get(square));
      mark(hit, "data-taken", how?.taken?.has(square) ? "" : null);
      mark(hit, "data-shield", how?.shields?.has(square) ? "" : null);
    }
    return still;
  }

  /** Shows a boost taking effect on a square, or on the board as a whole. Resolves when it strikes. */
  strike(boost, square = null) {
    const middle = RIM + (this.#size * CELL) / 2;
    const at = square ? this.#centre(square) : { x: middle, y: middle };
    return strike(this.#effects, boost, at);
  }

  /**
   * Marks what can be done, what is chosen, what was played last, `forced` if by sabotage, and what
   * recon has shown: sets and lists of squares.
   */
  mark({ movable = new Set(), targets = new Set(), chosen = [], last = [], forced = false, hint = [] }) {
    for (const square of this.#squares) {
      const marks = {
        movable: movable.has(square),
        target: targets.has(square),
        chosen: chosen.includes(square),
        last: last.includes(square),
        hinted: hint.includes(square),
      };
      const shown = Object.keys(marks).filter((name) => marks[name]);
      this.#under.get(square).setAttribute("class", ["dark", ...shown].join(" "));
      const hit = this.#hits.get(square);
      if (hit) label(hit, square, marks);
    }
    this.#trace.dataset.path = last.join(" ");
    this.#trace.classList.toggle("forced", forced);
    this.#arrow.dataset.path = hint.join(" ");
    this.#drawTraces();
  }

  #arrange() {
    for (const square of this.#squares) {
      const { x, y } = this.#centre(square);
      const move = `translate(${x} ${y})`;
      this.#under.get(square).setAttribute("transform", move);
      this.#hits.get(square)?.setAttribute("transform", move);
    }
    const foot = this.#size * CELL + RIM * 1.5;
    const labels = [];
    fileLetters(this.#size).forEach((letter, file) => {
      labels.push(coordinate(this.#across(file), foot, letter));
    });
    for (let rank = 0; rank < this.#size; rank += 1) {
      labels.push(coordinate(RIM / 2, this.#down(rank), rank + 1));
    }
    this.#coordinates.replaceChildren(...labels);
    this.#drawTraces();
  }

  #across(file) {
    return RIM + CELL * ((this.#side === "white" ? file : this.#size - 1 - file) + 0.5);
  }

  #down(rank) {
    return RIM + CELL * ((this.#side === "white" ? this.#size - 1 - rank : rank) + 0.5);
  }

  #centre(square) {
    return { x: this.#across(fileOf(square)), y: this.#down(rankOf(square)) };
  }

  #drawTraces() {
    for (const trace of [this.#trace, this.#arrow]) {
      const path = (trace.dataset.path ?? "").split(" ").filter(Boolean);
      const points = path.map((square) => this.#centre(square)).map(({ x, y }) => `${x},${y}`);
      trace.setAttribute("points", points.join(" "));
    }
  }

  #drawUnder(square, numbered) {
    const node = svg("g", { class: "dark" });
    node.append(
      svg("rect", { class: "cell", x: -50, y: -50, width: CELL, height: CELL }),
      svg("circle", { class: "halo", r: 43 }),
    );
    if (numbered) {
      const number = svg("text", { class: "number", x: -46, y: -34 });
      number.textContent = numberOf(square, this.#size);
      node.append(number);
    }
    this.#under.set(square, node);
    return node;
  }

  #drawHit(square, choose) {
    const node = svg("g", { class: "hit", role: "button", tabindex: -1, "data-square": square });
    node.append(
      svg("rect", { class: "catch", x: -50, y: -50, width: CELL, height: CELL }),
      svg("circle", { class: "dot", r: 15 }),
      svg("rect", { class: "focus", x: -46, y: -46, width: 92, height: 92, rx: 8 }),
    );
    node.addEventListener("click", () => choose(square));
    node.addEventListener("focus", () => this.#offer(square));
    node.addEventListener("keydown", (event) => this.#key(event, square, choose));
    this.#hits.set(square, node);
    return node;
  }

  #key(event, square, choose) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Enter" || event.key === " ") choose(square);
    else if (event.key in steps) this.#hits.get(this.#beside(square, steps[event.key])).focus();
    else return;
    event.preventDefault();
  }

  // The playable square beside one: along the row, or in the next row at the same place.
  #beside(square, [right, up]) {
    const turn = this.#side === "white" ? 1 : -1;
    const half = this.#size / 2;
    const at = this.#squares.indexOf(square);
    const row = clamp(Math.floor(at / half) - up * turn, this.#size);
    const place = clamp((at % half) + right * turn, half);
    return this.#squares[row * half + place];
  }

  // One square at a time is in the tab order: the one that had the focus last.
  #offer(square) {
    for (const [each, hit] of this.#hits) hit.setAttribute("tabindex", each === square ? 0 : -1);
  }
}

const clamp = (value, count) => Math.min(count - 1, Math.max(0, value));

function coordinate(x, y, text) {
  const node = svg("text", { x, y });
  node.textContent = text;
  return node;
}

function mark(node, name, value) {
  if (value === undefined || value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

function label(hit, square, marks) {
  for (const name of ["movable", "target", "chosen", "last", "hinted"]) {
    mark(hit, `data-${name}`, marks[name] ? "" : null);
  }
  const words = { ...marks, taken: hit.hasAttribute("data-taken"), shielded: hit.hasAttribute("data-shield") };
  hit.setAttribute("aria-label", squareLabel(square, hit.dataset.piece, words));
  hit.setAttribute("aria-pressed", marks.chosen);
}
