import { configure, prettyDOM } from '@testing-library/react';

/*
 * Testing Library prints the page for each failed query and computes styles for each query by role,
 * which would take most of these tests' time. The page is printed only when the message is read, and
 * the style of equal elements is computed once.
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

/** What queries read of an element's style: whether it is shown, and takes presses. */
const visibleParts = ['display', 'visibility', 'opacity', 'pointerEvents'] as const;

/** Attributes that select rules of jsdom's own style sheet or of the libraries', and inline styles. */
const styledBy = ['class', 'style', 'hidden', 'type', 'open', 'dir'];

/** The visible parts of a style, and the styles of children by the children's attributes. */
interface KnownStyle {
  readonly parts: ReadonlyMap<PropertyKey, string>;
  readonly ofChildren: Map<string, KnownStyle>;
}

/**
 * Computes the style of equal elements in equal places once: jsdom matches all rules of its own style
 * sheet for each element, and a query by role reads the style of every element. jsdom computes no styles
 * of pseudo-elements, so these get an empty style.
 */
function keepComputedStyles(): void {
  const compute = window.getComputedStyle.bind(window);
  const ofPseudoElements = document.createElement('span').style;
  let ofRoots = new Map<string, KnownStyle>();
  let sheets = 0;

  /** Finds the visible parts of each element since the last change of the document. */
  let known = new WeakMap<Element, KnownStyle>();
  const changes = new MutationObserver(() => {
    known = new WeakMap();
  });
  changes.observe(document, { attributes: true, childList: true, subtree: true });

  const find = (element: Element): KnownStyle => {
    const found = known.get(element);
    if (found) return found;
    const { parentElement } = element;
    const siblings = parentElement ? find(parentElement).ofChildren : ofRoots;
    const key = [element.localName, ...styledBy.map((name) => element.getAttribute(name))].join(
      '|',
    );
    let style = siblings.get(key);
    if (!style) {
      const computed = compute(element);
      style = {
        parts: new Map(visibleParts.map((name) => [name, computed[name]])),
        ofChildren: new Map(),
      };
      siblings.set(key, style);
    }
    known.set(element, style);
    return style;
  };

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return ofPseudoElements;
    if (!element.isConnected) return compute(element);
    if (changes.takeRecords().length > 0) known = new WeakMap();
    if (document.styleSheets.length !== sheets) {
      sheets = document.styleSheets.length;
      ofRoots = new Map();
      known = new WeakMap();
    }
    const { parts } = find(element);
    let whole: CSSStyleDeclaration | undefined;
    return new Proxy(ofPseudoElements, {
      get(_, property) {
        if (property === 'getPropertyValue') {
          return (name: string) =>
            parts.get(name) ?? (whole ??= compute(element)).getPropertyValue(name);
        }
        const part = parts.get(property);
        if (part !== undefined) return part;
        whole ??= compute(element);
        const value: unknown = Reflect.get(whole, property);
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
}

/**
 * Answers the selectors that queries by text and label send for each element or for the whole page, which
 * jsdom's selector engine answers slowly.
 */
function answerSimpleSelectors(): void {
  const original = Object.getOwnPropertyDescriptors(Element.prototype);
  Object.assign(Element.prototype, {
    matches(this: Element, selector: string) {
      if (selector === '*') return true;
      if (selector === 'script, style') return /^(script|style)$/.test(this.localName);
      return original.matches.value!.call(this, selector);
    },
    querySelector(this: Element, selector: string) {
      const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1];
      const found = id === undefined ? null : this.ownerDocument.getElementById(id);
      if (found && found !== this && this.contains(found)) return found;
      return original.querySelector.value!.call(this, selector);
    },
    querySelectorAll(this: Element, selector: string) {
      return selector === '*'
        ? [...this.getElementsByTagName('*')]
        : original.querySelectorAll.value!.call(this, selector);
    },
  });
}

export function makeQueriesFast(): void {
  configure({ getElementError: elementError });
  keepComputedStyles();
  answerSimpleSelectors();
}
