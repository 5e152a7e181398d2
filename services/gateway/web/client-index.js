// Made by clients/typescript/build from src/index.ts: do not edit.

// What the kit offers.
export { Calls } from "./client-calls.js";
export { Client } from "./client-client.js";
export { ApiError } from "./client-errors.js";
export { randomId } from "./client-random.js";
export { Session } from "./client-session.js";
export { memoryStorage, openStorage } from "./client-storage.js";
export { Streams } from "./client-streams.js";
