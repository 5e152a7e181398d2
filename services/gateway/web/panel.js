// What stands beside the board: players, turn, status, moves.

import { boostText } from "./boosts.js";
import { byId, element, setData, setText } from "./dom.js";
import { icon } from "./icons.js";
import { ratedText } from "./people.js";
import { playerPath } from "./routes.js";
import { choices, sidesOf } from "./seats.js";
import { readFen } from "./squares.js";
import { botName, modeName, outcomeText, otherSide, sideName, spectatorsText } from "./words.js";

// What can be done only now and then.
const PASSING = ["resign", "abort", "offer-draw", "accept-draw", "decline-draw", "rematch", "pdn", "replay", "rated-result"];

/** The moves in pairs, as they are numbered: `[number, first, second]`, the blanks null. */
export function numberedMoves(moves, firstMover) {
  const rows = [];
  moves.forEach((move) => {
    const place = move.side === firstMover ? 1 : 2;
    // Sabotage makes a side move twice in a row.
    if (place === 1 || !rows.at(-1) || rows.at(-1)[2]) rows.push([rows.length + 1, null, null]);
    rows.at(-1)[place] = move;
  });
  return rows;
}

/** Takes away what an earlier game left. */
export function clearPanel() {
  for (const id of ["title", "turn", "status", "moves", "spoken"]) byId(id).replaceChildren();
  for (const id of ["player-top", "player-foot", "spectators", ...PASSING]) byId(id).hidden = true;
  showNotice(null);
  for (const id of ["moves", "flip"]) byId(id).hidden = false;
  delete byId("moves").dataset.shown;
  setData(byId("turn"), "side", null);
  setData(byId("status"), "result", null);
  setData(byId("status"), "reason", null);
}

/** Shows that there is no game here. */
export function showMissing(text) {
  setText(byId("turn"), "Nothing to see here");
  setText(byId("status"), text);
  for (const id of ["moves", "flip"]) byId(id).hidden = true;
  byId("new-game").className = "primary";
}

/**
 * Shows a game. `foot` is the side at the foot of the board, `hint` what to do next, `personOf(side)`
 * who sits there, and `at` the ply that is shown of a game that is over.
 */
export function showPanel(game, { ruleset, player, foot, hint, personOf, at }) {
  const mine = sidesOf(game, player);
  const { pieces } = readFen(game.fen, ruleset.board_size);
  for (const [id, side] of [["player-foot", foot], ["player-top", otherSide(foot)]]) {
    showPlayer(byId(id), game, side, personOf(side), pieces);
  }
  setText(byId("title"), `${modeName(game.mode || game.ruleset)}${game.rated ? " · rated" : ""}`);
  showTurn(game, mine);
  showStatus(game, ruleset, hint);
  showRated(ratedText(game, mine));
  showMoves(game, ruleset.first_mover, mine, at);
  showSpectators(game.spectators);
  showChoices(game, choices(game, player));
}

/** Shows what has to be noticed, or takes it away. What is new is spoken, once. */
export function showNotice(notice) {
  const node = byId("notice");
  node.hidden = !notice;
  if (notice && node.textContent !== notice.text) setText(byId("spoken"), notice.text);
  setData(node, "kind", notice?.kind);
  setText(node, notice?.text ?? "");
}

function showSpectators(count) {
  const node = byId("spectators");
  node.hidden = count === 0;
  node.dataset.count = count;
  setText(node, spectatorsText(count));
}

function showChoices(game, { resign, abort, draw, rematch }) {
  byId("resign").hidden = !resign;
  byId("abort").hidden = !abort;
  showOffer(byId("offer-draw"), draw === "theirs" ? null : draw, DRAW);
  for (const id of ["accept-draw", "decline-draw"]) byId(id).hidden = draw !== "theirs";
  showOffer(byId("rematch"), rematch, REMATCH);
  byId("rematch").className = rematch === "mine" ? "" : "primary";
  const over = Boolean(game.outcome);
  byId("pdn").hidden = !over;
  byId("new-game").className = over && !rematch ? "primary" : "";
}

const DRAW = { free: "Offer draw", mine: "Draw offered" };

const REMATCH = {
  free: "Rematch",
  mine: "Rematch offered",
  theirs: "Accept rematch",
  begun: "Go to the rematch",
};

function showOffer(button, stand, words) {
  button.hidden = !stand;
  setData(button, "state", stand);
  if (!stand) return;
  button.disabled = stand === "mine";
  setText(button, words[stand]);
}

function showPlayer(node, game, side, person, pieces) {
  const left = [...pieces.values()].filter((kind) => kind.startsWith(side)).length;
  const toMove = !game.outcome && game.side_to_move === side;
  const misses = game.clock?.[`${side}_misses`] ?? 0;
  const part = (name) => node.querySelector(`.${name}`);
  node.hidden = false;
  node.dataset.side = side;
  node.classList.toggle("to-move", toMove);
  part("disc").className = `disc ${side}`;
  part("disc").title = sideName(side);
  showName(part("name"), person);
  setText(part("rating"), person.rating ?? "");
  setText(part("change"), person.change?.text ?? "");
  setData(part("change"), "kind", person.change?.kind);
  setText(part("misses"), misses > 0 ? `${misses} missed` : "");
  setText(part("left"), `${left} ${left === 1 ? "piece" : "pieces"}`);
  // The clock goes where its player sits.
  const clock = byId(`clock-${side}`);
  if (clock.parentNode !== node) node.append(clock);
}

// A bot has no page of its own.
function showName(node, { name, player }) {
  setText(node, name);
  if (player) node.href = playerPath(player);
  else node.removeAttribute("href");
}

function showRated(text) {
  byId("rated-result").hidden = !text;
  setText(byId("rated-result"), text ?? "");
}

function showTurn(game, mine) {
  const side = game.outcome ? null : game.side_to_move;
  setData(byId("turn"), "side", side);
  setText(byId("turn"), turnText(game, mine));
}

/** Whose turn it is, in words. */
export function turnText(game, mine) {
  if (game.outcome) return "Game over";
  const side = game.side_to_move;
  if (mine.length === 1 && mine[0] === side) return "Your move";
  return game[side].bot ? `${botName(game[side].bot)} is thinking` : `${sideName(side)} to move`;
}

function showStatus(game, ruleset, hint) {
  const status = byId("status");
  const { outcome } = game;
  setData(status, "result", outcome?.result);
  setData(status, "reason", outcome?.reason);
  setText(status, outcome ? outcomeText(outcome, ruleset.objective) : hint);
}

// Once a game is over its moves lead to their positions.
function showMoves({ moves, boosts, outcome }, firstMover, mine, at = moves.length) {
  const list = byId("moves");
  const over = Boolean(outcome);
  const key = `${moves.length} ${boosts.length} ${over}`;
  if (list.dataset.shown !== key) {
    const usedAt = (ply) => boosts.filter((used) => used.ply === ply).map((used) => boostChip(used, mine));
    const cell = (move) => moveCell(move, over, move ? usedAt(move.ply - 1) : []);
    const rows = numberedMoves(moves, firstMover).map(([number, ...pair]) =>
      element("li", "", element("span", "number", `${number}.`), ...pair.map(cell)),
    );
    // Those of a turn whose move is still to come.
    const open = usedAt(moves.length);
    if (open.length > 0) rows.push(element("li", "pending", element("span", "number", ""), element("span", "", ...open)));
    list.replaceChildren(...rows);
    list.dataset.shown = key;
    if (open.length > 0) list.scrollTop = list.scrollHeight;
  }
  const before = list.querySelector(".latest");
  const now = list.querySelector(`[data-ply="${at}"]`);
  if (before === now) return;
  before?.classList.remove("latest");
  before?.removeAttribute("aria-current");
  now?.classList.add("latest");
  now?.setAttribute("aria-current", "true");
  keepInSight(list, now);
}

// The list is scrolled alone: the page stays where it is.
function keepInSight(list, move) {
  if (!move) {
    list.scrollTop = 0;
    return;
  }
  const top = move.offsetTop - list.offsetTop;
  const foot = top + move.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (foot > list.scrollTop + list.clientHeight) list.scrollTop = foot - list.clientHeight;
}

function boostChip(used, mine) {
  const chip = element("span", "used", icon(used.boost), element("span", "unseen", `${boostText(used, mine)} `));
  chip.title = boostText(used, mine);
  return chip;
}

function moveCell(move, over, used) {
  if (!move) return element("span", "blank", "");
  const cell = element(over ? "button" : "span", "move", ...used, move.text);
  if (over) cell.type = "button";
  cell.dataset.ply = move.ply;
  return cell;
}
