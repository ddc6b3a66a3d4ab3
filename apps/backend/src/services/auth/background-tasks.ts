import { setImmediate as soon } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Work that begins once its request has been answered: how long it takes would
 * otherwise tell whether there was anything to do, and so whether an account exists.
 */
export class BackgroundTasks {
  readonly #log: Logger;
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Hands work over; a failure is logged. */
  run(work: () => Promise<void>): void {
    const errand = soon()
      .then(work)
      .catch((err: unknown) => this.#log.error({ err }, 'work after an answer failed'))
      .finally(() => this.#underWay.delete(errand));
    this.#underWay.add(errand);
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
