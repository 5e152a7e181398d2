// Chance: ids of requests, and lots.

/** A random id of 32 hexadecimal digits. */
export function randomId() {
  // crypto.randomUUID is missing on pages that are not served over TLS or from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One of two, each with the same chance. */
export const drawLot = (one, other) =>
  crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 ? one : other;
