import type { Logger } from 'pino';

export const HOUR_MS = 60 * 60 * 1000;

/**
 * Runs a task now and at each interval, never twice at once. Its result, unless it is null, or its failure
 * is logged; the next run tries again.
 * @param name of the task in the log
 * @returns a function that stops the schedule and waits for a running task
 */
export function runEvery(
  intervalMs: number,
  log: Logger,
  name: string,
  task: () => Promise<object | null>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= task()
      .then(
        (result) => (result ? log.info(result, name) : undefined),
        (err: unknown) => log.error({ err }, `${name} failed`),
      )
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
