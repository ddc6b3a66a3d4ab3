import type { Sql } from 'postgres';

/**
 * How long an answer of the database is believed, ms. Sessions that this
 * service ends are forgotten at once; this bounds how long one lives on that
 * was ended behind its back, by SQL.
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
  /** When each session was last seen alive. */
  readonly #known = new Map<string, number>();
  readonly #asked = new Map<string, Promise<boolean>>();
  readonly #listeners: ((sessionIds: ReadonlySet<string>) => void)[] = [];
  /** Counts endings: an answer that was under way while one happened is not remembered. */
  #endings = 0;

  constructor(askWhetherLive: AskWhetherLive, now: () => number = Date.now) {
    this.#askWhetherLive = askWhetherLive;
    this.#now = now;
  }

  /** Whether the session has not ended, and its account may use it. */
  isLive(sessionId: string, userId: string): boolean | Promise<boolean> {
    const seen = this.#known.get(sessionId);
    if (seen !== undefined && this.#now() - seen < trustFor) return true;
    const asked = this.#asked.get(sessionId);
    if (asked) return asked;
    const answer = this.#ask(sessionId, userId).finally(() => {
      if (this.#asked.get(sessionId) === answer) this.#asked.delete(sessionId);
    });
    this.#asked.set(sessionId, answer);
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

  async #ask(sessionId: string, userId: string): Promise<boolean> {
    const endings = this.#endings;
    const live = await this.#askWhetherLive(sessionId, userId);
    this.#known.delete(sessionId);
    if (live && endings === this.#endings) {
      this.#known.set(sessionId, this.#now());
      if (this.#known.size > maximumKnown) {
        const oldest = this.#known.keys().next();
        if (!oldest.done) this.#known.delete(oldest.value);
      }
    }
    return live;
  }
}
