import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { openDB } from 'idb';
import { afterAll, afterEach, vi } from 'vitest';
import { SilentSocket } from './fake-realtime.ts';
import { makeQueriesFast } from './fast-queries.ts';
import { matchMedia } from './match-media.ts';
import { endPage, recordPageListeners } from './page-listeners.ts';

/*
 * The test files of a worker share one document and one module graph. This file runs before each of
 * them: it adds once what jsdom lacks, and cleans up after each test.
 */

/** The defaults of a second are too short for a machine under load. */
const patience = 10_000;
configure({ asyncUtilTimeout: patience });

if (window.matchMedia !== matchMedia) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options });
  window.matchMedia = matchMedia;
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  // jsdom throws on pause(); a test that plays audio calls fakeMedia.
  HTMLMediaElement.prototype.pause = () => {};
  // jsdom does not know <search> yet, whose interface is HTMLElement.
  const createElement = document.createElement.bind(document);
  Object.assign(document, {
    createElement: (name: string, options?: ElementCreationOptions) => {
      const element = createElement(name, options);
      if (name === 'search') {
        Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
      }
      return element;
    },
  });
  // Base UI captures the pointer when a toast is pressed, since a swipe may follow.
  Element.prototype.setPointerCapture = () => {};
  // Tests that need live changes call fakeRealtime, and those that need intersections fakeIntersection.
  Object.assign(window, {
    WebSocket: SilentSocket,
    IntersectionObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
    ResizeObserver: class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  });
  makeQueriesFast();
  recordPageListeners();
}

/**
 * A test that resets the modules imports some of them a second time. The file's own imports are still the
 * first ones, so a mock of one does not reach the other. The next file must not get such a mixture.
 */
const { resetModules } = vi;
let hasResetModules = false;
vi.resetModules = () => {
  hasResetModules = true;
  return resetModules();
};
afterAll(() => {
  vi.resetModules = resetModules;
  if (hasResetModules) resetModules();
});

const width = 1024;
/** Deletes the takes that a test has kept: the page of the next one would post them. */
async function deleteTakes(): Promise<void> {
  // Only tests of the recorder have IndexedDB.
  if (!('indexedDB' in globalThis)) return;
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await openDB(name);
    await Promise.all([...database.objectStoreNames].map((store) => database.clear(store)));
    database.close();
  }
}

afterEach(async () => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  endPage();
  history.replaceState(null, '', '/');
  document.title = '';
  window.innerWidth = width;
  await deleteTakes();
});
