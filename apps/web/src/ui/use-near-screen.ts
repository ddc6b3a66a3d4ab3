import { useEffect, useEffectEvent, useRef } from 'react';

/** How far from the screen, in CSS pixels, an element counts as near: what it asks for is to be there before it is seen. */
const AHEAD = 900;

/**
 * Calls when an element comes near the screen, and again each time waiting begins anew.
 *
 * @param waiting whether anybody waits for it
 * @param ahead how far from the screen counts as near, in CSS pixels
 * @returns the ref for the element
 */
export function useNearScreen<Target extends Element>(
  waiting: boolean,
  onNear: () => void,
  ahead = AHEAD,
) {
  const target = useRef<Target>(null);
  const near = useEffectEvent(onNear);

  useEffect(() => {
    if (!waiting || !target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `${ahead}px` },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [waiting, ahead]);

  return target;
}
