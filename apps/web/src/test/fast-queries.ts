import { configure, prettyDOM } from '@testing-library/react';

/*
 * Two things that Testing Library does at each look for an element cost more than all else in these
 * tests. Both are done only where their outcome can differ, or is read.
 */

/** A query that is tried again until it succeeds fails often, and nobody reads why: the page is printed for who does. */
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
 * Keeps computed styles until the document changes: jsdom matches all rules of its own style sheet
 * at each call, and a query by role calls it for every element of the page. jsdom computes no
 * styles of pseudo-elements: they have no content.
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
