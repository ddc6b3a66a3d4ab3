import { accountItemPrefix, accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

const listeners = new Set<() => void>();

/**
 * The ids of the drops that a listener has queued on this device, the next one first.
 *
 * @param listener an account's id; undefined for a visitor, who has no queue
 */
export function readQueue(listener: string | undefined): readonly string[] {
  const text = (listener && readLocalItem(accountKey('queue', listener))) ?? '';
  return text.match(/\S+/g) ?? [];
}

/** Stores the queue of a listener, on this device only. */
export function storeQueue(listener: string, ids: readonly string[]): void {
  writeLocalItem(accountKey('queue', listener), ids.length > 0 ? ids.join(' ') : null);
  for (const notify of listeners) notify();
}

/** Calls `notify` when a queue may have changed, also in another tab. @returns a function that unsubscribes */
export function onQueueStored(notify: () => void): () => void {
  // Other items change every few seconds while another tab plays. All items are removed without a key.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(accountItemPrefix('queue'))) notify();
  };
  listeners.add(notify);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(notify);
    removeEventListener('storage', onStorage);
  };
}
