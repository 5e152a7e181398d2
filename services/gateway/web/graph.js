// A rating over time as a line. Pure but for the drawing at the end.

import { svg } from "./svg.js";

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 12;
const TOP = 14;
const FOOT = 26;
// A line that hardly moves is not blown up to fill the height.
const LEAST_SPAN = 40;

/** The values that a rating had, oldest first, from its changes, newest first. */
export function valuesOf(changes) {
  if (changes.length === 0) return [];
  const oldest = changes.at(-1);
  const first = { value: oldest.before, at: null };
  return [first, ...changes.map(({ after, at }) => ({ value: after, at })).reverse()];
}

/** The lowest and highest value of an axis for these values, on round numbers. */
export function axisOf(values) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const spare = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  const step = stepFor(high - low + 2 * spare);
  return {
    // Neither ratings nor points are ever less than nothing.
    low: Math.max(0, Math.floor((low - spare) / step) * step),
    high: Math.ceil((high + spare) / step) * step,
    step,
  };
}

function stepFor(span) {
  const rough = span / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step >= rough);
}

/** Where the values are drawn. */
export function pointsOf(values, { low, high }) {
  const across = (WIDTH - LEFT - RIGHT) / Math.max(1, values.length - 1);
  const down = (HEIGHT - TOP - FOOT) / (high - low);
  return values.map((value, at) => ({ x: LEFT + at * across, y: TOP + (high - value) * down }));
}

/** Draws the graph of a rating; `label` says what it is to those who hear it. */
export function drawGraph(changes, label) {
  const values = valuesOf(changes);
  const numbers = values.map(({ value }) => value);
  const axis = axisOf(numbers);
  const points = pointsOf(numbers, axis);
  const root = svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  root.setAttribute("aria-label", label);
  for (let value = axis.low; value <= axis.high; value += axis.step) {
    const [{ y }] = pointsOf([value], axis);
    root.append(svg("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y }));
    root.append(text(LEFT - 8, y, Math.round(value), "end"));
  }
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  root.append(svg("polyline", { class: "curve", points: line }));
  points.forEach(({ x, y }, at) => {
    const dot = svg("circle", { class: "point", cx: x, cy: y, r: values.length > 60 ? 2 : 3.5 });
    const title = svg("title");
    const { value, at: time } = values[at];
    title.textContent = time === null ? `${Math.round(value)}` : `${Math.round(value)}, ${day(time)}`;
    dot.append(title);
    root.append(dot);
  });
  const [first, last] = [values[1], values.at(-1)];
  root.append(text(LEFT, HEIGHT - 8, day(first.at), "start"));
  if (last !== first) root.append(text(WIDTH - RIGHT, HEIGHT - 8, day(last.at), "end"));
  return root;
}

const day = (time) => new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });

function text(x, y, content, anchor) {
  const node = svg("text", { class: `label ${anchor}`, x, y });
  node.textContent = content;
  return node;
}
