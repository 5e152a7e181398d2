// What the kit offers.

export type { components, paths } from "./api.js";
export { Calls, type Answer, type CallOptions, type Input, type TokenSource } from "./calls.js";
export { Client, type ClientOptions } from "./client.js";
export type { Socket, SocketConstructor } from "./connection.js";
export { ApiError, type FieldProblem } from "./errors.js";
export { randomId } from "./random.js";
export { Session, type Locks, type SessionEvent } from "./session.js";
export { memoryStorage, openStorage, type TextStorage } from "./storage.js";
export { Streams, type ClosedReason, type Handlers, type Subscription } from "./streams.js";
export type * from "./types.js";
