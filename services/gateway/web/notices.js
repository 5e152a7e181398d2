// What a player has to notice beside the moves, in words. Pure. `mine` are the player's own sides.

import { otherSide, sideName, spanText } from "./words.js";

const isMe = (side, mine) => mine.length === 1 && mine[0] === side;

/** What an event says, as `{ kind, text }`; null when it has nothing to add. `before` is the game before it. */
export function noticeOf(event, before, mine) {
  if (event.outcome) return null;
  if (event.clock_warning) return { kind: "warning", text: warningText(event, mine) };
  if (event.turn_missed) return { kind: "missed", text: missedText(event, mine) };
  if (event.time_given_back) return { kind: "given-back", text: givenBackText(event, before, mine) };
  if (event.draw_declined) return { kind: "declined", text: declinedText(before, mine) };
  return null;
}

function warningText({ clock_warning, clock }, mine) {
  const left = spanText(clock[`${clock_warning.side}_ms`]);
  return isMe(clock_warning.side, mine)
    ? `You have ${left} left for this move.`
    : `${sideName(clock_warning.side)} has ${left} left for this move.`;
}

function missedText({ turn_missed, clock }, mine) {
  const { side, misses } = turn_missed;
  const again = `${spanText(clock.rule.move_ms)} more`;
  const left = clock.rule.misses - misses;
  const more = left === 1 ? "one more" : `${left} more in a row`;
  return isMe(side, mine)
    ? `You missed your turn. You have ${again}: miss ${more} and you lose.`
    : `${sideName(side)} missed a turn and has ${again}.`;
}

function givenBackText({ time_given_back }, before, mine) {
  const whom = isMe(before.side_to_move, mine) ? "you" : sideName(before.side_to_move);
  return `The server was away for a while: it gave ${whom} ${spanText(time_given_back.span_ms)} back.`;
}

function declinedText(before, mine) {
  const by = otherSide(before.draw_offered_by);
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
