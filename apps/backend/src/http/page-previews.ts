import type { Logger } from 'pino';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';

/** How long a document waits for its preview before it goes out without one, ms. */
const patience = 1_500;

/** How long an answer is good for, ms: links that many people open ask once. */
const freshFor = 30_000;

/** Answers that are kept at most; the oldest goes first. */
const keptAtMost = 1_000;

interface Options {
  /** Address of the API. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  readonly log: Logger;
}

/**
 * Asks the project's function `page-preview` what pages are about. The project
 * knows its pages; this server knows only that there may be such a function.
 */
export class PagePreviews {
  readonly #options: Options;
  readonly #kept = new Map<string, { preview: Promise<PagePreview | null>; until: number }>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** What the page at a path is about; null when nobody can say. Never throws. */
  find(path: string): Promise<PagePreview | null> {
    const kept = this.#kept.get(path);
    if (kept && kept.until > Date.now()) return kept.preview;
    const preview = this.#ask(path);
    this.#kept.delete(path);
    this.#kept.set(path, { preview, until: Date.now() + freshFor });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptAtMost && oldest !== undefined) this.#kept.delete(oldest);
    return preview;
  }

  async #ask(path: string): Promise<PagePreview | null> {
    const { apiUrl, publishableKey, log } = this.#options;
    try {
      const response = await fetch(
        `${apiUrl}/functions/v1/page-preview?${new URLSearchParams({ path })}`,
        { headers: { apikey: publishableKey }, signal: AbortSignal.timeout(patience) },
      );
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      return pagePreviewSchema.parse(await response.json());
    } catch (cause) {
      // A document without its tags is better than none; the next one asks again.
      this.#kept.delete(path);
      log.warn({ cause }, 'a page went out without its preview');
      return null;
    }
  }
}
