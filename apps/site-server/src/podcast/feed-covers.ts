import { LRUCache } from 'lru-cache';

/** The size of the cache, bytes: some hundred covers. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** How long a cover is cached, ms. */
const CACHE_TIME = 10 * 60_000;

type Draw = () => Promise<Uint8Array<ArrayBuffer>>;

/** Caches the images of feeds, since drawing one takes a third of a second. */
export class FeedCovers {
  readonly #cache = new LRUCache<string, Uint8Array<ArrayBuffer>, Draw>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TIME,
    fetchMethod: (_feed, _known, { context: draw }) => draw(),
    // Callers receive the cover even if it was evicted while it was drawn.
    ignoreFetchAbort: true,
  });

  /**
   * Returns the cover of a feed. Simultaneous requests for the same feed share one drawing.
   * @param feed the name of the feed in lower case, for a hashtag with its `#`
   * @param draw draws the cover; rejects if there is no such feed, which is not cached
   */
  find(feed: string, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
    return this.#cache.forceFetch(feed, { context: draw });
  }
}
