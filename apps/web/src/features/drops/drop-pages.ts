import type { InfiniteData } from '@tanstack/react-query';
import type { CursorPage } from '#lib/cursor.ts';
import type { Drop } from './drop.ts';
import type { DropStore } from './drop-store.ts';

/** What every page of a list of drops has. The drops themselves are in the `DropStore`. */
export interface ListedPage {
  ids: readonly string[];
  /** When the page was requested, by `performance.now()`. */
  requestedAt: number;
  /** Whether the server was not asked for some drops because the person has heard them. */
  hasHeard?: boolean;
  /** Whether the page was read from this device without a network. */
  isKept?: boolean;
  /** Where the previous page begins; only in lists that drop pages scrolled past. */
  previous?: unknown;
  /** Which of its drops are shown; by default all of them. */
  shows?: (drop: Drop) => boolean;
  /** Which drops that arrive later are shown on the page, in the order of time; by default none. */
  accepts?: (drop: Drop) => boolean;
}

/** A page of a list that is sorted by time. */
export type DropPage = ListedPage & Omit<CursorPage<Drop>, 'items'>;

export type DropPages = InfiniteData<DropPage>;

/** The values by which lists sort drops; ISO 8601 in UTC sorts as text. */
type Position = Pick<Drop, 'createdAt' | 'id'>;

/** Whether one drop stands before another, newest first. */
export function isNewer(one: Position, other: Position): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id > other.id;
}

/** Whether a list has its newest page, which a long list drops while scrolled down. */
export function hasHead([first]: readonly ListedPage[]): boolean {
  return first?.previous === undefined;
}

/** Has a page accept the drops of a list that are newer than those of the next page. */
export function acceptingArrivals(page: DropPage, isOfList = (_drop: Drop) => true): DropPage {
  const { next } = page;
  return { ...page, accepts: (drop) => isOfList(drop) && (!next || isNewer(drop, next)) };
}

const isUnmuted = ({ isMuted }: Drop) => !isMuted;

/** Has a page leave out what the viewer mutes later. */
export function withoutMuted<Page extends ListedPage>(page: Page): Page {
  const { accepts } = page;
  return {
    ...page,
    shows: isUnmuted,
    ...(accepts && { accepts: (drop: Drop) => isUnmuted(drop) && accepts(drop) }),
  };
}

/** The drops of a list as they are shown, each once. */
export function listedDrops(store: DropStore, pages: readonly ListedPage[]): readonly Drop[] {
  const listed = new Map<string, Drop>();
  for (const { ids, shows = () => true } of pages) {
    for (const id of ids) {
      const drop = store.get(id);
      if (drop && shows(drop)) listed.set(id, drop);
    }
  }
  const drops = [...listed.values()];
  for (const { drop, requestedAt } of hasHead(pages) ? store.arrivals() : []) {
    const page = pages.find(({ accepts }) => accepts?.(drop));
    if (!page || page.requestedAt > requestedAt || listed.has(drop.id)) continue;
    const place = drops.findIndex((other) => isNewer(drop, other));
    drops.splice(place === -1 ? drops.length : place, 0, drop);
  }
  return drops;
}
