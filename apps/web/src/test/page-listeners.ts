// This module listens for all apps, so its listeners are added before any are recorded.
import '#lib/page-leave.ts';

/*
 * Each app of a test listens to the end of the page, and its router patches the history. As the tests of a
 * worker share one window, the listeners and patches of a thousand apps would take a tenth of their time.
 */

/** Events of the window to which only an app listens, and to which it listens until its page ends. */
const types = new Set(['pagehide', 'pageshow', 'beforeunload', 'popstate']);

let listeners: Parameters<typeof window.addEventListener>[] = [];

/** Records the listeners that are added from now on. */
export function recordPageListeners(): void {
  const add = window.addEventListener.bind(window);
  window.addEventListener = (...given: Parameters<typeof add>) => {
    if (types.has(given[0])) listeners.push(given);
    add(...given);
  };
}

/** Ends the page of a test: removes its listeners, and the routers' patches of the history. */
export function endPage(): void {
  for (const [type, listener, options] of listeners) {
    window.removeEventListener(type, listener, options);
  }
  listeners = [];
  for (const method of ['pushState', 'replaceState']) Reflect.deleteProperty(history, method);
}
