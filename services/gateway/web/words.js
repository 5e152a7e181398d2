// What the page says, in one place.

const MODES = {
  russian: "Russian draughts",
  "russian-giveaway": "Russian giveaway",
  poddavki: "Poddavki",
  "russian-late-promotion": "Russian, late promotion",
  international: "International draughts, 10×10",
  "international-giveaway": "International giveaway, 10×10",
  english: "English draughts",
  "english-giveaway": "English giveaway",
  brazilian: "Brazilian draughts",
  classic: "Classic: Russian, late promotion",
  combat: "Combat",
  "combat-ai": "Combat against the machine",
};

const BOTS = { easy: "easy bot", medium: "medium bot", hard: "hard bot", master: "master bot" };

/** White or Black, as a name. */
export const sideName = (side) => (side === "black" ? "Black" : "White");

/** The other side. */
export const otherSide = (side) => (side === "black" ? "white" : "black");

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A mode or a ruleset by its name for people. */
export function modeName(id) {
  return MODES[id] ?? capital(id.replaceAll("-", " "));
}

/** A bot by its name for people. */
export const botName = (level) => capital(BOTS[level] ?? `${level} bot`);

/** A ruleset in a few short sentences. */
export function describeRuleset(ruleset) {
  const aim =
    ruleset.objective === "giveaway"
      ? "Whoever runs out of pieces or moves wins."
      : "Whoever runs out of pieces or moves loses.";
  const kings = ruleset.flying_kings ? "Kings fly" : "Kings go one square";
  const men = ruleset.men_capture_backward
    ? "men also capture backward"
    : "men capture forward only";
  const choice =
    ruleset.capture_choice === "most"
      ? "Take as many pieces as you can."
      : "You must capture when you can, and may choose which.";
  const first = `${sideName(ruleset.first_mover)} moves first.`;
  return [aim, `${kings}, ${men}.`, choice, first].join(" ");
}

/** A clock's rule in words. */
export function describeClock(rule) {
  if (!rule) return "No clock.";
  const { fischer, misses, warning } = rule;
  if (fischer) {
    const more = fischer.increment_ms > 0 ? `, and ${spanText(fischer.increment_ms)} more with each move` : "";
    return `${capital(spanText(fischer.initial_ms))} for the whole game${more}.`;
  }
  const each = `${capital(spanText((misses ?? warning).move_ms))} a move`;
  return misses
    ? `${each}; ${misses.misses === 1 ? "a missed turn loses" : `${misses.misses} missed turns in a row lose`}.`
    : `${each}, with a warning at ${spanText(warning.warning_ms)}; out of time is lost.`;
}

/** A span of time in words, to the second. */
export function spanText(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const units = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ];
  const named = units.filter(([count]) => count > 0);
  return named.map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`).join(" ");
}

/** The day of a time, as people write it where they are. */
export const dayText = (time) => new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "short" });

/** The day of a time long ago, as people write it where they are. */
export const longDayText = (time) =>
  new Date(time).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });

/** Whom a player has for an opponent who sits on these sides; `nameOf(id)` names people. */
export function opponentText(game, mine, nameOf) {
  if (mine.length === 2) return "Two people, one board";
  const { bot, player_id } = game[otherSide(mine[0])];
  const opponent = bot ? `the ${botName(bot).toLowerCase()}` : nameOf(player_id);
  return `As ${sideName(mine[0])} against ${opponent}`;
}

/** How many watch, in words. */
export const spectatorsText = (count) => (count === 1 ? "1 spectator" : `${count} spectators`);

const DRAWS = {
  agreement: "both agreed",
  threefold: "the same position stood three times",
  fifteen_king_moves: "15 king moves each without a capture",
  twenty_five_king_moves: "25 king moves each without a capture",
  forty_king_moves: "40 king moves each without a capture",
  three_kings: "three kings did not catch one in time",
  three_against_one: "three pieces did not catch a lone king in time",
  two_against_one: "a lone king held out",
  double_road: "each king has a long diagonal of its own",
};

/** The end of a game in words. */
export function outcomeText(outcome, objective) {
  const why = reasonText(outcome, objective);
  if (outcome.result === "draw") return `Draw: ${why}`;
  if (outcome.result === "aborted") return `The game does not count: ${why}`;
  return `${sideName(winnerOf(outcome))} wins: ${why}`;
}

/** The end of a game as a player sees it who sat on these sides; or others do, if not `own`. */
export function resultText(outcome, mine, own = true) {
  if (outcome.result === "draw") return "Draw";
  if (outcome.result === "aborted") return "Does not count";
  const winner = winnerOf(outcome);
  if (mine.length !== 1) return `${sideName(winner)} won`;
  const won = mine[0] === winner;
  if (!own) return won ? "Won" : "Lost";
  return won ? "You won" : "You lost";
}

const winnerOf = ({ result }) => (result === "black_wins" ? "black" : "white");

/** Why a game ended. */
export function reasonText(outcome, objective) {
  const { result, reason } = outcome;
  if (result === "draw") return DRAWS[reason] ?? plain(reason);
  if (result === "aborted") return ABORTS[reason] ?? plain(reason);
  const winner = winnerOf(outcome);
  const [won, lost] = [sideName(winner), sideName(otherSide(winner))];
  // In giveaway it is the winner who has nothing left to move.
  const out = objective === "giveaway" ? won : lost;
  const why = {
    no_pieces: `${out} has no pieces left`,
    no_moves: `${out} has no move left`,
    resignation: `${lost} resigned`,
    timeout: `${lost} ran out of time`,
  };
  return why[reason] ?? plain(reason);
}

const ABORTS = { abandoned: "nobody moved for a day", aborted_by_player: "a player took it back" };

const plain = (reason) => reason.replaceAll("_", " ");

const REFUSALS = {
  ILLEGAL_MOVE: "That move is not allowed here.",
  AMBIGUOUS_MOVE: "Several moves fit: enter every landing square.",
  NOT_YOUR_TURN: "It is not your turn.",
  STALE_PLY: "The game has moved on. The board is up to date again.",
  GAME_OVER: "The game is already over.",
  NOT_YOUR_GAME: "You are not playing in this game.",
  TOO_LATE_TO_ABORT: "It is too late to take the game back. You can resign instead.",
  NOT_WITH_BOTS: "A draw takes two people to agree on.",
  OFFER_OPEN: "A draw has been offered already.",
  NO_OFFER: "There is no draw offer any more.",
  IN_RATED_GAME: "You have a rated game going on: finish it first.",
  INVITER_IN_RATED_GAME: "Whoever invites you has a rated game going on: try again when it is over.",
  NOT_WAITING: "You are not waiting any more.",
  LOBBY_INVITE: "A challenge in the lobby is for everybody: nobody declines it.",
  NOT_YOUR_INVITE: "This is another player's invite.",
  CANNOT_BE_RATED: "This game cannot be rated.",
  PAIRED_ELSEWHERE: "One of you has just been paired in a queue: the invite stays open.",
  INVITE_NOT_OPEN: "This invite is not open any more.",
  OWN_INVITE: "This is your own invite: somebody else has to accept it.",
  INVITE_LIMIT: "You have many open invites already: take one back first.",
  UNKNOWN_SEASON: "There is no such season.",
  UNKNOWN_INVITE: "There is no such invite.",
  UNKNOWN_POOL: "There is no such leaderboard.",
  UNKNOWN_PLAYER: "There is no such player.",
  WRONG_CREDENTIALS: "The e-mail or the password is wrong.",
  EMAIL_TAKEN: "There is an account with this e-mail already: sign in to it.",
  NAME_TAKEN: "This name is taken, or looks like one that is.",
  NOT_A_GUEST: "You have an account already.",
  NO_BOOSTS_IN_THIS_MODE: "There are no boosts in this game.",
  STALE_ACTION: "The game has moved on. The board is up to date again.",
  BOOST_IN_FLIGHT: "A boost is under way.",
  LIMIT_REACHED: "You have used it as often as you may in a game.",
  NOT_IN_INVENTORY: "You have none: buy it in the shop.",
  NO_TARGET: "There is nothing to hit.",
  NOT_YOUR_MAN: "A shield goes on one of your own men.",
  IS_KING: "A king cannot be shielded.",
  ALREADY_SHIELDED: "This man has a shield already.",
  SHIELD_ALREADY_PLACED: "Your shield stands already.",
  OPPONENT_HAS_NO_MOVE: "Your opponent has no move to make.",
  BOTS_UNAVAILABLE: "The bots can't be reached just now. Try again in a moment.",
  SHOP_UNAVAILABLE: "Boosts cannot be paid for just now, and nothing was spent. Try again in a moment.",
  NOT_ENOUGH_COINS: "You do not have enough coins.",
  PRICE_CHANGED: "The price has changed. Look at it again.",
  UNKNOWN_OFFER: "This is not sold any more.",
};

const FAILURES = {
  UNAUTHENTICATED: "You are not signed in any more. Load the page again.",
  NOT_FOUND: "There is no such game.",
  UNAVAILABLE: "The game server can't be reached just now. Try again in a moment.",
  DEADLINE_EXCEEDED: "The game server took too long. Try again in a moment.",
  RESOURCE_EXHAUSTED: "The game server is busy. Try again in a moment.",
  INTERNAL: "Something went wrong on the server. Try again in a moment.",
  OFFLINE: "No connection to the server. Check your network.",
};

/** The reason of a refusal in words. */
export const refusalText = (reason) => REFUSALS[reason] ?? `${capital(plain(reason.toLowerCase()))}.`;

/** An error of the API in words. */
export function errorText(error) {
  if (error.reason === "TOO_MANY_ATTEMPTS") return "Too many attempts. Wait a minute and try again.";
  return (
    REFUSALS[error.reason] ??
    FAILURES[error.code] ??
    (error.message ? capital(error.message) : "Something went wrong.")
  );
}

const CONNECTIONS = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Connection lost, trying again…",
  ended: "Game over",
};

/** The state of the connection in words. */
export const connectionText = (state) => CONNECTIONS[state];

/** A square for those who hear the board. */
export function squareLabel(square, piece, { movable, target, taken, shielded, hinted }) {
  const parts = [square, piece ? piece.replace("-", " ") : "empty"];
  if (shielded) parts.push("shielded");
  if (taken) parts.push("taken");
  if (movable) parts.push("can move");
  if (target) parts.push(piece ? "can be chosen" : "can go here");
  if (hinted) parts.push("shown by recon");
  return parts.join(", ");
}

/** A move for those who hear the game. */
export const moveText = ({ side, text, sabotaged }) =>
  `${sideName(side)} ${sabotaged ? "was made to play" : "played"} ${text}`;
