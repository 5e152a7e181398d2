// Random names of requests.

/** A random id of 32 hexadecimal digits. */
export function randomId(): string {
  // crypto.randomUUID is missing on pages that are not served over TLS or from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
