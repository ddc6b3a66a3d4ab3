import { useEffect, useEffectEvent, useRef } from 'react';

/** How far from the screen an element counts as near, in CSS pixels: enough for its content to load before it is seen. */
const AHEAD = 900;

/**
 * Calls `onNear` when an element comes near the screen, once for each time that `waiting` becomes
 * true.
 *
 * @param waiting whether to observe the element
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
