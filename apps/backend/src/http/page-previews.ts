import type { Logger } from 'pino';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';
import type { AskFunction } from './site-functions.ts';

/** How long an answer is good for, ms: a link that many people open at once asks once, and what was taken back is not shown. */
const freshFor = 1000;

/** Answers that are kept at most; the oldest goes first. */
const keptAtMost = 1_000;

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
    const kept = this.#kept.get(path);
    if (kept && kept.until > Date.now()) return kept.preview;
    const preview = this.#read(path);
    this.#kept.delete(path);
    this.#kept.set(path, { preview, until: Date.now() + freshFor });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptAtMost && oldest !== undefined) this.#kept.delete(oldest);
    return preview;
  }

  async #read(path: string): Promise<PagePreview | null> {
    try {
      const response = await this.#ask('page-preview', new URLSearchParams({ path }));
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      return pagePreviewSchema.parse(await response.json());
    } catch (cause) {
      // A document without its tags is better than none; the next one asks again.
      this.#kept.delete(path);
      this.#log.warn({ cause }, 'a page went out without its preview');
      return null;
    }
  }
}
