// The pieces on the board: drawn once, then moved, so that a move can be seen.

import { iconPath } from "./icons.js";
import { calm } from "./motion.js";
import { svg } from "./svg.js";

const STEP_MS = 170;
const LONGEST_MS = 900;
const FADE_MS = 160;
const SHIELD_MS = 420;

/** A layer of pieces. `place(square)` gives the centre of a square. */
export class Pieces {
  #layer;
  #place;
  #items = new Map();

  constructor(layer, place) {
    this.#layer = layer;
    this.#place = place;
  }

  /**
   * Shows a position. A piece that made its way along the squares of `travel` is seen going
   * there, and what it took goes when it arrives, as do shields. Resolves when everything stands
   * still.
   */
  show(pieces, { travel = null, taken = new Set(), shields = new Set(), still = false } = {}) {
    const moving = still || calm() || document.hidden ? null : travel;
    const wait = travel ? this.#travel(travel, moving !== null, pieces.get(travel.at(-1))) : 0;
    for (const [square, item] of [...this.#items]) {
      const kind = pieces.get(square);
      if (kind && sideOf(kind) === sideOf(item.kind)) this.#become(item, kind, wait);
      else this.#remove(square, item, wait, moving !== null);
    }
    for (const [square, kind] of pieces) {
      if (!this.#items.has(square)) this.#create(square, kind);
    }
    for (const [square, item] of this.#items) {
      item.node.classList.toggle("taken", taken.has(square));
      item.shielded = shields.has(square);
      if (wait === 0) settleShield(item, still);
      else setTimeout(() => settleShield(item, still), wait);
    }
    return new Promise((resolve) => setTimeout(resolve, wait));
  }

  /** Puts every piece where it belongs, after the board was turned. */
  settle() {
    for (const [square, item] of this.#items) {
      for (const animation of item.node.getAnimations()) animation.cancel();
      item.node.style.transform = this.#at(square);
    }
  }

  #at(square) {
    const { x, y } = this.#place(square);
    return `translate(${x}px, ${y}px)`;
  }

  #travel(path, animate, kind) {
    const [from, to] = [path[0], path.at(-1)];
    const item = this.#items.get(from);
    if (!item || !kind || sideOf(item.kind) !== sideOf(kind)) return 0;
    this.#items.delete(from);
    this.#items.get(to)?.node.remove();
    this.#items.set(to, item);
    item.node.style.transform = this.#at(to);
    if (!animate) return 0;
    // The piece that moves passes over the others.
    this.#layer.append(item.node);
    const duration = Math.min(LONGEST_MS, STEP_MS * (path.length - 1));
    const frames = path.map((square) => ({ transform: this.#at(square), easing: "ease-in-out" }));
    item.node.animate(frames, { duration });
    return duration;
  }

  #create(square, kind) {
    const node = svg("g", { class: "piece" });
    const item = { node, kind: null, shielded: false, shield: null };
    this.#items.set(square, item);
    draw(item, kind);
    node.style.transform = this.#at(square);
    this.#layer.append(node);
  }

  #become(item, kind, wait) {
    if (item.kind === kind) return;
    if (wait === 0) {
      draw(item, kind);
    } else {
      // It is crowned when it arrives. Meanwhile a later position may have settled it already.
      item.kind = kind;
      setTimeout(() => item.kind === kind && draw(item, kind), wait);
    }
  }

  #remove(square, item, wait, animate) {
    this.#items.delete(square);
    if (!animate) {
      item.node.remove();
      return;
    }
    const fade = item.node.animate([{ opacity: 1 }, { opacity: 0 }], {
      delay: wait,
      duration: FADE_MS,
      fill: "forwards",
    });
    fade.onfinish = () => item.node.remove();
  }
}

const sideOf = (kind) => kind.split("-")[0];

function draw(item, kind) {
  const [side, rank] = kind.split("-");
  item.kind = kind;
  item.node.setAttribute("class", `piece ${side} ${rank}`);
  const parts = [
    svg("ellipse", { class: "shadow", cx: 0, cy: 5, rx: 39, ry: 38 }),
    svg("circle", { class: "body", r: 38 }),
    svg("circle", { class: "rim", r: 30 }),
  ];
  if (rank === "king") parts.push(crown());
  else parts.push(svg("circle", { class: "rim", r: 17 }));
  item.node.replaceChildren(...parts, ...(item.shield ? [item.shield] : []));
}

// Gives a piece the shield that it is to have, or burns the one that it has no more.
function settleShield(item, still) {
  const moving = !still && !calm() && !document.hidden;
  if (item.shielded && !item.shield) {
    item.shield = shieldBadge();
    item.node.append(item.shield);
    if (moving) item.shield.animate([{ opacity: 0, scale: 2 }, { opacity: 1, scale: 1 }], { duration: SHIELD_MS, easing: "ease-out" });
  } else if (!item.shielded && item.shield) {
    const { shield } = item;
    item.shield = null;
    shield.classList.add("burning");
    if (!moving) shield.remove();
    else shield.animate([{ opacity: 1, scale: 1 }, { opacity: 0, scale: 1.7 }], { duration: SHIELD_MS, fill: "forwards" }).onfinish = () => shield.remove();
  }
}

function shieldBadge() {
  const node = svg("g", { class: "shield" });
  const emblem = svg("g", { transform: "translate(10 -46) scale(1.7)" });
  emblem.append(iconPath("shield"));
  node.append(svg("circle", { class: "ring", r: 43 }), emblem);
  return node;
}

function crown() {
  const node = svg("g", { class: "crown" });
  node.append(
    svg("path", { d: "M-17 9 L-22 -10 L-9.5 -1 L0 -16 L9.5 -1 L22 -10 L17 9 Z" }),
    svg("rect", { x: -17, y: 12, width: 34, height: 5, rx: 2 }),
  );
  return node;
}
