import { useSyncExternalStore } from 'react';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

const KEY = 'undertone:skip-silence';

const listeners = new Set<() => void>();

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether the player shortens long pauses on this device; false by default. */
export const useSkipsSilence = (): boolean =>
  useSyncExternalStore(subscribe, () => readLocalItem(KEY) !== null);

export function storeSkipsSilence(isOn: boolean): void {
  writeLocalItem(KEY, isOn ? 'yes' : null);
  for (const notify of listeners) notify();
}
