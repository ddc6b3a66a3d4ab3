import type { Logger } from 'pino';
import type { RequestFunction } from './request-function.ts';
import { pagePreviewSchema, type PagePreview } from './page-head.ts';

/** How long a person who opens a page waits for its preview, ms. */
const previewTimeout = 5_000;

/**
 * Reads the previews of pages from the project's function `page-preview`, since this server does not
 * know the project's pages.
 */
export class PagePreviews {
  readonly #requestFunction: RequestFunction;
  readonly #log: Logger;
  /** Previews that are being read, by client and path: the read of one client may wait or be refused for what it did. */
  readonly #pending = new Map<string, Promise<PagePreview | null>>();

  constructor(requestFunction: RequestFunction, log: Logger) {
    this.#requestFunction = requestFunction;
    this.#log = log;
  }

  /**
   * Finds the preview of the page at a path; null if it cannot be read. Never throws. A client's
   * simultaneous requests share one read. Previews are not cached, since a page does not repeat the requests whose
   * responses it has.
   *
   * @param clientAddress the address of the client that requests the page
   */
  find(path: string, clientAddress: string): Promise<PagePreview | null> {
    const key = `${clientAddress} ${path}`;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const preview = this.#read(path, clientAddress).finally(() => this.#pending.delete(key));
    this.#pending.set(key, preview);
    return preview;
  }

  async #read(path: string, clientAddress: string): Promise<PagePreview | null> {
    try {
      const query = new URLSearchParams({ path });
      const response = await this.#requestFunction(
        'page-preview',
        query,
        clientAddress,
        previewTimeout,
      );
      // The client's limit of requests, which the gateway logs.
      if (response.status === 429) return null;
      if (!response.ok) throw new Error(`page-preview answered ${response.status}`);
      return pagePreviewSchema.parse(await response.json());
    } catch (cause) {
      // A document without its tags is better than none. The next request tries again.
      this.#log.warn({ cause }, 'a page was sent without its preview');
      return null;
    }
  }
}
