import { useSyncExternalStore } from 'react';
import { accountKey } from '#lib/account-local-storage.ts';
import { writeLocalItem } from '#lib/local-item.ts';
import { readFinishedDrops } from './finished-drops.ts';

/** How many drops are stored. The oldest are removed first. */
const MAX_FINISHED = 2000;

const listeners = new Set<() => void>();

/** Stores that a listener has played a drop to the end, on this device only. */
export function storeFinishedDrop(listener: string, dropId: string): void {
  const others = [...readFinishedDrops(listener)].filter((id) => id !== dropId);
  const latest = [...others, dropId].slice(-MAX_FINISHED);
  writeLocalItem(accountKey('finished', listener), latest.join(' '));
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  // Another tab may have stored a drop.
  addEventListener('storage', notify);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', notify);
  };
}

/** Like `readFinishedDrops`; renders again when there is another. */
export const useFinishedDrops = (listener: string | undefined): ReadonlySet<string> =>
  useSyncExternalStore(subscribe, () => readFinishedDrops(listener));
