import { setImmediate as soon } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Runs tasks after the response to their request. Otherwise the response time would reveal whether
 * there was anything to do, and so whether an account exists.
 */
export class BackgroundTasks {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Starts a task after the response to the current request; a failure is logged. */
  run(task: () => Promise<void>): void {
    const running = soon()
      .then(task)
      .catch((err: unknown) => this.#log.error({ err }, 'background task failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for the running tasks and for those that they start. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
