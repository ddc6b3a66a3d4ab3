import { setImmediate as soon } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Runs tasks after their request has been answered. The time that an answer takes would otherwise
 * tell whether there was anything to do, and so whether an account exists.
 */
export class BackgroundTasks {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts a task once the current request has been answered; a failure is logged. */
  run(task: () => Promise<void>): void {
    const running = soon()
      .then(task)
      .catch((err: unknown) => this.#log.error({ err }, 'background task failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for the running tasks. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
