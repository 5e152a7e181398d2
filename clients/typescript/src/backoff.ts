// Waits between attempts: longer each time, and random, so that the clients of a server that was
// restarted do not all come back at the same moment.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** After a success that lasted this long, the next wait is short again. */
const STEADY_MS = 5000;

/** Counts the failures of something that is tried again and again. */
export class Backoff {
  #failures = 0;
  #startedAt = Infinity;

  /** Whether the last attempt failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** An attempt succeeded. Failures are forgotten once it has lasted for a while. */
  started(): void {
    this.#startedAt = Date.now();
  }

  /** It failed, or broke; answers how many milliseconds to wait. */
  failed(): number {
    if (Date.now() - this.#startedAt > STEADY_MS) this.#failures = 0;
    this.#startedAt = Infinity;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    return wait * (0.75 + Math.random() / 2);
  }

  /** Forgets the failures: there is a reason to think that the next attempt works. */
  reset(): void {
    this.#failures = 0;
  }
}

/** Waits. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
