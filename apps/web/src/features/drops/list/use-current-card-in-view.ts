import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Drop } from '#features/drops/drop.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { renderedRows } from './list-place.ts';
import { onOwnMove } from './own-moves.ts';
import { scrollToRow } from './scroll-to-row.ts';

/** A card of which at least this share is on the screen is in view. */
const SHARE_IN_VIEW = 0.5;

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
 * @param goesThere whether it scrolls to the card at once: a list that is opened again keeps its place
 */
export function useCurrentCardInView(
  drops: readonly Drop[],
  keyOf: (drop: Drop) => string,
  goesThere: boolean,
): void {
  const player = usePlayer();
  const trackId = usePlayerState(({ track }) => track?.id);
  const hasMoved = useRef(!goesThere);
  const before = useRef<{ follows: boolean; place?: Place | undefined }>({ follows: goesThere });

  const rowOf = useEffectEvent((id: string | undefined) => {
    const index = drops.findIndex((drop) => drop.id === id);
    const drop = drops[index];
    return drop && { key: keyOf(drop), index };
  });

  useEffect(() => {
    const leaving = new AbortController();
    const onMove = () => {
      hasMoved.current = true;
    };
    onOwnMove(onMove, leaving.signal);
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
      const anchor = (before.current.follows && elementOf(entered?.key)) || firstInView();
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
    onOwnMove(() => scrolling.abort(), scrolling.signal);
    show(() => rowOf(trackId), scrolling.signal);
    return () => scrolling.abort();
  }, [trackId]);
}

/** Scrolls until a row is at the top of the view. @param find see `scrollToRow` */
function show(find: Parameters<typeof scrollToRow>[0], signal: AbortSignal): void {
  const view = viewBetweenBars();
  const row = elementOf(find()?.key);
  if (!row) {
    scrollToRow(find, view.top, signal);
    return;
  }
  const { top, bottom } = row.getBoundingClientRect();
  // The first card stays where it was when it was started from the top of the page.
  if (scrollY < view.top && top >= view.top && bottom <= view.bottom) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
}

/** The part of the window between the bars at its top and its bottom, in CSS pixels. */
function viewBetweenBars(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return {
    top: Number.parseFloat(scrollPaddingTop) || 0,
    bottom: innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0),
  };
}

const elementOf = (key: string | undefined): HTMLElement | undefined =>
  renderedRows().find(({ dataset }) => dataset['key'] === key);

const firstInView = (): HTMLElement | undefined =>
  renderedRows().find((row) => row.getBoundingClientRect().bottom > viewBetweenBars().top);

const placeOf = (row: HTMLElement): Place => ({
  key: row.dataset['key'],
  top: row.getBoundingClientRect().top,
});

function isInView(row: HTMLElement | undefined): boolean {
  if (!row) return false;
  const view = viewBetweenBars();
  const { top, bottom, height } = row.getBoundingClientRect();
  const shown = Math.min(bottom, view.bottom) - Math.max(top, view.top);
  return shown >= SHARE_IN_VIEW * Math.min(height, view.bottom - view.top);
}
