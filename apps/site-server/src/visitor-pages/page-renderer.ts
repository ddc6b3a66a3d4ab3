import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import * as z from 'zod/mini';

/** A visitor's request of a page, as the build's renderer expects it. */
export interface PageRequest {
  /** The page's path with its query. */
  readonly path: string;
  /** The responses to the page's first requests, as JSON. */
  readonly responses: string;
  /** The API's URL; `/` is the page's own origin. */
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Whether the window is as narrow as a phone's. */
  readonly isNarrow: boolean;
  /** The request's cookies. */
  readonly cookies: string;
}

const renderedPageSchema = z.object({
  /** The content of the app's root. */
  html: z.string(),
  /** The rules of `data-style` attributes in it. */
  css: z.string(),
  /** The icons of a play button: paused, playing, waiting, ended. */
  playIcons: z.string(),
  /** The URL of a drop's clip; null on other pages. */
  clip: z.nullable(z.string()),
});

export type RenderedPage = z.infer<typeof renderedPageSchema>;

const messageSchema = z.object({
  id: z.number(),
  page: z.optional(renderedPageSchema),
  failure: z.optional(z.string()),
});

/** How long a page may take to render, ms. Usually it takes 5; the first one also loads the renderer. */
const RENDERING_TIMEOUT = 2_000;

/** How many pages may wait for the thread. More visitors at the same time get the app's document. */
const MAX_WAITING = 50;

/**
 * Renders pages in a thread, which the build contains: the app has the globals of a browser there, and the server
 * answers other requests meanwhile. The thread starts with the first page.
 */
export class PageRenderer {
  readonly #script: string;
  readonly #log: Logger;
  #thread: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, (page: RenderedPage | null) => void>();

  /** @param script path of the thread's script */
  constructor(script: string, log: Logger) {
    this.#script = script;
    this.#log = log;
  }

  /** Renders a page; null if that fails, or takes too long. Never throws. */
  render(request: PageRequest): Promise<RenderedPage | null> {
    if (this.#waiting.size >= MAX_WAITING) return Promise.resolve(null);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, null, 'timeout'), RENDERING_TIMEOUT);
      this.#waiting.set(id, (page) => {
        clearTimeout(timer);
        resolve(page);
      });
      this.#thread ??= this.#startThread();
      this.#thread.postMessage({ id, request }, []);
    });
  }

  #startThread(): Worker {
    const thread = new Worker(this.#script);
    // The server's other work decides when the process ends.
    thread.unref();
    thread.on('message', (message) => {
      const { id, page = null, failure } = messageSchema.parse(message);
      this.#settle(id, page, failure);
    });
    thread.on('error', (cause) => {
      if (this.#thread === thread) this.#thread = null;
      for (const id of this.#waiting.keys()) this.#settle(id, null, cause);
    });
    return thread;
  }

  #settle(id: number, page: RenderedPage | null, failure?: unknown): void {
    const resolve = this.#waiting.get(id);
    if (!resolve) return;
    this.#waiting.delete(id);
    // The app's document shows the same page later.
    if (!page) this.#log.warn({ cause: failure }, 'a page was sent without being rendered');
    resolve(page);
  }
}
