import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../database/sql.ts';
import type { Database } from '../../../database/database.ts';

/**
 * How long an answer of the database is used, ms. Sessions that end are forgotten at once; this
 * bounds how long a session goes on whose end was not notified, because the connection that
 * listens for notifications was lost.
 */
const answerLifetime = 15_000;

/** How many sessions are remembered at most; past that the least recently used are forgotten. */
const maximumRemembered = 50_000;

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
 * A cache of the sessions that are live, so that not every request queries `auth.sessions`. An
 * entry is dropped the moment its session ends.
 */
export class LiveSessions {
  readonly #query: IsSessionLive;
  readonly #now: () => number;
  /** By session id, whose the session is and when the database was last asked. */
  readonly #remembered = new LRUCache<string, { readonly userId: string; readonly at: number }>({
    max: maximumRemembered,
  });
  /** Queries under way, by session id: requests that come at the same time share one. */
  readonly #pending = new Map<
    string,
    { readonly userId: string; readonly answer: Promise<boolean> }
  >();
  readonly #listeners: ((sessionIds: ReadonlySet<string>) => void)[] = [];
  /** Counts endings: the answer to a query that was under way during one is not remembered. */
  #endings = 0;

  constructor(query: IsSessionLive, now: () => number = Date.now) {
    this.#query = query;
    this.#now = now;
  }

  /** Whether the session has not ended, and its account may use it. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
    const remembered = this.#remembered.get(sessionId);
    if (remembered?.userId === userId && this.#now() - remembered.at < answerLifetime) return true;
    const pending = this.#pending.get(sessionId);
    if (pending?.userId === userId) return pending.answer;
    const answer = this.#ask(sessionId, userId).finally(() => {
      if (this.#pending.get(sessionId)?.answer === answer) this.#pending.delete(sessionId);
    });
    this.#pending.set(sessionId, { userId, answer });
    return answer;
  }

  /**
   * Forgets sessions, and tells the listeners. To be called after the transaction that ended them
   * has committed, and before its request is answered.
   */
  forget(sessionIds: Iterable<string>): void {
    this.#endings += 1;
    const ended = new Set(sessionIds);
    for (const id of ended) {
      this.#remembered.delete(id);
      // A query from before the end must not answer a request from after it.
      this.#pending.delete(id);
    }
    for (const listener of this.#listeners) listener(ended);
  }

  /** Calls the listener with sessions that are forgotten, for what outlives a request. */
  onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void {
    this.#listeners.push(listener);
  }

  /** Forgets every session: notifications of endings may have been missed. */
  forgetAll(): void {
    this.#endings += 1;
    this.#remembered.clear();
    this.#pending.clear();
  }

  async #ask(sessionId: string, userId: string): Promise<boolean> {
    const endings = this.#endings;
    const isLive = await this.#query(sessionId, userId);
    if (isLive && endings === this.#endings) {
      this.#remembered.set(sessionId, { userId, at: this.#now() });
    } else if (this.#remembered.peek(sessionId)?.userId === userId) {
      this.#remembered.delete(sessionId);
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
