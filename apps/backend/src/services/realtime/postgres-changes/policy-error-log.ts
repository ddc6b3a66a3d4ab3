import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PolicyError } from './authorize-changes.ts';

/** How long the same error is not logged again, ms. */
const quietPeriod = 60_000;

/** Logs errors that policies raise while a change is authorised: each table and error once a minute. */
export class PolicyErrorLog {
  readonly #log: Logger;
  readonly #logged = new LRUCache<string, true>({ max: 1000, ttl: quietPeriod });

  constructor(log: Logger) {
    this.#log = log;
  }

  add(errors: readonly PolicyError[]): void {
    for (const { table, role, code, message } of errors) {
      const key = `${table} ${role} ${code}`;
      if (this.#logged.has(key)) continue;
      this.#logged.set(key, true);
      this.#log.error(
        { table, role, code, reason: message },
        'a policy failed during the authorisation of a change, which was not sent to those subscribers',
      );
    }
  }
}
