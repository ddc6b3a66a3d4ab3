import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../database/sql.ts';
import type { Database } from '../../../database/database.ts';

/**
 * How long a result of the database is cached, ms. Ended sessions are evicted at once; this limits how
 * long an ended session is accepted when its notification was lost with the listening connection.
 */
const cacheLifetime = 15_000;

/** How many sessions are cached; beyond that the least recently used are evicted. */
const maximumCachedSessions = 50_000;

/** Whether a session has not ended, and its account may use it. */
type IsSessionLive = (sessionId: string, userId: string) => Promise<boolean>;

/** Reads from the database whether a session is live. */
export const queryLiveSession =
  (sql: Sql): IsSessionLive =>
  async (sessionId, userId) => {
    const rows = await sql`
      select from auth.sessions
      join auth.users on users.id = sessions.user_id
      where sessions.id = ${sessionId} and users.id = ${userId}
        and (sessions.not_after is null or sessions.not_after > now())
        and users.deleted_at is null
        and (users.banned_until is null or users.banned_until <= now())`;
    return rows.length === 1;
  };

/**
 * A cache of live sessions, so that not every request queries `auth.sessions`. An entry is evicted the
 * moment its session ends.
 */
export class LiveSessions {
  readonly #query: IsSessionLive;
  readonly #now: () => number;
  /** The account of each session and the time of the last query, by session id. */
  readonly #cache = new LRUCache<string, { readonly userId: string; readonly at: number }>({
    max: maximumCachedSessions,
  });
  /** Queries in progress, by session id: simultaneous requests share one. */
  readonly #pending = new Map<
    string,
    { readonly userId: string; readonly result: Promise<boolean> }
  >();
  readonly #listeners: ((sessionIds: ReadonlySet<string>) => void)[] = [];
  /** Counts endings: the result of a query that was in progress during one is not cached. */
  #endings = 0;

  constructor(query: IsSessionLive, now: () => number = Date.now) {
    this.#query = query;
    this.#now = now;
  }

  /** Whether the session has not ended, and its account may use it. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
    const cached = this.#cache.get(sessionId);
    if (cached?.userId === userId && this.#now() - cached.at < cacheLifetime) return true;
    const pending = this.#pending.get(sessionId);
    if (pending?.userId === userId) return pending.result;
    const result = this.#ask(sessionId, userId).finally(() => {
      if (this.#pending.get(sessionId)?.result === result) this.#pending.delete(sessionId);
    });
    this.#pending.set(sessionId, { userId, result });
    return result;
  }

  /**
   * Evicts sessions, and calls the listeners. To be called after the transaction that ended them has
   * committed, and before the response to its request.
   */
  forget(sessionIds: Iterable<string>): void {
    this.#endings += 1;
    const ended = new Set(sessionIds);
    for (const id of ended) {
      this.#cache.delete(id);
      // A query from before the end must not be used for a request from after it.
      this.#pending.delete(id);
    }
    for (const listener of this.#listeners) listener(ended);
  }

  /** Calls the listener with ended sessions, for services that act for a session after its request. */
  onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void {
    this.#listeners.push(listener);
  }

  /** Evicts every session: notifications of endings may have been missed. */
  forgetAll(): void {
    this.#endings += 1;
    this.#cache.clear();
    this.#pending.clear();
  }

  async #ask(sessionId: string, userId: string): Promise<boolean> {
    const endings = this.#endings;
    const isLive = await this.#query(sessionId, userId);
    if (isLive && endings === this.#endings) {
      this.#cache.set(sessionId, { userId, at: this.#now() });
    } else if (this.#cache.peek(sessionId)?.userId === userId) {
      this.#cache.delete(sessionId);
    }
    return isLive;
  }
}

/** Named in database/initial-schema/04-ended-sessions.sql. */
const endedSessionChannel = 'auth_session_ended';

/**
 * Listens for sessions that end by SQL, or whose account was banned or deleted, and removes them
 * from the cache. After a lost connection, on which notifications may have been missed, the whole
 * cache is emptied.
 * @returns a function that stops listening
 */
export function listenForEndedSessions(
  database: Pick<Database, 'listen'>,
  sessions: Pick<LiveSessions, 'forget' | 'forgetAll'>,
): Promise<() => Promise<void>> {
  return database.listen(endedSessionChannel, {
    onMessage: (sessionId) => sessions.forget([sessionId]),
    onListening: () => sessions.forgetAll(),
  });
}
