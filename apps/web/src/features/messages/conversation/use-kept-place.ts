import { useCallback, useLayoutEffect, useRef } from 'react';

/** Up to this distance from its end, in CSS pixels, a log counts as being at its end. */
const NEAR_END = 48;

interface Anchor {
  element: Element;
  top: number;
  /** Of the scroller. */
  scrollTop: number;
}

/**
 * Keeps a scroller in its place whose content grows at both ends, also in browsers without scroll anchoring: at its
 * end it stays there, and elsewhere the rows on the screen do not move. Its CSS direction is `column-reverse`, so that
 * the end is at 0.
 *
 * @param isComplete whether the end of the content is the end of what it shows a part of
 * @param onEnd is called when the scroller comes to its end, or leaves it
 */
export function useKeptPlace(isComplete: boolean, onEnd: (isAtEnd: boolean) => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(isComplete);
  const anchor = useRef<Anchor>(undefined);

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const isNear = box.scrollTop > -NEAR_END;
    if (isNear !== isAtEnd.current) {
      isAtEnd.current = isNear;
      onEnd(isNear);
    }
    anchor.current = firstInSight(box);
  }, [onEnd]);

  // After each rendering: any may have added or removed rows.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const kept = anchor.current;
    if (isAtEnd.current && isComplete) box.scrollTop = 0;
    else if (kept?.element.isConnected) {
      // Without the distance of a scroll whose event has not arrived yet.
      const scrolled = box.scrollTop - kept.scrollTop;
      const moved = kept.element.getBoundingClientRect().top - kept.top + scrolled;
      if (Math.abs(moved) >= 1) box.scrollTop += moved;
    }
    look();
  });

  /** Goes to the end, and stays there. */
  const goToEnd = useCallback(() => {
    isAtEnd.current = true;
    onEnd(true);
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [onEnd]);
  return { scroller, look, goToEnd };
}

function firstInSight(box: HTMLElement): Anchor | undefined {
  const { top: boxTop } = box.getBoundingClientRect();
  for (const element of box.querySelectorAll('[data-message]')) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > boxTop) return { element, top, scrollTop: box.scrollTop };
  }
  return undefined;
}
