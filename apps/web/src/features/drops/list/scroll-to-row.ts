import { renderedRows } from './list-place.ts';

/** For how long a row is kept in its place, while what stands above it still changes its height, ms. */
const SETTLE_MS = 1500;

/**
 * Scrolls the page until a row of a long list is at a distance from the top of the window. Only the rows
 * near the screen are rendered, so the way to the others is estimated by the heights of those.
 *
 * @param find returns the row's key and its index in the list, as soon as the list has it
 * @param top the distance in CSS pixels
 * @param signal ends it, e.g. when the person scrolls
 */
export function scrollToRow(
  find: () => { key: string; index: number } | undefined,
  top: number,
  signal: AbortSignal,
): void {
  const end = performance.now() + SETTLE_MS;
  const look = () => {
    if (signal.aborted) return;
    const row = find();
    const moved = row ? topOf(row) - top : 0;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
    if (performance.now() < end) requestAnimationFrame(look);
  };
  look();
}

/** The distance of a row from the top of the window, in CSS pixels. */
function topOf({ key, index }: { key: string; index: number }): number {
  const rows = renderedRows();
  const row = rows.find(({ dataset }) => dataset['key'] === key);
  if (row) return row.getBoundingClientRect().top;
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return 0;
  const { top } = first.getBoundingClientRect();
  const height = (last.getBoundingClientRect().bottom - top) / rows.length;
  const place = Number(first.querySelector('[aria-posinset]')?.getAttribute('aria-posinset')) - 1;
  return top + (index - place) * height;
}
