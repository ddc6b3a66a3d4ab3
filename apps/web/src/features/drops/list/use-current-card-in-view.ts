import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { renderedRows } from './list-place.ts';
import { scrollToRow } from './scroll-to-row.ts';

/** Where the current card stands, below the top bar, in CSS pixels from the top of the window. */
const TOP = 80;

/** The height of the bars at the bottom of the window, in CSS pixels. */
const BOTTOM = 80;

/** A card of which at least this share is on the screen is in view. */
const SHARE_IN_VIEW = 0.5;

/** What a person does to scroll. */
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** A row, and its distance from the top of the window, in CSS pixels. */
interface Place {
  key: string | undefined;
  top: number;
}

/**
 * Scrolls the page along with the card of the current track, unless the person has scrolled it out of view. The other
 * cards stay in their places when the current one becomes large.
 *
 * @param drops the rows of the list
 */
export function useCurrentCardInView(drops: readonly Drop[], keyOf: (drop: Drop) => string): void {
  const player = usePlayer();
  const trackId = usePlayerState(({ track }) => track?.id);
  const hasMoved = useRef(false);
  const before = useRef<{ follows: boolean; place?: Place | undefined }>({ follows: true });

  const rowOf = useEffectEvent((id: string | undefined) => {
    const index = drops.findIndex((drop) => drop.id === id);
    const drop = drops[index];
    return drop && { key: keyOf(drop), index };
  });

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onMove = () => {
      hasMoved.current = true;
    };
    for (const move of OWN_MOVES) addEventListener(move, onMove, { passive: true, signal });
    let shown = player.getState().track?.id;
    // Before React shows the next track, while the cards have their sizes.
    const unsubscribe = player.subscribe(() => {
      const next = player.getState().track?.id;
      if (next === shown) return;
      const [left, entered] = [rowOf(shown), rowOf(next)];
      shown = next;
      // While a drop of another list plays from the queue, the place in this one is kept.
      if (hasMoved.current && left) before.current.follows = isInView(elementOf(left.key));
      if (before.current.follows) hasMoved.current = false;
      const anchor = elementOf(entered?.key) ?? firstInView();
      before.current.place = anchor && placeOf(anchor);
    });
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [player]);

  useLayoutEffect(() => {
    const { follows, place } = before.current;
    const anchor = place && elementOf(place.key);
    if (anchor) {
      const moved = anchor.getBoundingClientRect().top - place.top;
      if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
    }
    if (!follows || !rowOf(trackId)) return undefined;
    const scrolling = new AbortController();
    const { signal } = scrolling;
    for (const move of OWN_MOVES) {
      addEventListener(move, () => scrolling.abort(), { passive: true, signal });
    }
    show(() => rowOf(trackId), signal);
    return () => scrolling.abort();
  }, [trackId]);
}

/** Scrolls until a row is in its place. @param find see `scrollToRow` */
function show(find: Parameters<typeof scrollToRow>[0], signal: AbortSignal): void {
  const row = elementOf(find()?.key);
  if (!row) {
    scrollToRow(find, TOP, signal);
    return;
  }
  const { top, bottom } = row.getBoundingClientRect();
  // The first card stays where it was pressed to play.
  if (top >= TOP && bottom <= innerHeight - BOTTOM && scrollY < TOP) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: top - TOP, behavior: isStill ? 'instant' : 'smooth' });
}

const elementOf = (key: string | undefined): HTMLElement | undefined =>
  renderedRows().find(({ dataset }) => dataset['key'] === key);

const firstInView = (): HTMLElement | undefined =>
  renderedRows().find((row) => row.getBoundingClientRect().bottom > TOP);

const placeOf = (row: HTMLElement): Place => ({
  key: row.dataset['key'],
  top: row.getBoundingClientRect().top,
});

function isInView(row: HTMLElement | undefined): boolean {
  if (!row) return false;
  const { top, bottom, height } = row.getBoundingClientRect();
  const shown = Math.min(bottom, innerHeight - BOTTOM) - Math.max(top, TOP);
  return shown >= SHARE_IN_VIEW * Math.min(height, innerHeight - TOP - BOTTOM);
}
