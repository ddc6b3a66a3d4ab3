import { useRef, useState, type CSSProperties, type MouseEvent, type PointerEvent } from 'react';

/** How far a pointer moves before it drags, in CSS pixels: until then the press may be a click. */
const SLOP = 5;

/** This near to the edge of what scrolls, a drag scrolls it, in CSS pixels. */
const EDGE = 56;

/** How far it scrolls in each frame, in CSS pixels. */
const SCROLL_STEP = 9;

interface Drag {
  /** The rows. When they are others, e.g. since the first of them plays, the drag is over. */
  ids: readonly string[];
  index: number;
  /** Where the pointer went down, in CSS pixels from the top of the window and from that of the row. */
  startY: number;
  grabbedAt: number;
  /** The height of a row, in CSS pixels. */
  height: number;
  row: HTMLElement;
  /** What scrolls the rows, if anything does. */
  scroller: HTMLElement | null;
  /** Where the pointer is, in CSS pixels from the top of the window. */
  pointerY: number;
}

interface Shown {
  ids: readonly string[];
  index: number;
  /** How far the row was moved, in CSS pixels, and by how many places. */
  offset: number;
  by: number;
  height: number;
}

/**
 * Moves the rows of a list, which are all of the same height, by dragging a handle with mouse, pen or finger. The
 * handle needs `touch-action: none`.
 *
 * @param ids of the rows, the same array while they are the same
 * @param onMove called with the number of places by which a row was moved
 */
export function useReorder(ids: readonly string[], onMove: (id: string, by: number) => void) {
  const drag = useRef<Drag>(undefined);
  const [latest, setShown] = useState<Shown>();
  const shown = latest?.ids === ids ? latest : undefined;
  const hasDragged = useRef(false);

  const end = () => {
    drag.current = undefined;
    setShown(undefined);
  };

  const show = () => {
    if (drag.current?.ids !== ids) return;
    const { index, startY, grabbedAt, height, row, pointerY } = drag.current;
    hasDragged.current ||= Math.abs(pointerY - startY) > SLOP;
    if (!hasDragged.current) return;
    const offset = pointerY - topOf(row.parentElement) - index * height - grabbedAt;
    const by = Math.min(Math.max(-index, Math.round(offset / height)), ids.length - 1 - index);
    setShown({ ids, index, offset, by, height });
  };

  const scroll = () => {
    if (!drag.current?.scroller?.isConnected) return;
    const { scroller, pointerY } = drag.current;
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    if (hasDragged.current && pointerY < top + EDGE) scroller.scrollTop -= SCROLL_STEP;
    if (hasDragged.current && pointerY > bottom - EDGE) scroller.scrollTop += SCROLL_STEP;
    if (scroller.scrollTop !== before) show();
    requestAnimationFrame(scroll);
  };

  const handlersOf = (id: string) => ({
    onPointerDown: ({ button, currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>) => {
      const row = currentTarget.closest('li');
      if (button !== 0 || !row) return;
      currentTarget.setPointerCapture(pointerId);
      hasDragged.current = false;
      drag.current = {
        ids,
        index: ids.indexOf(id),
        startY: clientY,
        grabbedAt: clientY - topOf(row),
        // Without what a press on the handle shows below.
        height: row.firstElementChild?.clientHeight ?? row.offsetHeight,
        row,
        scroller: scrollerOf(row),
        pointerY: clientY,
      };
      requestAnimationFrame(scroll);
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      if (!drag.current) return;
      drag.current.pointerY = clientY;
      show();
    },
    onPointerUp: () => {
      const by = drag.current && hasDragged.current ? (shown?.by ?? 0) : 0;
      end();
      if (by !== 0) onMove(id, by);
    },
    onPointerCancel: end,
  });

  /** The style of a row while one is dragged. */
  const styleOf = (index: number): CSSProperties | undefined => {
    if (!shown) return undefined;
    if (index === shown.index) return { transform: `translateY(${shown.offset}px)`, zIndex: 1 };
    const { index: from, by, height } = shown;
    const isPassed =
      by > 0 ? index > from && index <= from + by : index < from && index >= from + by;
    return {
      transform: isPassed ? `translateY(${by > 0 ? -height : height}px)` : undefined,
      transition: 'transform 140ms var(--ease-out)',
    };
  };

  return {
    handlersOf,
    styleOf,
    dragged: shown && ids[shown.index],
    /** Whether a click ends a drag. A key that presses the handle also sends one, which has no detail. */
    endsDrag: ({ detail }: MouseEvent) => detail > 0 && hasDragged.current,
  };
}

/** In CSS pixels from the top of the window. */
const topOf = (element: HTMLElement | null): number => element?.getBoundingClientRect().top ?? 0;

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return null;
}
