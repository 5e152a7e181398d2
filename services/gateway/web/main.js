// The page: which view a URL shows, and the buttons that stay.

import { listModes, listRulesets } from "./api.js";
import { byId, showAlert } from "./dom.js";
import { playerId } from "./identity.js";
import { Play } from "./play.js";
import { Setup } from "./setup.js";
import { errorText } from "./words.js";

const RETRY_MS = 2000;

const player = playerId();
let play = null;
let setup = null;
let offer = null;

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
  document.title = "Shashki";
  document.body.dataset.view = id === null ? "start" : "game";
  byId("setup").hidden = id !== null;
  byId("play").hidden = id === null;
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
  } else {
    play = new Play(id, { player, rulesets: new Map(rulesets.map((each) => [each.id, each])) });
    play.open();
  }
}

const gamePath = (id) => `/game/${encodeURIComponent(id)}`;

function go(path) {
  history.pushState(null, "", path);
  show();
}

function askToResign() {
  byId("resign-dialog").showModal();
}

function listen() {
  byId("home").onclick = (event) => {
    // With a key held the link opens elsewhere, as links do.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go("/");
  };
  byId("new-game").onclick = () => go("/");
  byId("flip").onclick = () => play?.flip();
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
  document.addEventListener("visibilitychange", () => document.hidden || play?.wake());
  window.addEventListener("online", () => play?.wake());
  window.addEventListener("popstate", show);
}

listen();
show();
