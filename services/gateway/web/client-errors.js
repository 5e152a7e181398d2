// Made by clients/typescript/build from src/errors.ts: do not edit.

// How calls and streams fail.
/** The gRPC codes of statuses that can come from a proxy, which gives none. */
const CODES = {
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
    name = "ApiError";
    /** The HTTP status; 0 without an answer. */
    status;
    /** The name of the gRPC code, or `OFFLINE` without an answer. */
    code;
    /** A stable name, such as `UNKNOWN_GAME`. */
    reason;
    /** The fields at fault, where it is known. */
    fields;
    /** What goes with the reason. */
    metadata;
    /** How long to wait before the next attempt, where the server says so. */
    retryAfterMs;
    constructor(problem, retryAfterMs = null) {
        super(problem.detail);
        this.status = problem.status;
        this.code = problem.code;
        this.reason = problem.reason;
        this.fields = problem.fields ?? [];
        this.metadata = problem.metadata ?? {};
        this.retryAfterMs = retryAfterMs;
    }
    /** There was no answer: it is not known whether the call had its effect. */
    static offline() {
        return new ApiError({ status: 0, code: "OFFLINE", reason: "OFFLINE", detail: "no answer from the server" });
    }
    /** An answer without problem details, as proxies give. */
    static ofStatus(status, detail, retryAfterMs) {
        const code = CODES[status] ?? "INTERNAL";
        return new ApiError({ status, code, reason: code, detail }, retryAfterMs);
    }
    /** Whether the same call may succeed in a moment. */
    get isTransient() {
        return [0, 502, 503, 504].includes(this.status);
    }
    /** Whether the token or the session is not good any more. */
    get isUnauthenticated() {
        return this.code === "UNAUTHENTICATED";
    }
}
