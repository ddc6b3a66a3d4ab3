import type { Sql } from '../../../database/sql.ts';

/**
 * How long an answer of the database is believed, ms. Sessions that end are
 * forgotten at once; this bounds how long one lives on whose end could not be
 * told, because the connection for that was lost.
 */
const trustFor = 15_000;

/** How many sessions are remembered at most; past that the longest unasked are forgotten. */
const maximumKnown = 50_000;

/** Says whether a session has not ended, and its account may use it. */
export type AskWhetherLive = (sessionId: string, userId: string) => Promise<boolean>;

/** Asks the database, where sessions are. */
export const askDatabase =
  (sql: Sql): AskWhetherLive =>
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
 * Knows which sessions live, without asking the database each time: what
 * `auth.sessions` says is the truth, and what is remembered of it is dropped
 * the moment a session ends here.
 */
export class LiveSessions {
  readonly #askWhetherLive: AskWhetherLive;
  readonly #now: () => number;
  /** By its id, whose each session is and when it was last seen alive. */
  readonly #known = new Map<string, { readonly userId: string; readonly seen: number }>();
  readonly #asked = new Map<
    string,
    { readonly userId: string; readonly answer: Promise<boolean> }
  >();
  readonly #listeners: ((sessionIds: ReadonlySet<string>) => void)[] = [];
  /** Counts endings: an answer that was under way while one happened is not remembered. */
  #endings = 0;

  constructor(askWhetherLive: AskWhetherLive, now: () => number = Date.now) {
    this.#askWhetherLive = askWhetherLive;
    this.#now = now;
  }

  /** Whether the session has not ended, and its account may use it. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
    const known = this.#known.get(sessionId);
    if (known?.userId === userId && this.#now() - known.seen < trustFor) return true;
    const asked = this.#asked.get(sessionId);
    if (asked?.userId === userId) return asked.answer;
    const answer = this.#ask(sessionId, userId).finally(() => {
      if (this.#asked.get(sessionId)?.answer === answer) this.#asked.delete(sessionId);
    });
    this.#asked.set(sessionId, { userId, answer });
    return answer;
  }

  /** Forgets sessions. To be called after the transaction that ended them, before anyone is told. */
  forget(sessionIds: Iterable<string>): void {
    this.#endings += 1;
    const ended = new Set(sessionIds);
    for (const id of ended) {
      this.#known.delete(id);
      // Whoever asks from now on must not get an answer from before.
      this.#asked.delete(id);
    }
    for (const tell of this.#listeners) tell(ended);
  }

  /** Tells of sessions when they are forgotten, for what outlives a request. */
  onEnded(listener: (sessionIds: ReadonlySet<string>) => void): void {
    this.#listeners.push(listener);
  }

  /** Forgets every session: endings may have been missed. */
  forgetAll(): void {
    this.#endings += 1;
    this.#known.clear();
    this.#asked.clear();
  }

  async #ask(sessionId: string, userId: string): Promise<boolean> {
    const endings = this.#endings;
    const live = await this.#askWhetherLive(sessionId, userId);
    if (this.#known.get(sessionId)?.userId === userId) this.#known.delete(sessionId);
    if (live && endings === this.#endings) {
      this.#known.set(sessionId, { userId, seen: this.#now() });
      if (this.#known.size > maximumKnown) {
        const oldest = this.#known.keys().next();
        if (!oldest.done) this.#known.delete(oldest.value);
      }
    }
    return live;
  }
}
