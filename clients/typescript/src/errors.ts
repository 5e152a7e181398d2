// How calls and streams fail.

import type { Problem } from "./types.js";

/** What is wrong with a field of the request. */
export interface FieldProblem {
  field: string;
  description: string;
}

/** The gRPC codes of statuses that can come from a proxy, which gives none. */
const CODES: Record<number, string> = {
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** A call that was refused or not answered. Its `message` is for people; programs go by `reason`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The name of the gRPC code, or `OFFLINE` without an answer. */
  readonly code: string;
  /** A stable name, such as `UNKNOWN_GAME`. */
  readonly reason: string;
  /** The fields at fault, where it is known. */
  readonly fields: readonly FieldProblem[];
  /** What goes with the reason. */
  readonly metadata: Readonly<Record<string, string>>;
  /** How long to wait before the next attempt, where the server says so. */
  readonly retryAfterMs: number | null;

  constructor(problem: Pick<Problem, "status" | "code" | "reason" | "detail"> & Partial<Problem>, retryAfterMs: number | null = null) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.reason = problem.reason;
    this.fields = problem.fields ?? [];
    this.metadata = problem.metadata ?? {};
    this.retryAfterMs = retryAfterMs;
  }

  /** There was no answer: it is not known whether the call had its effect. */
  static offline(): ApiError {
    return new ApiError({ status: 0, code: "OFFLINE", reason: "OFFLINE", detail: "no answer from the server" });
  }

  /** An answer without problem details, as proxies give. */
  static ofStatus(status: number, detail: string, retryAfterMs: number | null): ApiError {
    const code = CODES[status] ?? "INTERNAL";
    return new ApiError({ status, code, reason: code, detail }, retryAfterMs);
  }

  /** Whether the same call may succeed in a moment. */
  get isTransient(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }

  /** Whether the token or the session is not good any more. */
  get isUnauthenticated(): boolean {
    return this.code === "UNAUTHENTICATED";
  }
}
