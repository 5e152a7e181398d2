// The icons of boosts, coins and bundles, drawn as SVG.

import { svg } from "./svg.js";

const PATHS = {
  recon: "M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M15.7 15.7l5 5M7.5 10.5a3 3 0 0 1 3-3",
  rocket: "M12 2.5c3.2 2.4 4.5 6 4.5 9.5l-1.8 4.5H9.3L7.5 12c0-3.5 1.3-7.1 4.5-9.5M12 8.2v2.6M7.6 12.5 4.5 16v3l4.6-2.2M16.4 12.5l3.1 3.5v3l-4.6-2.2M12 18.5v3",
  shield: "M12 2.8l7.5 2.7v5.7c0 4.9-3.2 8.3-7.5 10-4.3-1.7-7.5-5.1-7.5-10V5.5zM8.5 11.8l2.6 2.6 4.6-5",
  sabotage: "M13.5 2.5 5 13.8h5.6l-1.1 7.7L18.5 9.8h-5.9z",
  coin: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6",
  bundle: "M3.5 8 12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8l8.5 4.5L20.5 8M12 12.5V21",
};

/** An icon by its name; one of a bundle for what has none of its own. */
export function icon(name) {
  const node = svg("svg", { viewBox: "0 0 24 24", class: `icon ${name}`, "aria-hidden": "true" });
  node.append(iconPath(name));
  return node;
}

/** The line of an icon alone, 24 wide and high, for a drawing of another kind. */
export const iconPath = (name) => svg("path", { d: PATHS[name] ?? PATHS.bundle });
