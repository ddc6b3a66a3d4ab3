/** The elements of a kind in document order: those with the same tag, link and label. */
function alike(element: Element, root: ParentNode): HTMLElement[] {
  const href = element.getAttribute('href');
  return [...root.querySelectorAll<HTMLElement>(element.localName)].filter(
    (each) => each.getAttribute('href') === href && labelOf(each) === labelOf(element),
  );
}

const labelOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.textContent;

/**
 * Finds the element of a page that corresponds to one of another rendering of the page; undefined if there is none.
 *
 * @param from the root of the rendering with the element, which need not be part of the document any more
 * @param to the root of the other rendering
 */
export function findTwin(
  element: Element,
  from: ParentNode,
  to: ParentNode,
): HTMLElement | undefined {
  return alike(element, to)[alike(element, from).findIndex((each) => each === element)];
}
