// The page: who is signed in, which view an address shows, and what is there in all of them.

import { client, listGames, listModes, listRulesets } from "./api.js";
import { openStorage } from "./client-index.js";
import { byId, setText, showAlert } from "./dom.js";
import { InviteView } from "./invite.js";
import { Leaderboard } from "./leaderboard.js";
import { Finished, showLive } from "./lists.js";
import { Lobby } from "./lobby.js";
import { learnName, learnNames, playersOf } from "./names.js";
import { Desk, followNews } from "./news.js";
import { Play } from "./play.js";
import { listenToPlay } from "./playkeys.js";
import { Profile } from "./profile.js";
import { gamePath, invitePath, playerPath, ratingsPath, routeOf } from "./routes.js";
import { Setup, showStart } from "./setup.js";
import { Shop } from "./shop.js";
import { setPageTitle, setWaiting } from "./title.js";
import { Waiting } from "./waiting.js";
import { purse } from "./wallet.js";
import { coinsText } from "./wares.js";
import { Welcome } from "./welcome.js";
import { errorText, modeName } from "./words.js";

const RETRY_MS = 2000;
// As many live games as are listed at once.
const LIVE = 100;
// Set for the next load of the page when a session has ended by itself.
const ENDED = "shashki.ended";

// The board that a visitor sees.
const LOOK = {
  board_size: 8,
  start_fen: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
};

// What outlives a load of the page in this tab.
const tab = openStorage(() => sessionStorage);

const { session } = client;

/** Where somebody was signed in already, another player begins with a load of the page. */
const begin = () => location.reload();

const route = () => routeOf(location.pathname);

function showView(view) {
  document.body.dataset.view = view;
  for (const link of byId("nav").parentNode.querySelectorAll("[data-nav]")) {
    const own = link.dataset.nav === "me" && session.player && link.getAttribute("href") === location.pathname;
    if (own || link.dataset.nav === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Reads something, again and again until it is there. */
async function untilRead(read) {
  for (;;) {
    try {
      const found = await read();
      showAlert(null);
      return found;
    } catch (error) {
      showAlert(errorText(error));
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const byName = (rulesets) => new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));

/** The page of somebody who is signed in. */
class Page {
  #me = session.player.id;
  #desk = new Desk(this.#me);
  #offer = null;
  #view = null;
  #setup = null;
  #finished = null;
  #lobby;
  #waiting;
  #shown = 0;

  constructor() {
    learnName(this.#me, session.player.name);
    this.#lobby = new Lobby({ me: this.#me, go: (path) => this.go(path) });
    this.#waiting = new Waiting({
      matched: (game) => this.go(gamePath(game)),
      changed: () => this.#showWaiting(),
    });
    followNews(this.#me, (message) => this.#hear(message));
    byId("nav").hidden = false;
    purse.listen((wallet) => showPurse(wallet));
    purse.read();
    this.#showMe();
    this.#listen();
  }

  /** Shows what the address names. */
  async show() {
    const turn = (this.#shown += 1);
    const { view, name } = route();
    this.#view?.leave();
    this.#view = null;
    this.#lobby.close();
    showAlert(null);
    setPageTitle("Shashki");
    showView(view);
    byId("play").hidden = view !== "game";
    this.#finished?.leave();
    for (const id of ["finished", "setup", "waiting", "player-top", "player-foot"]) byId(id).hidden = true;
    this.#showDesk();
    await this.#readOffer();
    // The person may have gone elsewhere while it was read.
    if (turn !== this.#shown) return;
    if (view === "start") this.#showStart();
    else this.#open(this.#viewOf(view, name));
  }

  /** Goes to another address within the page. */
  go(path) {
    history.pushState(null, "", path);
    window.scrollTo(0, 0);
    // Whoever goes by the keyboard goes on where the new view begins.
    byId("main").focus({ preventScroll: true });
    this.show();
  }

  get #atStart() {
    return route().view === "start";
  }

  #open(view) {
    this.#view = view;
    view.open();
  }

  #viewOf(view, name) {
    const context = { me: this.#me, offer: this.#offer, go: (path) => this.go(path) };
    if (view === "invite") return new InviteView(name, context);
    if (view === "shop") return new Shop();
    if (view === "ratings") return new Leaderboard(name, context);
    if (view === "profile") {
      return new Profile(name, { ...context, session, changed: () => this.#showMe(), gone: begin });
    }
    return new Play(name, {
      player: this.#me,
      rulesets: this.#offer.rulesets,
      pools: new Map(this.#offer.modes.map(({ id, pool }) => [id, pool])),
      seen: (game) => this.#seen(game),
      go: (game) => this.go(gamePath(game)),
    });
  }

  #showStart() {
    const { modes, rulesets } = this.#offer;
    this.#setup ??= new Setup({
      player: this.#me,
      modes,
      rulesets: [...rulesets.values()],
      started: (game) => this.go(gamePath(game.id)),
      invited: (invite) => this.go(invitePath(invite.code)),
      wait: (queue) => this.#waiting.begin(queue),
    });
    this.#finished ??= new Finished({ player: this.#me, rulesets, part: "finished", own: true });
    this.#setup.show();
    this.#showWaiting();
    this.#finished.show();
    this.#lobby.open();
    this.#readDesk();
  }

  // Whoever waits for an opponent sees that instead of the form, and elsewhere a way back to it.
  #showWaiting() {
    const { queue } = this.#waiting;
    const ready = this.#atStart && this.#offer !== null;
    byId("waiting").hidden = !queue || !ready;
    byId("setup").hidden = Boolean(queue) || !ready;
    byId("waiting-chip").hidden = !queue || this.#atStart;
    if (queue) setText(byId("waiting-chip"), `Waiting: ${modeName(queue.mode)}`);
  }

  async #readOffer() {
    if (!this.#offer) {
      const [modes, rulesets] = await untilRead(() => Promise.all([listModes(), listRulesets()]));
      this.#offer = { modes, rulesets: byName(rulesets) };
    }
    const pool = this.#offer.modes.find((mode) => mode.pool)?.pool;
    byId("nav-ratings").hidden = !pool;
    if (pool) byId("nav-ratings").href = ratingsPath(pool);
    this.#showWaiting();
  }

  #showMe() {
    const { id, name } = session.player;
    const me = byId("me");
    me.hidden = false;
    me.href = playerPath(id);
    learnName(id, name);
    setText(me, name || "You");
  }

  #hear(message) {
    this.#desk.hear(message);
    this.#showDesk();
    this.#view?.hear?.(message);
    if (message.game_over && this.#atStart) this.#finished?.show();
  }

  #seen(game) {
    this.#desk.saw(game);
    this.#showDesk();
  }

  /** Shows what is known of the live games. */
  #showDesk() {
    setWaiting(this.#desk.waiting);
    const show = () => showLive(this.#desk.games, this.#me, (game) => this.#desk.waits(game));
    if (!this.#atStart) {
      byId("live").hidden = true;
      return;
    }
    show();
    learnNames(playersOf(this.#desk.games)).then((learnt) => learnt && this.#atStart && show());
  }

  /** Reads the live games, for where no news gets through. */
  async #readDesk() {
    try {
      const { games } = await listGames(this.#me, "live", LIVE);
      this.#desk.list(games);
      this.#showDesk();
    } catch {
      // News will come, or the next look.
    }
  }

  // Links within the page are followed without loading it anew.
  #follow(event) {
    const link = event.target.closest("a[href]");
    // With a key held the link opens elsewhere, as links do.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.getAttribute("href"));
  }

  #wake() {
    if (document.hidden) return;
    client.streams.wake();
    this.#view?.wake?.();
    if (!this.#atStart) return;
    this.#readDesk();
    this.#lobby.refresh();
  }

  #listen() {
    document.addEventListener("click", (event) => this.#follow(event));
    document.addEventListener("visibilitychange", () => this.#wake());
    window.addEventListener("online", () => this.#wake());
    window.addEventListener("popstate", () => this.show());
    byId("new-game").onclick = () => this.go("/");
    listenToPlay(() => (this.#view instanceof Play ? this.#view : null));
  }
}

function showPurse({ coins }) {
  const link = byId("purse");
  link.hidden = false;
  setText(byId("purse-coins"), `${coins}`);
  link.setAttribute("aria-label", `Shop: you have ${coinsText(coins)}`);
}

/** Shows a visitor what there is, and lets them in. */
function welcome() {
  const { view } = route();
  const ended = tab.getItem(ENDED) !== null;
  tab.removeItem(ENDED);
  showView("welcome");
  new Welcome(() => {
    byId("welcome").hidden = true;
    window.scrollTo(0, 0);
    // Without a load of the page, which a session does not outlive where storage is switched off.
    new Page().show();
  }).show(view, ended);
  showStart(LOOK, "white");
}

session.listen((event) => {
  if (event !== "ended") return;
  tab.setItem(ENDED, "1");
  location.reload();
});
window.addEventListener("storage", (event) => {
  if (session.concerns(event)) begin();
  // Another tab may have traded the token.
  else client.streams.renew();
});
if (session.player) new Page().show();
else welcome();
