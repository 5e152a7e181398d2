// Who sits at this browser: a random id that is kept between visits.

const KEY = "shashki.player";

/** A random id of 32 hexadecimal digits. */
export function randomId() {
  // crypto.randomUUID is missing on pages that are not served over TLS or from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One of two, each with the same chance. */
export const drawLot = (one, other) =>
  crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 ? one : other;

/** The player id of this browser. */
export function playerId() {
  try {
    const known = localStorage.getItem(KEY);
    if (known) return known;
    const fresh = randomId();
    localStorage.setItem(KEY, fresh);
    return fresh;
  } catch {
    // Storage can be switched off: then the id lives as long as the page.
    return randomId();
  }
}
