import { createDeferred } from '#lib/deferred.ts';

interface TakeLock {
  release: () => void;
  /** Settles once other tabs can lock the take. */
  released: Promise<unknown>;
}

const nameOf = (takeId: string) => `undertone-take:${takeId}`;

/** Locks that this document holds, by take id. */
const held = new Map<string, TakeLock>();
/** Locks that this document is releasing, by take id. */
const releasing = new Map<string, Promise<unknown>>();

/**
 * Locks a take, so that no other tab uses it. A lock that this document is releasing is awaited first.
 *
 * @returns whether the lock was acquired: false when this document or another tab holds it
 */
export async function lockTake(takeId: string): Promise<boolean> {
  if (held.has(takeId)) return false;
  await releasing.get(takeId);
  const { promise: holding, resolve: release } = createDeferred();
  // Without Web Locks, as in old Safari versions, two tabs may both offer the take.
  if (!('locks' in navigator)) {
    held.set(takeId, { release, released: holding });
    return true;
  }
  return new Promise((resolve, reject) => {
    const released = navigator.locks.request(nameOf(takeId), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      held.set(takeId, { release, released });
      return holding;
    });
    released.catch(reject);
  });
}

/** Whether this document holds the lock of a take. */
export function isLockedHere(takeId: string): boolean {
  return held.has(takeId);
}

/** Whether another tab holds the lock of a take. */
export async function isLockedElsewhere(takeId: string): Promise<boolean> {
  if (held.has(takeId) || !('locks' in navigator)) return false;
  await releasing.get(takeId);
  const locks = await navigator.locks.query();
  return locks.held?.some(({ name }) => name === nameOf(takeId)) ?? false;
}

/**
 * Locks a take as soon as its lock is free, in this document and in other tabs.
 *
 * @throws the signal's reason when it aborts
 */
export async function lockTakeInTurn(takeId: string, signal: AbortSignal): Promise<void> {
  while (!(await lockTake(takeId))) {
    const here = held.get(takeId)?.released;
    await (here ?? navigator.locks.request(nameOf(takeId), { signal }, () => undefined));
    signal.throwIfAborted();
  }
}

/** Unlocks a take once `lastWork` has settled; does nothing when the take is not locked here. */
export function unlockTake(takeId: string, lastWork: Promise<unknown> = Promise.resolve()): void {
  const lock = held.get(takeId);
  if (!lock) return;
  held.delete(takeId);
  releasing.set(takeId, lock.released);
  lastWork.then(lock.release, lock.release);
}
