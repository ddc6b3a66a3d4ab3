import { logFailure } from '#lib/log.ts';

/** Ids are read together once no other has come for so many milliseconds … */
const QUIET = 300;

/** … or this long after the first of them. */
const BURST = 1500;

/** What could not be read is asked for again this long after, with no other reason to ask earlier. */
export const READ_AGAIN_AFTER = 30_000;

interface GatheredIds {
  /** Has an id read with others that come at about the same time, and with those that could not be read. */
  add: (id: string) => void;
  /** Lets go of an id that there is nothing to read of any more. */
  remove: (id: string) => void;
  /** Asks again at once for what could not be read. */
  readMissed: () => void;
  /** Nothing is read any more. */
  end: () => void;
}

/**
 * Gathers ids of which something is to be read, so that many at a time cost one
 * request. Those whose reading fails are kept: they are asked for with the next
 * ones, or after a while, never in a loop.
 */
export function gatherIds(read: (ids: readonly string[]) => Promise<void>): GatheredIds {
  const gathered = new Set<string>();
  const missed = new Set<string>();
  let gatheringSince = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const readAll = async () => {
    const ids = [...new Set([...missed, ...gathered])];
    gathered.clear();
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
      if (gathered.size === 0) gatheringSince = Date.now();
      gathered.add(id);
      clearTimeout(soon);
      const wait = Math.min(QUIET, gatheringSince + BURST - Date.now());
      soon = setTimeout(() => void readAll(), wait);
    },
    remove: (id) => {
      gathered.delete(id);
      missed.delete(id);
    },
    end: () => {
      hasEnded = true;
      stopWaiting();
    },
  };
}
