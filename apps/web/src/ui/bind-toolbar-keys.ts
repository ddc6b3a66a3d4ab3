/**
 * Makes each `role="toolbar"` of the page one stop of the Tab key: arrow keys, Home and End go from one of
 * its buttons and links to another, and Tab comes back to the one that had the focus last. Until this
 * code has come, each of them is a stop.
 *
 * @returns a function that unbinds the keys
 */
export function bindToolbarKeys(page: Document = document): () => void {
  const bound = new AbortController();
  const { signal } = bound;
  page.addEventListener(
    'focusin',
    ({ target }) => {
      for (const item of itemsBeside(target)) item.tabIndex = item === target ? 0 : -1;
    },
    { signal },
  );
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const items = itemsBeside(event.target);
      const index = items.findIndex((item) => item === event.target);
      const next = nextIndex(event.key, index, items.length);
      if (index === -1 || next === undefined) return;
      event.preventDefault();
      items[next]?.focus();
    },
    { signal },
  );
  return () => bound.abort();
}

/** The items of the toolbar in which an element is; none outside of toolbars. */
function itemsBeside(target: EventTarget | null): HTMLElement[] {
  const bar = target instanceof Element ? target.closest('[role=toolbar]') : null;
  return [...(bar?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
