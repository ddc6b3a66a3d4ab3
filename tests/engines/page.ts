import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Engine, KeyStep } from './engine.ts';
import { findInPage, type Finding, type Query } from './find-in-page.ts';

const queriesPath = createRequire(import.meta.url).resolve(
  '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
);

const pressOf = (value: string): KeyStep[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

const serialize = (query: Query): string => JSON.stringify(query, withPatterns);

/** Serializes regular expressions as source and flags, from which the page creates them again. */
const withPatterns = (_key: string, value: unknown): unknown =>
  value instanceof RegExp ? { source: value.source, flags: value.flags } : value;

/**
 * Steps on a page in any engine. Each step waits until it is possible, and fails after the time-out of the
 * configuration's `expect.toPass`.
 */
export class Page {
  readonly #engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.#engine = engine;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#engine.open(new URL(path, this.#origin).href);
  }

  /** Waits until an element is visible. @param text a pattern for its text */
  async see(query: Query, text = /(?:)/): Promise<void> {
    await expect(async () => {
      const found = await this.#find(query);
      expect(found.count, serialize(query)).toBeGreaterThan(0);
      expect(found.text, serialize(query)).toMatch(text);
    }).toPass();
  }

  /** Waits until the page's address has this path. */
  async seePath(path: string): Promise<void> {
    await expect(async () => {
      expect(await this.#engine.run('return location.pathname')).toBe(path);
    }).toPass();
  }

  /**
   * Waits until a service worker controls the page, which it does once it has cached all files. (WebKit
   * still reports the state `installing` then.)
   */
  async seeServiceWorker(): Promise<void> {
    await expect(async () => {
      const state = "return navigator.serviceWorker.controller ? 'controls' : 'does not control'";
      expect(await this.#engine.run(state), 'the service worker').toBe('controls');
    }).toPass();
  }

  /** Presses the one element that matches. */
  async press(query: Query): Promise<void> {
    const { x, y, width, height } = await this.#reach(query);
    await this.#engine.perform({
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x + width / 2), y: Math.round(y + height / 2) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /**
   * Moves a finger over an element between two shares of its width, 0 to 1. WebKitGTK's driver turns the
   * finger into a mouse.
   */
  async swipe(query: Query, from: number, to: number): Promise<void> {
    const box = await this.#reach(query);
    const y = Math.round(box.y + box.height / 2);
    const at = (share: number) => Math.round(box.x + share * box.width);
    await this.#engine.perform({
      type: 'pointer',
      id: 'finger',
      parameters: { pointerType: 'touch' },
      actions: [
        { type: 'pointerMove', x: at(from), y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', x: at((from + to) / 2), y },
        { type: 'pointerMove', x: at(to), y },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Types into an empty field. */
  async type(query: Query, text: string): Promise<void> {
    await this.press(query);
    await this.#engine.perform({
      type: 'key',
      id: 'keyboard',
      actions: Array.from(text, pressOf).flat(),
    });
    await expect(async () => {
      expect((await this.#find(query)).value, serialize(query)).toBe(text);
    }).toPass();
  }

  /** Waits until one element matches, does not move and can be pressed. @returns its box */
  async #reach(query: Query): Promise<Finding['box']> {
    let before = '';
    let box: Finding['box'] = { x: 0, y: 0, width: 0, height: 0 };
    await expect(async () => {
      const found = await this.#find(query, true);
      box = found.box;
      const moves = JSON.stringify(box) !== before;
      before = JSON.stringify(box);
      expect(found.count, `how many match ${serialize(query)}`).toBe(1);
      expect(moves, `${serialize(query)} moves`).toBe(false);
      expect(found.isReachable, `${serialize(query)} can be pressed`).toBe(true);
    }).toPass();
    return box;
  }

  async #find(query: Query, bringsIntoView = false): Promise<Finding> {
    const call = `return typeof TestingLibraryDom === 'undefined'
      ? 'null' : JSON.stringify((${findInPage.toString()})(${serialize(query)}, ${bringsIntoView}))`;
    const found: Finding | null = JSON.parse(await this.#engine.run(call));
    if (found) return found;
    // The document is new.
    await this.#engine.run(`${await readFile(queriesPath, 'utf8')}\nreturn ''`);
    return this.#find(query, bringsIntoView);
  }
}
