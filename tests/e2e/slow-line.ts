import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';

/** What stood between a person's action and its result on a slow line. */
export interface Waiting {
  /** How often the page had to wait for the server before it could go on. */
  turns: number;
  /** Received bytes of code, styles and typefaces, in kB. The data depends on what other tests have posted. */
  kilobytes: number;
}

/** The number of requests that a browser sends to one origin at the same time. */
const CONNECTIONS = 6;

/**
 * How often the page has to be idle in a row before it is considered to wait for the server: longer in all than the
 * 300 ms that React waits between two contents that it reveals in place of a fallback.
 */
const PAUSES = 9;

declare global {
  interface Window {
    /** The browser's own requestIdleCallback. */
    whenIdle: typeof requestIdleCallback;
  }
}

/**
 * Holds the requests of a page as a line does whose responses are late, and counts instead of measuring time:
 * in each turn the six oldest requests are answered. What the page does when it is idle stands before nothing, and
 * how much of it begins in a turn depends on the machine: it never begins.
 */
export class SlowLine {
  readonly #page: Page;
  readonly #held: Route[] = [];
  #isOpen = false;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Gives the page the size of a phone, and holds its requests from now on. */
  static async of(page: Page): Promise<SlowLine> {
    const line = new SlowLine(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      window.whenIdle = requestIdleCallback.bind(window);
      window.requestIdleCallback = () => 0;
    });
    await page.route(/^http/, (route) => {
      if (line.#isOpen) return route.continue();
      line.#held.push(route);
      return undefined;
    });
    return line;
  }

  /**
   * Answers requests turn by turn until a result is there.
   *
   * @param act what the person does; must not wait for an answer
   * @param hasResult whether the result is there
   */
  async countUntil(
    act: () => Promise<unknown>,
    hasResult: () => Promise<boolean>,
  ): Promise<Waiting> {
    await act();
    let turns = 0;
    let bytes = 0;
    for (;;) {
      if (await this.#settles(hasResult)) {
        return { turns, kilobytes: Math.round(bytes / 1000) };
      }
      if (this.#held.length === 0) continue;
      const routes = this.#held.splice(0, CONNECTIONS);
      turns += 1;
      const sizes = await Promise.all(routes.map((route) => this.#answer(route)));
      bytes += sizes.reduce((sum, size) => sum + size, 0);
    }
  }

  /** Holds no further requests. */
  async end(): Promise<void> {
    this.#isOpen = true;
    await Promise.all(this.#held.splice(0).map((route) => route.continue()));
  }

  /**
   * Waits until the page has run what it received, as it sends together what it needs together.
   *
   * @returns whether the result is there
   */
  async #settles(hasResult: () => Promise<boolean>): Promise<boolean> {
    for (let pause = 0; pause < PAUSES; pause += 1) {
      if (await hasResult()) return true;
      // Code that waits for a timer or for a thread leaves the page idle for a moment.
      await setTimeout(50);
      const idle = this.#page.evaluate(
        () => new Promise<void>((resolve) => window.whenIdle(() => resolve())),
      );
      // Nothing is evaluated while a navigation waits for its document, which may be held.
      await Promise.race([idle.catch(() => {}), setTimeout(500)]);
    }
    return hasResult();
  }

  /** @returns the bytes of the response if it is a file of the app */
  async #answer(route: Route): Promise<number> {
    const response = await route.fetch();
    await route.fulfill({ response });
    if (!new URL(route.request().url()).pathname.startsWith('/assets/')) return 0;
    return Number(response.headers()['content-length'] ?? (await response.body()).length);
  }
}
