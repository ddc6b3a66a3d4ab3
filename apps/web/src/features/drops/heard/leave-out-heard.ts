import { useSyncExternalStore } from 'react';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

const KEY = 'undertone:leave-out-heard';

const listeners = new Set<() => void>();

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Whether lists on this device leave out what the person has heard to the end; false by default. */
export const useLeavesOutHeard = (): boolean =>
  useSyncExternalStore(subscribe, () => readLocalItem(KEY) !== null);

export function storeLeavesOutHeard(isOn: boolean): void {
  writeLocalItem(KEY, isOn ? 'yes' : null);
  for (const notify of listeners) notify();
}
