import type { Logger } from 'pino';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Runs a task now and every hour, never twice at once. Its result or its failure is logged; the next
 * run tries again.
 * @param name of the task in the log
 * @returns a function that stops the schedule and waits for a running task
 */
export function runHourly(
  log: Logger,
  name: string,
  task: () => Promise<object>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= task()
      .then(
        (result) => log.info(result, name),
        (err: unknown) => log.error({ err }, `${name} failed`),
      )
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, HOUR_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
