interface Work {
  /** How many of the same key are on their way. */
  count: number;
  over: PromiseWithResolvers<void>;
}

const works = new Map<string, Work>();

/**
 * Says that something of the person's own is on its way, which the page shows
 * already and the server may not count yet.
 *
 * @param key names it, e.g. `comment ${dropId}`
 * @returns a function that says that it has arrived, or failed
 */
export function setOut(key: string): () => void {
  const work = works.get(key) ?? { count: 0, over: Promise.withResolvers<void>() };
  works.set(key, work);
  work.count += 1;
  return () => {
    work.count -= 1;
    if (work.count > 0) return;
    works.delete(key);
    work.over.resolve();
  };
}

/** A promise that resolves when nothing of a key is on its way any more; undefined while nothing is. */
export function underWay(key: string): Promise<void> | undefined {
  return works.get(key)?.over.promise;
}
