// Lots.

/** One of two, each with the same chance. */
export const drawLot = (one, other) =>
  crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 ? one : other;
