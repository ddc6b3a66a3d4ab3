import { configure, prettyDOM } from '@testing-library/react';

/*
 * Testing Library prints the page for each failed query and computes styles for each query by role,
 * which would take most of these tests' time. The page is printed only when the message is read, and
 * styles are computed only after the document has changed.
 */

/** An error that prints the page only when its message is read: queries that are retried fail often unread. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  });
  return error;
}

/**
 * Caches computed styles until the document changes: jsdom matches all rules of its own style sheet
 * at each call, and a query by role computes the style of every element. jsdom computes no
 * styles of pseudo-elements, so these get an empty style.
 */
function keepComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const ofPseudoElements = document.createElement('span').style;
  let known = new WeakMap<Element, CSSStyleDeclaration>();
  const forget = () => {
    known = new WeakMap();
  };
  const changes = new MutationObserver(forget);
  changes.observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return ofPseudoElements;
    if (!element.isConnected) return compute(element);
    if (changes.takeRecords().length > 0) forget();
    const style = known.get(element) ?? compute(element);
    known.set(element, style);
    return style;
  };
}

export function makeQueriesFast(): void {
  configure({ getElementError: elementError });
  keepComputedStyles();
}
