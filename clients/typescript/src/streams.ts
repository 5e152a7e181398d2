// All that a client follows, over one socket: games, a player's news, queues and invites.

import { Backoff } from "./backoff.js";
import { pathOf, type TokenSource } from "./calls.js";
import { Connection, type Connect } from "./connection.js";
import { ApiError } from "./errors.js";
import type { GameMessage, InviteMessage, PlayerMessage, QueueMessage, ServerFrame } from "./types.js";

/** How many streams a socket carries. */
const MAX_STREAMS = 64;
/** A stream that was lost counts as live again once it has not been refused for so long. */
const LIVE_AFTER_MS = 1000;

type Closed = Extract<ServerFrame, { closed: unknown }>["closed"];

/** Why a stream is over: all is told (`ENDED`), or there is no such stream for this player (`REFUSED`). */
export type ClosedReason = Closed["reason"];

/** Who hears of a stream. */
export interface Handlers<M> {
  message(message: M): void;
  /** It is open. */
  live?(): void;
  /** It is not open any more; it will be again. Told anew with each attempt that fails. */
  lost?(): void;
  /** It is over for good. `problem` says why it was refused. */
  closed?(reason: ClosedReason, problem: ApiError | null): void;
}

/** A stream that is followed. */
export interface Subscription {
  /** Ends it; nothing more is told. */
  close(): void;
  /** Opens it anew, because something is wrong with what came. */
  reopen(): void;
}

interface Stream {
  path: () => string;
  handlers: Handlers<unknown>;
  /** Under which it is open; null while it is not. */
  id: string | null;
  timer: ReturnType<typeof setTimeout> | null;
  backoff: Backoff;
  /** Whether it was opened with a new token after the old one was refused. */
  isRenewed: boolean;
}

/** The streams of a client. They share a socket, which is there while any of them is open. */
export class Streams {
  #tokens: TokenSource;
  #connection: Connection;
  #all = new Set<Stream>();
  #byId = new Map<string, Stream>();
  #lastId = 0;

  constructor(connect: Connect, tokens: TokenSource) {
    this.#tokens = tokens;
    this.#connection = new Connection(connect, tokens, {
      opened: () => this.#onOpened(),
      frame: (frame) => this.#onFrame(frame),
      lost: () => this.#onLost(),
    });
  }

  /**
   * Follows a game: a snapshot, or all events after a version, then each event as it happens. After a cut
   * it goes on behind the last version that came, or behind what `afterVersion()` says.
   */
  game(
    gameId: string,
    handlers: Handlers<GameMessage>,
    { afterVersion = 0, playerId }: { afterVersion?: number | (() => number); playerId?: string } = {},
  ): Subscription {
    let version = typeof afterVersion === "number" ? afterVersion : 0;
    const resumeAfter = typeof afterVersion === "number" ? () => version : afterVersion;
    const path = () => pathOf("/v1/games/{id}/watch", { id: gameId }, { after_version: resumeAfter(), player_id: playerId });
    const message = (message: GameMessage) => {
      version = message.snapshot?.version ?? message.event?.version ?? version;
      handlers.message(message);
    };
    // Spelled out: a spread leaves out the methods of a class.
    return this.open<GameMessage>(path, {
      message,
      live: () => handlers.live?.(),
      lost: () => handlers.lost?.(),
      closed: (reason, problem) => handlers.closed?.(reason, problem),
    });
  }

  /** Follows a player: the live games, then turns, offers, games that start and end. */
  player(playerId: string, handlers: Handlers<PlayerMessage>): Subscription {
    return this.open(() => pathOf("/v1/players/{id}/watch", { id: playerId }), handlers);
  }

  /** Waits in a queue for an opponent. Whoever closes it leaves the queue some seconds later. */
  queue(
    { mode, rated = false }: { mode: string; rated?: boolean },
    handlers: Handlers<QueueMessage>,
    { offerBotAfterMs = 0 }: { offerBotAfterMs?: number } = {},
  ): Subscription {
    const query = { rated, offer_bot_after_ms: offerBotAfterMs };
    return this.open(() => pathOf("/v1/queues/{mode}/watch", { mode }, query), handlers);
  }

  /** Follows an invite until it is no longer open. */
  invite(code: string, handlers: Handlers<InviteMessage>): Subscription {
    return this.open(() => pathOf("/v1/invites/{code}/watch", { code }), handlers);
  }

  /** Follows any stream by its path; `path()` is asked each time it is opened, so that it can resume. */
  open<M>(path: () => string, handlers: Handlers<M>): Subscription {
    if (this.#all.size === MAX_STREAMS) throw new RangeError(`a client follows ${MAX_STREAMS} streams at most`);
    const stream: Stream = {
      path,
      handlers: handlers as Handlers<unknown>,
      id: null,
      timer: null,
      backoff: new Backoff(),
      isRenewed: false,
    };
    this.#all.add(stream);
    void this.#begin(stream);
    return { close: () => this.#close(stream), reopen: () => this.#reopen(stream) };
  }

  /** The session has another token: streams are opened with that one from now on. */
  renew(): void {
    this.#connection.renew();
  }

  /** Looks after all streams now instead of later: the network is back, or the page is seen again. */
  wake(): void {
    this.#connection.wake();
    for (const stream of this.#all) {
      if (stream.timer === null || stream.id !== null) continue;
      stream.backoff.reset();
      this.#retryNow(stream);
    }
  }

  async #begin(stream: Stream): Promise<void> {
    if (!this.#connection.isOpen) {
      // Once it is open, it opens all streams.
      this.#connection.start();
      return;
    }
    await this.#connection.freshen();
    const isStillWanted = this.#all.has(stream) && stream.id === null && stream.timer === null;
    if (this.#connection.isOpen && isStillWanted) this.#sendOpen(stream);
  }

  #onOpened(): void {
    for (const stream of this.#all) this.#sendOpen(stream);
  }

  #sendOpen(stream: Stream): void {
    clearTimer(stream);
    // A new id each time, so that late messages of the previous one are not taken for this.
    this.#lastId += 1;
    stream.id = `${this.#lastId}`;
    this.#byId.set(stream.id, stream);
    this.#connection.send({ open: { id: stream.id, path: stream.path() } });
    const wasFailing = stream.backoff.isFailing;
    stream.backoff.started();
    if (wasFailing) stream.timer = setTimeout(() => this.#markLive(stream), LIVE_AFTER_MS);
    else stream.handlers.live?.();
  }

  // It was opened again after a failure, and was not refused since.
  #markLive(stream: Stream): void {
    if (stream.timer === null) return;
    clearTimer(stream);
    stream.handlers.live?.();
  }

  #onFrame(frame: ServerFrame): void {
    // Messages of a stream that was closed may still be under way.
    const stream = "id" in frame && this.#byId.get(frame.id);
    if (!stream) return;
    if ("closed" in frame) {
      this.#onClosed(stream, frame.closed);
    } else if ("message" in frame) {
      stream.isRenewed = false;
      this.#markLive(stream);
      stream.handlers.message(frame.message);
    }
  }

  #onClosed(stream: Stream, { reason, detail, retry, problem }: Closed): void {
    const { token } = this.#connection;
    this.#detach(stream);
    if (retry) {
      this.#retry(stream);
    } else if (problem?.code === "UNAUTHENTICATED" && token && !stream.isRenewed) {
      void this.#openWithNewToken(stream, token, problem);
    } else {
      const error = problem ? new ApiError(problem) : reason === "REFUSED" ? ApiError.ofStatus(500, detail, null) : null;
      this.#end(stream, reason, error);
    }
  }

  // A token can be refused before its time, as after a change of keys: then a new one is tried, once.
  async #openWithNewToken(stream: Stream, token: string, problem: NonNullable<Closed["problem"]>): Promise<void> {
    stream.isRenewed = true;
    try {
      await this.#tokens.refused(token);
    } catch (error) {
      if (!this.#all.has(stream)) return;
      if (error instanceof ApiError && error.isUnauthenticated) {
        this.#end(stream, "REFUSED", new ApiError(problem));
        return;
      }
      stream.isRenewed = false;
      this.#retry(stream);
      return;
    }
    if (this.#all.has(stream)) await this.#begin(stream);
  }

  #retry(stream: Stream): void {
    stream.timer = setTimeout(() => this.#retryNow(stream), stream.backoff.failed());
    stream.handlers.lost?.();
  }

  #retryNow(stream: Stream): void {
    clearTimer(stream);
    void this.#begin(stream);
  }

  #onLost(): void {
    for (const stream of this.#all) this.#detach(stream);
    this.#byId.clear();
    // A handler may close other streams.
    for (const stream of [...this.#all]) if (this.#all.has(stream)) stream.handlers.lost?.();
  }

  #end(stream: Stream, reason: ClosedReason, problem: ApiError | null): void {
    this.#remove(stream);
    stream.handlers.closed?.(reason, problem);
  }

  #close(stream: Stream): void {
    this.#closeOnServer(stream);
    this.#remove(stream);
  }

  #reopen(stream: Stream): void {
    if (!this.#all.has(stream)) return;
    this.#closeOnServer(stream);
    this.#retry(stream);
  }

  #closeOnServer(stream: Stream): void {
    if (stream.id !== null && this.#connection.isOpen) this.#connection.send({ close: { id: stream.id } });
    this.#detach(stream);
  }

  #detach(stream: Stream): void {
    clearTimer(stream);
    if (stream.id !== null) this.#byId.delete(stream.id);
    stream.id = null;
  }

  #remove(stream: Stream): void {
    this.#all.delete(stream);
    // Nothing is followed any more: the socket is not needed.
    if (this.#all.size === 0) this.#connection.stop();
  }
}

function clearTimer(stream: Stream): void {
  if (stream.timer !== null) clearTimeout(stream.timer);
  stream.timer = null;
}
