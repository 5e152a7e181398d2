// Made from proto/openapi.json by ./build: do not edit.

/** Calls that make something new: they take an `Idempotency-Key`. */
export const KEYED: ReadonlySet<string> = new Set([
  "POST /v1/games",
  "POST /v1/invites",
  "POST /v1/shop/purchases",
]);

/** Calls that take no token. */
export const OPEN: ReadonlySet<string> = new Set([
  "GET /.well-known/jwks.json",
  "GET /docs",
  "GET /healthz",
  "GET /openapi.json",
  "GET /readyz",
  "GET /v1/invites/{code}/qr.svg",
  "POST /v1/refresh",
  "POST /v1/register",
  "POST /v1/sign-in",
  "POST /v1/sign-in/guest",
  "POST /v1/sign-out",
]);
