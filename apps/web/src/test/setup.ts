import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { SilentSocket } from './fake-realtime.ts';
import { makeQueriesFast } from './fast-queries.ts';
import { matchMedia } from './match-media.ts';

/*
 * The test files of a worker share one document and one graph of modules. This runs before each
 * file: what the document lacks is added once, and what a test leaves behind is undone.
 */

configure({ asyncUtilTimeout: 10_000 });

if (window.matchMedia !== matchMedia) {
  window.matchMedia = matchMedia;
  window.scrollTo = () => {};
  // Nothing is heard here; a test that listens calls fakeMedia.
  HTMLMediaElement.prototype.pause = () => {};
  // jsdom does not know <search> yet, which is an element without an interface of its own.
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
  // A press on a toast begins what could become a swipe.
  Element.prototype.setPointerCapture = () => {};
  // Live changes come only where a test calls fakeRealtime, and nothing into sight but by fakeIntersection.
  Object.assign(window, {
    WebSocket: SilentSocket,
    IntersectionObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
  });
  makeQueriesFast();
}

const width = 1024;

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  window.innerWidth = width;
});
