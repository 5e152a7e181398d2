// What a player has to notice beside the moves, in words. Pure. `mine` are the player's own sides.

import { boostText, burnedText } from "./boosts.js";
import { otherSide, refusalText, sideName, spanText } from "./words.js";

const isMe = (side, mine) => mine.length === 1 && mine[0] === side;

/**
 * What has changed from one state of a game to the next, as `{ kind, text }`; null where there is
 * nothing to add. The event is the one that led there, null when the next state was read: what can
 * be seen in the states is told in either case.
 */
export function noticeOf(before, game, event, mine) {
  if (event?.clock_warning) return { kind: "warning", text: warningText(event, mine) };
  if (event?.boost_refused) return refusedNotice(event.boost_refused, mine);
  if (!before) return null;
  const boost = boostNotice(before, game, mine);
  if (boost || game.outcome || game.ply !== before.ply) return boost;
  const side = game.side_to_move;
  const misses = game.clock?.[`${side}_misses`] ?? 0;
  if (misses > before.clock?.[`${side}_misses`]) {
    return { kind: "missed", text: missedText(side, misses, game.clock.rule, mine) };
  }
  const given = Date.parse(game.clock?.deadline) - Date.parse(before.clock?.deadline);
  if (given > 0) return { kind: "given-back", text: givenBackText(side, given, mine) };
  if (before.draw_offered_by && !game.draw_offered_by) {
    return { kind: "declined", text: declinedText(otherSide(before.draw_offered_by), mine) };
  }
  return null;
}

/**
 * What is to be noticed after an event: `said` was noticed before it, `notice` has come of it. What the
 * opponent has used can still be read when more of it or their move follows at once.
 */
export function noticeAfter(said, notice, event, mine) {
  const actor = (event?.move_played?.move ?? event?.boost_called ?? event?.boost_used?.boost)?.side;
  const lasts = said?.by !== undefined && said.by === actor && !mine.includes(actor);
  if (!lasts) return notice;
  if (!notice) return said;
  return notice.by === actor ? { ...notice, text: `${said.text} ${notice.text}` } : notice;
}

function boostNotice(before, game, mine) {
  const used = game.boosts?.length > before.boosts?.length ? game.boosts.at(-1) : null;
  // What a rocket has burned is told with it.
  const burned = used?.boost === "rocket" ? undefined : burnedSquare(before, game);
  const texts = [used && boostText(used, mine), burned && burnedText(burned)].filter(Boolean);
  if (texts.length === 0) return null;
  return { kind: "boost", by: (used ?? game.moves.at(-1)).side, text: texts.join(" ") };
}

// Squares stay as the ruleset writes them.
const shieldsOf = (fen) => /:S([^:]*)/.exec(fen ?? "")?.[1].split(",").filter(Boolean) ?? [];

// A shield burns where it stood; one that went with its man until that was crowned is taken off.
function burnedSquare(before, game) {
  if (game.ply === before.ply) return undefined;
  const now = shieldsOf(game.fen);
  const from = game.moves?.at(-1)?.text?.split(/[-:x]/)[0];
  return shieldsOf(before.fen).find((square) => !now.includes(square) && square !== from);
}

function refusedNotice({ call, reason }, mine) {
  // Nothing has happened: only whoever called for it has to know.
  if (!mine.includes(call.side)) return null;
  return { kind: "boost", text: refusalText(reason) };
}

function warningText({ clock_warning, clock }, mine) {
  const left = spanText(clock[`${clock_warning.side}_ms`]);
  return isMe(clock_warning.side, mine)
    ? `You have ${left} left for this move.`
    : `${sideName(clock_warning.side)} has ${left} left for this move.`;
}

function missedText(side, misses, rule, mine) {
  const again = `${spanText(rule.misses.move_ms)} more`;
  const left = rule.misses.misses - misses;
  const more = left === 1 ? "one more" : `${left} more in a row`;
  return isMe(side, mine)
    ? `You missed your turn. You have ${again}: miss ${more} and you lose.`
    : `${sideName(side)} missed a turn and has ${again}.`;
}

function givenBackText(side, span, mine) {
  const whom = isMe(side, mine) ? "you" : sideName(side);
  return `The server was away for a while: it gave ${whom} ${spanText(span)} back.`;
}

function declinedText(by, mine) {
  if (isMe(by, mine)) return "You declined the draw.";
  return isMe(otherSide(by), mine) ? "Your draw offer was declined." : `${sideName(by)} declined the draw.`;
}

/** What stands open in a game: a draw offer, or a rematch. */
export function openOffer(game, mine) {
  const { draw_offered_by, rematch } = game;
  if (draw_offered_by) return { kind: "draw", text: drawText(draw_offered_by, mine) };
  if (game.outcome && rematch) return { kind: "rematch", text: rematchText(rematch, mine) };
  return null;
}

function drawText(by, mine) {
  if (isMe(by, mine)) return "You have offered a draw.";
  return mine.length === 1 ? "Your opponent offers a draw." : `${sideName(by)} offers a draw.`;
}

function rematchText({ offered_by, game_id }, mine) {
  if (game_id) return "The rematch has begun.";
  if (isMe(offered_by, mine)) return "You want a rematch: your opponent has to accept.";
  return mine.length === 1 ? "Your opponent wants a rematch." : `${sideName(offered_by)} wants a rematch.`;
}
