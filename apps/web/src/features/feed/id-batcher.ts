import { logFailure } from '#lib/log.ts';

/** How long after the last id a batch is read, in milliseconds. */
const QUIET = 300;

/** How long after the first id a batch is read at the latest, in milliseconds. */
const BURST = 1500;

/** How long after a failure ids are read again, unless another id comes earlier, in milliseconds. */
export const READ_AGAIN_AFTER = 30_000;

interface IdBatcher {
  /** Adds an id to the next batch, together with those whose reading failed. */
  add: (id: string) => void;
  /** Removes an id that is no longer to be read. */
  remove: (id: string) => void;
  /** Reads those whose reading failed again at once. */
  readMissed: () => void;
  /** Stops reading. */
  end: () => void;
}

/** Reads ids in batches, so that many changes at a time cost one request. Ids whose reading fails are read with the next batch. */
export function createIdBatcher(read: (ids: readonly string[]) => Promise<void>): IdBatcher {
  const waiting = new Set<string>();
  const missed = new Set<string>();
  let waitingSince = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const readAll = async () => {
    const ids = [...new Set([...missed, ...waiting])];
    waiting.clear();
    missed.clear();
    stopWaiting();
    if (ids.length === 0) return;
    try {
      await read(ids);
    } catch (cause) {
      logFailure('What is new could not be read.', cause);
      for (const id of ids) missed.add(id);
      clearTimeout(later);
      if (!hasEnded) later = setTimeout(() => void readAll(), READ_AGAIN_AFTER);
    }
  };

  const stopWaiting = () => {
    clearTimeout(soon);
    clearTimeout(later);
  };

  return {
    readMissed: () => {
      if (missed.size > 0) void readAll();
    },
    add: (id) => {
      if (hasEnded) return;
      if (waiting.size === 0) waitingSince = Date.now();
      waiting.add(id);
      clearTimeout(soon);
      const wait = Math.min(QUIET, waitingSince + BURST - Date.now());
      soon = setTimeout(() => void readAll(), wait);
    },
    remove: (id) => {
      waiting.delete(id);
      missed.delete(id);
    },
    end: () => {
      hasEnded = true;
      stopWaiting();
    },
  };
}
