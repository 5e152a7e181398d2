// The page: which view a URL shows, and the buttons that stay.

import { gamePath, listGames, listModes, listRulesets } from "./api.js";
import { byId, showAlert } from "./dom.js";
import { playerId } from "./identity.js";
import { Finished, showLive } from "./lists.js";
import { Desk, followNews } from "./news.js";
import { Play } from "./play.js";
import { Setup } from "./setup.js";
import { setPageTitle, setWaiting } from "./title.js";
import { errorText } from "./words.js";

const RETRY_MS = 2000;
// As many live games as are listed at once.
const LIVE = 100;

const player = playerId();
let play = null;
let setup = null;
let finished = null;
let offer = null;

const desk = new Desk(player);
const news = followNews(player, (message) => {
  desk.hear(message);
  showDesk();
  play?.hear(message);
  if (message.type === "game_over" && gameInUrl() === null) finished?.show();
});

/** Shows what is known of the live games. */
function showDesk() {
  setWaiting(desk.waiting);
  const start = gameInUrl() === null;
  if (start) showLive(desk.games, player, (game) => desk.waits(game));
  else byId("live").hidden = true;
}

/** Reads the live games, for where no news gets through. */
async function readDesk() {
  try {
    const { games } = await listGames(player, "live", LIVE);
    desk.list(games);
    showDesk();
  } catch {
    // News will come, or the next look.
  }
}

function seen(game) {
  desk.saw(game);
  showDesk();
}

/** Reads what is on offer, again and again until it is there. */
async function readOffer() {
  while (!offer) {
    try {
      const [modes, rulesets] = await Promise.all([listModes(), listRulesets()]);
      offer = { modes, rulesets };
      showAlert(null);
    } catch (error) {
      showAlert(errorText(error));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return offer;
}

function gameInUrl() {
  const match = /^\/game\/([^/]+)\/?$/.exec(location.pathname);
  return match ? decodeURIComponent(match[1]) : null;
}

async function show() {
  const id = gameInUrl();
  play?.leave();
  play = null;
  showAlert(null);
  setPageTitle("Shashki");
  document.body.dataset.view = id === null ? "start" : "game";
  byId("setup").hidden = id !== null;
  byId("play").hidden = id === null;
  byId("finished").hidden = true;
  showDesk();
  if (id === null) {
    byId("player-top").hidden = true;
    byId("player-foot").hidden = true;
  }
  const { modes, rulesets } = await readOffer();
  // The person may have gone elsewhere while it was read.
  if (gameInUrl() !== id || play) return;
  if (id === null) {
    setup ??= new Setup({ player, modes, rulesets, started: (game) => go(gamePath(game.id)) });
    setup.show();
    finished ??= new Finished(player, byName(rulesets));
    finished.show();
    readDesk();
  } else {
    const onward = (game) => go(gamePath(game));
    play = new Play(id, { player, rulesets: byName(rulesets), seen, go: onward });
    play.open();
  }
}

const byName = (rulesets) => new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));

function go(path) {
  history.pushState(null, "", path);
  show();
}

function askToResign() {
  byId("resign-dialog").showModal();
}

// Links within the page are followed without loading it anew.
function follow(event) {
  const link = event.target.closest("a[href]");
  // With a key held the link opens elsewhere, as links do.
  if (!link || link.hasAttribute("download") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

function wake() {
  if (document.hidden) return;
  news.wake();
  play?.wake();
  if (gameInUrl() === null) readDesk();
}

function listen() {
  document.addEventListener("click", follow);
  byId("new-game").onclick = () => go("/");
  byId("flip").onclick = () => play?.flip();
  byId("abort").onclick = () => play?.abort();
  byId("offer-draw").onclick = () => play?.offerDraw();
  byId("accept-draw").onclick = () => play?.acceptDraw();
  byId("decline-draw").onclick = () => play?.declineDraw();
  byId("rematch").onclick = () => play?.rematch();
  byId("resign").onclick = askToResign;
  byId("resign-no").onclick = () => byId("resign-dialog").close();
  byId("resign-yes").onclick = () => {
    byId("resign-dialog").close();
    play?.resign();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") play?.takeBack();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-square]")) play?.takeBack();
  });
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("popstate", show);
}

listen();
show();
