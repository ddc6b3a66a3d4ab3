import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { PolicyFailure } from './see-changes.ts';

/** How long a failure that was logged is not logged again, ms. */
const silence = 60_000;

/** Logs policies that fail while a change is judged: each table and error once a minute. */
export class PolicyFailures {
  readonly #log: Logger;
  readonly #logged = new LRUCache<string, true>({ max: 1000, ttl: silence });

  constructor(log: Logger) {
    this.#log = log;
  }

  add(failures: readonly PolicyFailure[]): void {
    for (const { table, role, code, message } of failures) {
      const key = `${table} ${role} ${code}`;
      if (this.#logged.has(key)) continue;
      this.#logged.set(key, true);
      this.#log.error(
        { table, role, code, reason: message },
        'a policy failed when it was asked who sees a change; those subscribers were not told',
      );
    }
  }
}
