import type { Persist } from './read-rows.ts';

/** The wait before the first repetition, in milliseconds; each further wait is twice as long. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

interface PersistentWork {
  persist: Persist;
  /** Ends all waits. */
  retry: () => void;
}

/**
 * Repeats work that fails, such as the requests of a long export, after growing waits and when the network is back: one
 * lost connection must not cost all that was written so far.
 *
 * @param onProblem called with the cause when work has failed twice, and with undefined once work succeeds again
 */
export function persistentWork(
  signal: AbortSignal,
  onProblem: (cause: unknown) => void,
): PersistentWork {
  const waiting = new Set<() => void>();
  const retry = () => waiting.forEach((end) => end());
  addEventListener('online', retry);
  signal.addEventListener('abort', () => {
    removeEventListener('online', retry);
    retry();
  });

  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waiting.add(end);
    });

  const persist: Persist = async (work) => {
    for (let failures = 0; ; failures += 1) {
      signal.throwIfAborted();
      try {
        const result = await work(signal);
        if (failures > 1) onProblem(undefined);
        return result;
      } catch (cause) {
        signal.throwIfAborted();
        if (failures > 0) onProblem(cause);
        await wait(Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT));
      }
    }
  };
  return { persist, retry };
}
