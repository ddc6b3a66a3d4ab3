import { act, fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** The height of every row, in CSS pixels. */
export const ROW = 300;

const VIEW = 600;

/**
 * jsdom has no layout: this lays out the rows of a long list, all of the same height, below one another by
 * their margins, with the list at the top of the page.
 */
export function fakeLayout() {
  vi.stubGlobal('innerHeight', VIEW);
  vi.stubGlobal('scrollY', 0);
  const scrollBy = vi.fn(({ top = 0 }: ScrollToOptions) => {
    vi.stubGlobal('scrollY', scrollY + top);
    // Browsers dispatch the event before the next frame.
    requestAnimationFrame(() => void fireEvent.scroll(window));
  });
  vi.stubGlobal('scrollBy', scrollBy);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    let top = -scrollY;
    if (this.dataset['key'] !== undefined) {
      for (const row of this.parentElement?.children ?? []) {
        if (!(row instanceof HTMLElement)) continue;
        top += Number.parseFloat(row.style.marginTop || '0');
        if (row === this) break;
        top += ROW;
      }
    }
    const height = this.dataset['key'] === undefined ? 0 : ROW;
    const box = { x: 0, y: top, top, left: 0, right: 600, width: 600 };
    return { ...box, height, bottom: top + height, toJSON: () => box };
  });
  return {
    scrollBy,
    scrollTo: (top: number) => {
      vi.stubGlobal('scrollY', top);
      act(() => void fireEvent.scroll(window));
    },
  };
}
