// A WebSocket that is opened again whenever it breaks.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
// A connection that held this long was a good one: the next wait is short again.
const STEADY_MS = 5000;
// The close code of a server that has told all there is to tell.
const ALL_TOLD = 1000;

/** A line to the server, until it is let go. */
export class Line {
  #open;
  #heal;
  #hear;
  #state;
  #socket = null;
  #timer = null;
  #failures = 0;
  #ended = false;

  /**
   * `open()` gives a new socket, `hear(message)` takes in what comes, `state(state)` hears "live" and
   * "lost". `heal()` makes up for what was missed before the line is opened again.
   */
  constructor({ open, hear, state = () => {}, heal = async () => {} }) {
    this.#open = open;
    this.#hear = hear;
    this.#state = state;
    this.#heal = heal;
  }

  /** Opens the line, unless it was let go. */
  connect() {
    if (this.#ended) return;
    this.#hangUp();
    const socket = this.#open();
    this.#socket = socket;
    let openedAt = Infinity;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      openedAt = Date.now();
      this.#state("live");
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event?.code === ALL_TOLD) {
        this.end();
        return;
      }
      if (Date.now() - openedAt > STEADY_MS) this.#failures = 0;
      this.#retry();
    };
  }

  /** Opens it now if it waits for its next try; says whether it did. */
  wake() {
    if (this.#timer === null) return false;
    this.#failures = 0;
    this.connect();
    return true;
  }

  /** Breaks it: something is wrong with what comes. */
  drop() {
    this.#socket?.close();
  }

  /** Lets it go for good. */
  end() {
    this.#ended = true;
    this.#hangUp();
  }

  #hangUp() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #retry() {
    this.#socket = null;
    this.#state("lost");
    // Chance spreads the browsers of a server that was restarted.
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#again(), wait * (0.75 + Math.random() / 2));
  }

  async #again() {
    try {
      await this.#heal();
    } catch {
      if (!this.#ended) this.#retry();
      return;
    }
    this.connect();
  }
}
