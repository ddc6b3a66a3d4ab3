import { useEffect, useEffectEvent, useRef } from 'react';

/** How far from the screen, in CSS pixels, something begins to count as near. */
const AHEAD = 900;

/**
 * Calls when an element comes near the screen, and again each time waiting begins anew.
 *
 * @param waiting whether that is of interest just now
 * @returns the ref for the element
 */
export function useNearScreen<Target extends Element>(waiting: boolean, onNear: () => void) {
  const target = useRef<Target>(null);
  const near = useEffectEvent(onNear);

  useEffect(() => {
    if (!waiting || !target.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [waiting]);

  return target;
}
