import { randomUUID } from 'node:crypto';

/*
 * The parts of a browser that the app's modules use while they are loaded or rendered. Only the thread that renders
 * pages has them. Must be imported before the app.
 */

/**
 * Left out of what is rendered, since a site may have several origins. It is random, so that no text of a user
 * contains it, which would change when it is left out.
 */
export const ORIGIN = `https://${randomUUID()}.invalid`;

/** What is known of a visitor's browser. */
export interface Visitor {
  /** Whether the window is as narrow as a phone's. */
  isNarrow: boolean;
  /** The request's cookies. */
  cookies: string;
}

let visitor: Visitor = { isNarrow: false, cookies: '' };
let responses = '[]';

const doNothing = () => undefined;
const emptyStorage = { getItem: () => null, setItem: doNothing, removeItem: doNothing };

const browser: Record<string, unknown> = {
  window: globalThis,
  addEventListener: doNothing,
  removeEventListener: doNothing,
  location: new URL(`${ORIGIN}/`),
  navigator: { onLine: true, userAgent: '' },
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  // A page that is being rendered is new, however long the thread has run (lib/preloaded-responses.ts).
  performance: { now: () => 0 },
  matchMedia: (query: string) => ({
    matches: visitor.isNarrow && query.startsWith('(width <'),
    addEventListener: doNothing,
    removeEventListener: doNothing,
  }),
  document: {
    readyState: 'loading',
    addEventListener: doNothing,
    removeEventListener: doNothing,
    querySelector: () => null,
    getElementById: (id: string) =>
      id === 'undertone-answers' ? { textContent: responses } : null,
    get cookie() {
      return visitor.cookies;
    },
  },
  // The page has the responses that it needs; others are not requested.
  fetch: () => Promise.reject(new TypeError('The server does not send requests of a page.')),
};

for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Sets whose page is rendered next, and the responses to the page's first requests, as JSON. */
export function setVisitor(next: Visitor, preloadedResponses: string): void {
  visitor = next;
  responses = preloadedResponses;
}
