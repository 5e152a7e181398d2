// Boosts taking effect on the board, seen by both sides alike.

import { iconPath } from "./icons.js";
import { calm } from "./motion.js";
import { svg } from "./svg.js";

// How long a rocket flies, and how long what is left of an effect is seen.
const FLIGHT_MS = 450;
const GLOW_MS = 1100;
const FLIES_FROM = 700;
const RAYS = 8;

/** Shows a boost at a place of a layer. Resolves when it strikes: what it does is shown then. */
export async function strike(layer, boost, { x, y }) {
  if (calm() || document.hidden) return;
  const place = svg("g", { class: `effect ${boost}`, transform: `translate(${x} ${y})` });
  layer.append(place);
  if (boost === "rocket") {
    await fly(place);
    burst(place);
  }
  const emblem = drawEmblem(boost);
  place.append(emblem);
  const frames = [
    { opacity: 0, scale: 0.4 },
    { opacity: 1, scale: 1.15, offset: 0.25 },
    { opacity: 1, scale: 1, offset: 0.6 },
    { opacity: 0, scale: 1.3 },
  ];
  emblem.animate(frames, { duration: GLOW_MS, easing: "ease-out", fill: "forwards" }).onfinish = () => place.remove();
}

function drawEmblem(boost) {
  const node = svg("g", { class: "emblem" });
  const drawing = svg("g", { transform: "translate(-36 -36) scale(3)" });
  drawing.append(iconPath(boost));
  node.append(svg("circle", { class: "disc", r: 52 }), drawing);
  return node;
}

// It comes from above, nose first.
function fly(place) {
  const rocket = svg("g", { class: "flying" });
  const drawing = svg("g", { transform: "rotate(180) translate(-36 -36) scale(3)" });
  drawing.append(iconPath("rocket"));
  rocket.append(drawing);
  place.append(rocket);
  const frames = [{ translate: `0 -${FLIES_FROM}px`, opacity: 0 }, { opacity: 1, offset: 0.3 }, { translate: "0 0", opacity: 1 }];
  const flight = rocket.animate(frames, { duration: FLIGHT_MS, easing: "ease-in" });
  return flight.finished.catch(() => {}).then(() => rocket.remove());
}

function burst(place) {
  const ring = svg("circle", { class: "blast", r: 50 });
  place.append(ring);
  ring.animate([{ opacity: 1, scale: 0.2 }, { opacity: 0, scale: 2 }], { duration: 600, easing: "ease-out", fill: "forwards" });
  for (let ray = 0; ray < RAYS; ray += 1) {
    const turn = svg("g", { transform: `rotate(${(360 / RAYS) * ray})` });
    const spark = svg("circle", { class: "spark", r: 9 });
    turn.append(spark);
    place.append(turn);
    spark.animate([{ translate: "0 0", opacity: 1 }, { translate: "0 -130px", opacity: 0 }], { duration: 700, easing: "ease-out", fill: "forwards" });
  }
}
