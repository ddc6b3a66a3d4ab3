import { useSyncExternalStore } from 'react';

function subscribe(notify: () => void): () => void {
  addEventListener('focus', notify);
  addEventListener('blur', notify);
  document.addEventListener('visibilitychange', notify);
  return () => {
    removeEventListener('focus', notify);
    removeEventListener('blur', notify);
    document.removeEventListener('visibilitychange', notify);
  };
}

/** Whether the page is in front of the person: visible, in the window that has the focus. */
export function usePageActive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible' && document.hasFocus(),
  );
}
