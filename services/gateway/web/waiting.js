// The wait for an opponent on the screen. It goes on wherever in the page the person is.

import { client } from "./api.js";
import { attempt, byId, element, setText, showAlert } from "./dom.js";
import { acceptBot, leaveQueue } from "./meetings.js";
import { BOT_AFTER_MS, afterMessage, begunWait, isOver, placeFacts, refusedWait, stopwatch, waitingOn } from "./queue.js";
import { botName, errorText, modeName } from "./words.js";

/** Waits for an opponent, in one queue at a time. */
export class Waiting {
  #matched;
  #changed;
  #wait = null;
  #stream = null;
  #timer = null;
  #begun = 0;

  /** `matched(game)` hears of the game found, and `changed()` that the wait has begun or ended. */
  constructor({ matched, changed }) {
    this.#matched = matched;
    this.#changed = changed;
    byId("leave-queue").onclick = () => this.leave();
    byId("take-bot").onclick = () => this.#takeBot();
    byId("wait-on").onclick = () => this.#set(waitingOn(this.#wait));
  }

  /** The queue that is waited in, or null. */
  get queue() {
    return this.#wait?.queue ?? null;
  }

  /** Begins to wait. */
  begin(queue) {
    if (this.#wait) return;
    showAlert(null);
    this.#begun = performance.now();
    this.#set(begunWait(queue));
    const handlers = {
      message: (message) => this.#hear(message),
      live: () => this.#connected("live"),
      lost: () => this.#connected("lost"),
      closed: (_reason, problem) => problem && this.#take(refusedWait(this.#wait, problem)),
    };
    this.#stream = client.streams.queue(queue, handlers, { offerBotAfterMs: BOT_AFTER_MS });
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#changed();
  }

  /** Leaves the queue, unless an opponent was found already. */
  leave() {
    return this.#settle(async () => this.#hear(await leaveQueue(this.queue)));
  }

  #takeBot() {
    return this.#settle(async () => this.#hear(await acceptBot(this.queue)));
  }

  #settle(act) {
    return attempt(["leave-queue", "take-bot", "wait-on"].map(byId), act);
  }

  #hear(message) {
    if (this.#wait) this.#take(afterMessage(this.#wait, message));
  }

  #take(wait) {
    if (!isOver(wait)) {
      this.#set(wait);
      return;
    }
    this.#end();
    if (wait.state === "refused") showAlert(errorText(wait.error));
    if (wait.state === "matched") this.#matched(wait.game);
  }

  #end() {
    this.#stream.close();
    this.#stream = null;
    clearInterval(this.#timer);
    this.#wait = null;
    this.#changed();
  }

  #connected(state) {
    byId("waiting").dataset.connection = state;
    if (state === "lost") setText(byId("waiting-status"), "Connection lost, trying again… Your place is kept for a while.");
  }

  #set(wait) {
    const offeredBefore = this.#wait?.bot;
    this.#wait = wait;
    const { mode, rated } = wait.queue;
    setText(byId("waiting-mode"), `${modeName(mode)}, ${rated ? "rated" : "unrated"}`);
    setText(byId("waiting-status"), wait.place ? "Looking for an opponent…" : "Joining the queue…");
    const facts = wait.place ? placeFacts(wait.place, rated) : [];
    const rows = facts.flatMap(([word, value]) => [element("dt", "", word), element("dd", "", value)]);
    byId("waiting-facts").replaceChildren(...rows);
    byId("bot-offer").hidden = !wait.bot;
    if (wait.bot && !offeredBefore) {
      setText(byId("bot-offer-text"), `Nobody has come yet. Play the ${botName(wait.bot).toLowerCase()} instead?`);
      byId("take-bot").focus();
    }
    this.#tick();
  }

  #tick() {
    setText(byId("waiting-time"), stopwatch(performance.now() - this.#begun));
  }
}
