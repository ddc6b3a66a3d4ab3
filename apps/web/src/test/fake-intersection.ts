import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Notify = (entries: { isIntersecting: boolean }[]) => void;

/**
 * Replaces IntersectionObserver: jsdom has no layout, so nothing ever intersects. Call this before a
 * page opens.
 *
 * @returns a function that makes all observed elements intersect
 */
export function fakeIntersection(): () => void {
  const observing = new Set<Notify>();
  vi.stubGlobal(
    'IntersectionObserver',
    function IntersectionObserver(
      this: Pick<IntersectionObserver, 'observe' | 'disconnect'>,
      notify: Notify,
    ) {
      this.observe = () => void observing.add(notify);
      this.disconnect = () => void observing.delete(notify);
    },
  );
  return () =>
    act(() => {
      for (const notify of observing) notify([{ isIntersecting: true }]);
    });
}
