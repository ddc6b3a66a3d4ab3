import { useCallback, useSyncExternalStore } from 'react';

/**
 * Below this width the app has its mobile layout: drawer, bottom bar, short labels. 768 px, and more where the
 * browser's text is larger; the same as `md` in class names.
 */
const MOBILE_BREAKPOINT = '48rem';

/** Whether a media query matches; renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

export function useIsMobile(): boolean {
  return useMediaQuery(`(width < ${MOBILE_BREAKPOINT})`);
}
