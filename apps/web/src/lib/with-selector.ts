import { useRef, useSyncExternalStore } from 'react';

/**
 * `useSyncExternalStoreWithSelector` of use-sync-external-store, for the router's library: the selected part
 * of a store, which stays the same object while `isEqual` says so. The original repeats it for older React
 * versions and takes 0.2 kB more (`vite.config.ts`).
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (notify: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: unknown,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (one: Selection, other: Selection) => boolean,
): Selection {
  const last = useRef<Selection>(undefined);
  return useSyncExternalStore(subscribe, () => {
    const selection = selector(getSnapshot());
    if (last.current === undefined || !isEqual(last.current, selection)) last.current = selection;
    return last.current;
  });
}
