import type { Logger } from 'pino';
import type { AskFunction } from './ask-functions.ts';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';

/**
 * Asks the project's function `page-preview` what pages are about. The project
 * knows its pages; this server knows only that there may be such a function.
 */
export class PagePreviews {
  readonly #ask: AskFunction;
  readonly #log: Logger;
  /** Previews that are being read, by path. */
  readonly #pending = new Map<string, Promise<PagePreview | null>>();

  constructor(ask: AskFunction, log: Logger) {
    this.#ask = ask;
    this.#log = log;
  }

  /**
   * What the page at a path is about; null when the project does not say. Never throws. Simultaneous
   * requests share one read; answers are not kept, since a page would not read an old one again.
   *
   * @param clientAddress who asks for the page
   */
  find(path: string, clientAddress: string): Promise<PagePreview | null> {
    const pending = this.#pending.get(path);
    if (pending) return pending;
    const preview = this.#read(path, clientAddress).finally(() => this.#pending.delete(path));
    this.#pending.set(path, preview);
    return preview;
  }

  async #read(path: string, clientAddress: string): Promise<PagePreview | null> {
    try {
      const query = new URLSearchParams({ path });
      const response = await this.#ask('page-preview', query, clientAddress);
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      return pagePreviewSchema.parse(await response.json());
    } catch (cause) {
      // A document without its tags is better than none. The next request asks again.
      this.#log.warn({ cause }, 'a page went out without its preview');
      return null;
    }
  }
}
