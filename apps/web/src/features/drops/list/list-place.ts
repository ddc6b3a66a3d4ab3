import type { ListedPage } from '#features/drops/drop-pages.ts';
import type { Drop } from '#features/drops/drop.ts';
import { readTabItem, writeTabItem } from '#lib/local-item.ts';

/** Where somebody is in a long list: which row is the first on the screen, and where it stands. */
export interface ListPlace {
  /** The row's drop, then those of the rows near it, the nearest first: one of them replaces a drop that is gone. */
  ids: string[];
  /** The distance of the row from the top of the window, in CSS pixels. */
  top: number;
  /** How many pages are to be read, from the start, to reach the row. */
  pages: number;
  /** Where the row's page begins, if the list is to be read from there and not from its start. */
  from?: unknown;
}

/** The place of one list, by the entry of the tab's history in which it is shown. */
interface StoredPlace extends ListPlace {
  entry: string;
  source: string;
  /** When the page was loaded. */
  loadedAt: number;
}

/** Reading a list from its start, one page after the other, takes at most this many requests. */
export const PAGES_READ = 10;

/** How many rows are stored beside the first on the screen. */
const NEIGHBOURS = 20;

/** The height of the top bar, under which rows scroll, in CSS pixels. */
const TOP_BAR = 64;

const KEY = 'undertone:list-place';

/** The rendered rows of the long list on the page, from the top down. */
export const renderedRows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[role=feed] > [data-key]'),
];

/**
 * Returns the place in the list on the page; null at the start of the page.
 *
 * @param keyOf returns the key of a drop's row
 */
export function currentPlace(
  drops: readonly Drop[],
  keyOf: (drop: Drop) => string,
  pages: readonly (ListedPage & { next?: unknown })[],
): ListPlace | null {
  const first = renderedRows().find((row) => row.getBoundingClientRect().bottom > TOP_BAR);
  const index = drops.findIndex((drop) => keyOf(drop) === first?.dataset['key']);
  const drop = drops[index];
  if (scrollY < 1 || !first || !drop) return null;
  const found = pages.findIndex(({ ids }) => ids.includes(drop.id));
  // A drop that has arrived later is above the first page.
  const page = Math.max(0, found);
  // Only a list that continues in both directions can be read from its middle.
  const canBegin = pages.some(({ previous }) => previous !== undefined);
  const isFar = pages[0]?.previous !== undefined || page >= PAGES_READ;
  return {
    ids: nearestFirst(drops, index)
      .slice(0, NEIGHBOURS + 1)
      .map(({ id }) => id),
    top: first.getBoundingClientRect().top,
    pages: page + 1,
    ...(canBegin && isFar && { from: startOf(pages, page) }),
  };
}

/** The items of a list in the order of their distance from one of them. */
function nearestFirst<Item>(items: readonly Item[], index: number): Item[] {
  const distance = (other: number) => Math.abs(other - index);
  return [...items.entries()]
    .toSorted(([one], [other]) => distance(one) - distance(other))
    .map(([, item]) => item);
}

function startOf(pages: readonly (ListedPage & { next?: unknown })[], page: number): unknown {
  if (page > 0) return pages[page - 1]?.next;
  // The list then begins after its first row, which the page before it has.
  const { newer: _, ...start } = Object(pages[0]?.previous);
  return start;
}

/** Stores the place of a list until the page is loaded again; null removes it. */
export function storePlace(entry: string, source: string, place: ListPlace | null): void {
  const loadedAt = performance.timeOrigin;
  const stored: StoredPlace | null = place && { ...place, entry, source, loadedAt };
  writeTabItem(KEY, stored && JSON.stringify(stored));
}

/**
 * The stored place of a list; null if there is none for it in this entry of the tab's history, or if it was stored
 * since the page was loaded: the router knows the way back then.
 */
export function storedPlace(entry: string, source: string): ListPlace | null {
  const stored: StoredPlace | null = JSON.parse(readTabItem(KEY) ?? 'null');
  const isOfList = stored?.entry === entry && stored.source === source;
  return isOfList && stored.loadedAt !== performance.timeOrigin ? stored : null;
}
