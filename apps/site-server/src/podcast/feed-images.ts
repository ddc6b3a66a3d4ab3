import { LRUCache } from 'lru-cache';

/** The size of the cache, bytes: a few hundred images. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** How long an image is cached, ms. */
const CACHE_TIME = 10 * 60_000;

type Draw = () => Promise<Uint8Array<ArrayBuffer>>;

/** Caches the images of feeds and episodes, since drawing one takes a third of a second. */
export class FeedImages {
  readonly #cache = new LRUCache<string, Uint8Array<ArrayBuffer>, Draw>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: CACHE_TIME,
    fetchMethod: (_name, _known, { context: draw }) => draw(),
    // Callers receive the image even if it was evicted while it was drawn.
    ignoreFetchAbort: true,
  });

  /**
   * Returns an image. Simultaneous requests for the same image share one drawing.
   * @param name identifies the image
   * @param draw draws the image; rejects if it does not exist, which is not cached
   */
  find(name: string, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
    return this.#cache.forceFetch(name, { context: draw });
  }
}
