import { LRUCache } from 'lru-cache';

/** How much is kept, bytes: some hundred covers. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** For how long a cover is sent without asking whether its feed is still there, ms. */
const KEPT_FOR = 10 * 60_000;

type Draw = () => Promise<Uint8Array<ArrayBuffer>>;

/** The images of feeds: drawn when they are first asked for, since that takes a third of a second. */
export class FeedCovers {
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>, Draw>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: KEPT_FOR,
    fetchMethod: (_feed, _known, { context: draw }) => draw(),
    // Those who asked get the cover also when others have taken its place meanwhile.
    ignoreFetchAbort: true,
  });

  /**
   * The cover of a feed. Requests at once for the same one share one drawing.
   * @param feed its name in lower case, a hashtag with its `#`
   * @param draw rejects where there is no such feed, of which nothing is kept
   */
  find(feed: string, draw: Draw): Promise<Uint8Array<ArrayBuffer>> {
    return this.#kept.forceFetch(feed, { context: draw });
  }
}
