import type { Logger } from 'pino';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';
import type { AskFunction } from './site-functions.ts';

/** How long an answer is good for, ms: a link that many people open at once asks once, and what was taken back is not shown. */
const freshFor = 1000;

/** Answers that are kept at most; the oldest goes first. */
const keptAtMost = 100;

/** What one may say, in characters; far more than a page shows first. With the number above it bounds what is kept. */
const largestAnswer = 1_000_000;

/**
 * Asks the project's function `page-preview` what pages are about. The project
 * knows its pages; this server knows only that there may be such a function.
 */
export class PagePreviews {
  readonly #ask: AskFunction;
  readonly #log: Logger;
  readonly #kept = new Map<string, { preview: Promise<PagePreview | null>; until: number }>();

  constructor(ask: AskFunction, log: Logger) {
    this.#ask = ask;
    this.#log = log;
  }

  /** What the page at a path is about; null when nobody can say. Never throws. */
  find(path: string): Promise<PagePreview | null> {
    this.#dropStale();
    const kept = this.#kept.get(path);
    if (kept) return kept.preview;
    const preview = this.#read(path);
    this.#kept.set(path, { preview, until: Date.now() + freshFor });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptAtMost && oldest !== undefined) this.#kept.delete(oldest);
    return preview;
  }

  /** A map goes through its entries as they came: the first that is still good ends the stale ones. */
  #dropStale(): void {
    for (const [path, { until }] of this.#kept) {
      if (until > Date.now()) return;
      this.#kept.delete(path);
    }
  }

  async #read(path: string): Promise<PagePreview | null> {
    try {
      const response = await this.#ask('page-preview', new URLSearchParams({ path }));
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      const text = await response.text();
      const { answers, ...preview } = pagePreviewSchema.parse(JSON.parse(text));
      // Without its answers a page asks for itself.
      return text.length > largestAnswer || !answers ? preview : { ...preview, answers };
    } catch (cause) {
      // A document without its tags is better than none; the next one asks again.
      this.#kept.delete(path);
      this.#log.warn({ cause }, 'a page went out without its preview');
      return null;
    }
  }
}
