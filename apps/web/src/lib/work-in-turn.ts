import { loadUntilArrived } from './lazy-code.ts';

interface WorkInTurn {
  /** Does the work once more, after what is under way, and again after growing waits until it succeeds. */
  start: () => void;
  stop: () => void;
}

/**
 * Work on what this device stores, which one tab does at a time.
 *
 * @param name of the lock
 * @param signal ends the wait for the lock
 * @param onFailure is called with the first failure after each start, unless there is no network
 */
export function workInTurn(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
  onFailure: (cause: unknown) => void,
): WorkInTurn {
  // Without Web Locks, as in old Safari versions, two tabs may do the same work, which is harmless.
  const inTurn = () =>
    'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work();
  let stop = () => {};
  let underWay: Promise<unknown> = Promise.resolve();
  const run = () => {
    const next = underWay.then(inTurn);
    underWay = next.catch(() => undefined);
    return next;
  };
  return {
    start() {
      stop();
      stop = loadUntilArrived(run, (cause) => {
        if (navigator.onLine && !signal.aborted) onFailure(cause);
      });
    },
    stop: () => stop(),
  };
}
