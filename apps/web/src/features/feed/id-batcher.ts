import { logFailure } from '#lib/log.ts';

/** A batch is read when no id was added for this long. */
const DEBOUNCE_MS = 300;

/** How long after its first id a batch is read at the latest. */
const MAX_WAIT_MS = 1500;

/** How long after a failure the ids are read again, unless another id comes earlier. */
export const RETRY_DELAY_MS = 30_000;

interface IdBatcher {
  /**
   * Adds an id to the next batch, which also has the ids whose reading failed.
   *
   * @param after how long the batch may wait, in milliseconds, unless an id is added that may wait less
   */
  add: (id: string, after?: number) => void;
  /** Removes an id that need not be read any more. */
  remove: (id: string) => void;
  /** Reads the ids whose reading failed again at once. */
  retryFailed: () => void;
  /** Stops reading. */
  end: () => void;
}

/** Reads ids in batches, so that many changes cost one request. Ids whose reading fails join the next batch. */
export function createIdBatcher(read: (ids: readonly string[]) => Promise<void>): IdBatcher {
  const waiting = new Set<string>();
  const failed = new Set<string>();
  let firstAddedAt = 0;
  /** Before this, no batch is read; as of `Date.now()`. */
  let dueAt = 0;
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;

  const readBatch = async () => {
    const ids = [...new Set([...failed, ...waiting])];
    waiting.clear();
    failed.clear();
    clearTimers();
    if (ids.length === 0) return;
    try {
      await read(ids);
    } catch (cause) {
      logFailure('New drops could not be read.', cause);
      for (const id of ids) failed.add(id);
      clearTimeout(retryTimer);
      if (!hasEnded) retryTimer = setTimeout(() => void readBatch(), RETRY_DELAY_MS);
    }
  };

  const clearTimers = () => {
    clearTimeout(batchTimer);
    clearTimeout(retryTimer);
  };

  return {
    retryFailed: () => {
      if (failed.size > 0) void readBatch();
    },
    add: (id, after = 0) => {
      if (hasEnded) return;
      const now = Date.now();
      if (waiting.size === 0) firstAddedAt = now;
      dueAt = waiting.size === 0 ? now + after : Math.min(dueAt, now + after);
      waiting.add(id);
      clearTimeout(batchTimer);
      const wait = Math.min(DEBOUNCE_MS, firstAddedAt + MAX_WAIT_MS - now);
      batchTimer = setTimeout(() => void readBatch(), Math.max(wait, dueAt - now));
    },
    remove: (id) => {
      waiting.delete(id);
      failed.delete(id);
    },
    end: () => {
      hasEnded = true;
      clearTimers();
    },
  };
}
