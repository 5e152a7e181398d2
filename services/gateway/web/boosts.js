// Boosts of a game: what may be used now and why not, and what is said of those that were used.
// Pure. `mine` are the player's own sides.

import { pathOf, readSquare } from "./squares.js";
import { otherSide, refusalText, sideName } from "./words.js";

/** The boosts in the rule book's order. */
export const BOOSTS = ["recon", "rocket", "shield", "sabotage"];

const NAMES = { recon: "Recon", rocket: "Rocket", shield: "Shield", sabotage: "Sabotage" };

const CALLS = { recon: "recon", rocket: "a rocket", shield: "a shield", sabotage: "sabotage" };

const EFFECTS = {
  recon: "Shows you one strong move; your opponent learns only that you looked.",
  rocket: "Hits one enemy man, drawn by lot, or a king where there is no man. A shield saves it.",
  shield: "Saves one of your men once. It goes with its man, until the man is crowned.",
  sabotage: "You make one move for your opponent, then your own.",
};

/** A boost by its name for people. */
export const boostName = (boost) => NAMES[boost] ?? boost;

/** What a boost does, in words. */
export const boostEffect = (boost) => EFFECTS[boost] ?? "";

/** How often each boost may be used in a game, in words; nothing where there are none. */
export function describeLimits(limits) {
  if (!limits) return "";
  const each = BOOSTS.filter((boost) => limits[boost] > 0).map((boost) => `${limits[boost]} × ${boostName(boost).toLowerCase()}`);
  return `Boosts of your own bend the game, up to ${each.join(", ")}.`;
}

/** What has to be asked before a boost is used that cannot be taken back; null if nothing has. */
export function questionOf(boost, side, move = null) {
  if (boost === "rocket") return "Fire the rocket? It hits a man drawn by lot, and cannot be taken back.";
  if (boost === "sabotage") {
    return `Play ${move.text} for ${sideName(otherSide(side))}? It cannot be taken back.`;
  }
  return null;
}

/** How often a side may still use a boost in a game. */
export function leftOf(game, side, boost) {
  const used = game.boosts.filter((each) => each.side === side && each.boost === boost);
  return Math.max(0, (game.boost_limits?.[boost] ?? 0) - used.length);
}

/** The side whose boosts a player has before them; null for who has none. */
export function boostSide(game, mine) {
  if (!game.boost_limits || mine.length === 0) return null;
  return mine.length === 1 ? mine[0] : game.side_to_move;
}

/**
 * The bar of boosts: each with `left` in this game, `have` in the inventory and `refused`, the reason
 * why it cannot be used now. Null where there are none. `owned` is the inventory as a map and
 * `options` what the server says may be used; both are null while they are not known.
 */
export function boostBar(game, mine, { owned = null, options = null } = {}) {
  const side = boostSide(game, mine);
  if (side === null) return null;
  return BOOSTS.filter((boost) => game.boost_limits[boost] > 0).map((boost) => {
    const left = leftOf(game, side, boost);
    const have = owned && (owned.get(boost) ?? 0);
    const refused = reasonFor(game, side, { left, have, option: options?.get(boost) });
    return { boost, left, limit: game.boost_limits[boost], have, refused };
  });
}

function reasonFor(game, side, { left, have, option }) {
  if (game.outcome) return "GAME_OVER";
  if (game.boost_in_flight) return "BOOST_IN_FLIGHT";
  if (game.side_to_move !== side) return "NOT_YOUR_TURN";
  if (left === 0) return "LIMIT_REACHED";
  if (have === 0) return "NOT_IN_INVENTORY";
  return option?.refused ?? null;
}

/** What is said of a boost of the bar: what it does, and why it cannot be used now if it cannot. */
export function aboutBoost({ boost, refused }) {
  return refused ? `${boostEffect(boost)} ${refusalText(refused)}` : boostEffect(boost);
}

/** The squares that a recon has shown its user, while they still hold; none otherwise. */
export function hintOf(game, mine) {
  if (game.outcome) return [];
  const now = game.boosts.filter(({ ply }) => ply === game.ply);
  // What a rocket has hit since may have been what the hint was about.
  const since = now.slice(now.findLastIndex(({ boost }) => boost === "rocket") + 1);
  const recon = since.findLast(({ boost, side }) => boost === "recon" && mine.includes(side));
  return recon?.hint ?? [];
}

const isMe = (side, mine) => mine.length === 1 && mine[0] === side;

/** A boost that was used, in words. */
export function boostText(used, mine) {
  const { boost, side, target, hint } = used;
  const [own, by] = [isMe(side, mine), sideName(side)];
  if (boost === "recon") {
    if (hint?.length > 1) return `Recon: ${hint.join(" to ")} is a strong move.`;
    return own ? "You used recon." : `${by} used recon.`;
  }
  if (boost === "rocket") {
    const whose = own ? "Your rocket" : `${by}'s rocket`;
    return used.shield_burned
      ? `${whose} hit ${target}: the shield burned, the man stays.`
      : `${whose} hit ${target}.`;
  }
  if (boost === "shield") return `${own ? "You" : by} shielded ${target}.`;
  return sabotageText(used, mine);
}

function sabotageText({ side, move }, mine) {
  const victim = otherSide(side);
  if (isMe(victim, mine)) return `You were sabotaged: ${sideName(side)} played ${move} for you.`;
  if (isMe(side, mine)) return `You played ${move} for ${sideName(victim)}. It is your move again.`;
  return `${sideName(victim)} was sabotaged: ${sideName(side)} played ${move}.`;
}

/** The square on which a boost is seen to take effect; null for the board as a whole. */
export function seenAt({ target, move }, size) {
  if (target) return readSquare(target, size);
  return move ? pathOf(move, size).at(-1) : null;
}

/** A boost that is being paid for, in words. */
export function flightText({ boost, side }, mine) {
  return isMe(side, mine)
    ? `Getting your ${boostName(boost).toLowerCase()} ready…`
    : `${sideName(side)} calls for ${CALLS[boost] ?? boost}…`;
}

/** A shield that an opponent's capture has burned, in words. */
export const burnedText = (square) => `The shield on ${square} burned.`;

/** An inventory as a map from boosts to how many there are. */
export const ownedOf = (wallet) =>
  wallet && new Map(wallet.items.map(({ item, count }) => [item, count]));
