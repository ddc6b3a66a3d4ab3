import type * as TestingLibrary from '@testing-library/dom';

/** An exact text or a regular expression. */
type Matcher = string | Pick<RegExp, 'source' | 'flags'>;

/** Describes an element by its role and name, its label or its text. */
export type Query = (
  | { readonly role: string; readonly name?: Matcher }
  | { readonly label: Matcher }
  | { readonly text: Matcher }
) & { readonly within?: Query };

/** The result of a query, with properties of the first element. */
export interface Finding {
  readonly count: number;
  readonly text: string;
  /** The value of a field. */
  readonly value: string;
  /** Position and size in CSS pixels of the viewport. */
  readonly box: { x: number; y: number; width: number; height: number };
  /** Whether a press on its centre hits the element or its parent's content. */
  readonly isReachable: boolean;
}

/** Testing Library's queries, which are loaded into the page beforehand. */
declare const TestingLibraryDom: typeof TestingLibrary;

/**
 * Runs a query. This function runs in the page, and must not refer to anything else in this module.
 *
 * @param bringsIntoView whether to scroll to an element that a press would not reach
 */
export function findInPage(query: Query, bringsIntoView: boolean): Finding {
  const matcher = (pattern: Matcher): string | RegExp =>
    typeof pattern === 'string' ? pattern : new RegExp(pattern.source, pattern.flags);

  const findWithin = (scope: HTMLElement, query: Query): HTMLElement[] => {
    const { queryAllByLabelText, queryAllByRole, queryAllByText } = TestingLibraryDom;
    if ('role' in query) {
      const { role, name } = query;
      return queryAllByRole(scope, role, name === undefined ? {} : { name: matcher(name) });
    }
    return 'label' in query
      ? queryAllByLabelText(scope, matcher(query.label))
      : queryAllByText(scope, matcher(query.text));
  };
  const find = (query: Query): HTMLElement[] => {
    const scopes = query.within ? find(query.within) : [document.body];
    return scopes.flatMap((scope) => findWithin(scope, query));
  };
  const isShown = (element: HTMLElement): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const isReachable = (element: HTMLElement): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.parentElement ?? element).contains(hit);
  };

  const elements = find(query).filter(isShown);
  const [first] = elements;
  if (!first) {
    const box = { x: 0, y: 0, width: 0, height: 0 };
    return { count: 0, text: '', value: '', box, isReachable: false };
  }
  if (bringsIntoView && !isReachable(first)) {
    first.scrollIntoView({ block: 'center', behavior: 'instant' });
  }
  const { x, y, width, height } = first.getBoundingClientRect();
  return {
    count: elements.length,
    text: first.innerText,
    value: 'value' in first ? String(first.value) : '',
    box: { x, y, width, height },
    isReachable: isReachable(first),
  };
}
