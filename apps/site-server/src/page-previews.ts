import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { AskFunction } from './ask-functions.ts';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';

/** How long a preview is kept, ms: a link that many people open at once asks once, and what was taken back is not shown. */
const lifetime = 1000;

/** How many previews are kept at most; the longest unused goes first. */
const maximumKept = 100;

/**
 * Longest answer that is kept whole, characters; far more than a page shows first. With the number
 * above it bounds the memory that previews take.
 */
const longestAnswer = 1_000_000;

/**
 * Asks the project's function `page-preview` what pages are about. The project
 * knows its pages; this server knows only that there may be such a function.
 */
export class PagePreviews {
  readonly #ask: AskFunction;
  readonly #log: Logger;
  readonly #kept = new LRUCache<string, Promise<PagePreview | null>>({
    max: maximumKept,
    ttl: lifetime,
    ttlResolution: 0,
    perf: Date,
  });

  constructor(ask: AskFunction, log: Logger) {
    this.#ask = ask;
    this.#log = log;
  }

  /** What the page at a path is about; null when the project does not say. Never throws. */
  find(path: string): Promise<PagePreview | null> {
    this.#kept.purgeStale();
    const kept = this.#kept.get(path);
    if (kept) return kept;
    const preview = this.#read(path);
    this.#kept.set(path, preview);
    return preview;
  }

  async #read(path: string): Promise<PagePreview | null> {
    try {
      const response = await this.#ask('page-preview', new URLSearchParams({ path }));
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      const text = await response.text();
      const { answers, ...preview } = pagePreviewSchema.parse(JSON.parse(text));
      // A page without answers asks for them itself.
      return text.length > longestAnswer || !answers ? preview : { ...preview, answers };
    } catch (cause) {
      // A document without its tags is better than none. The next request asks again.
      this.#kept.delete(path);
      this.#log.warn({ cause }, 'a page went out without its preview');
      return null;
    }
  }
}
