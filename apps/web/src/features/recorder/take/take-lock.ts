interface Hold {
  letGo: () => void;
  /** Settles once others can take hold of it. */
  gone: Promise<unknown>;
}

/** Takes that this page holds. */
const held = new Map<string, Hold>();
/** Takes that this page is about to let go of. */
const leaving = new Map<string, Promise<unknown>>();

/**
 * Takes hold of a take, so that no other tab works on it. One that this page is
 * about to let go of is waited for.
 *
 * @returns whether it is ours now: not when another tab has it, nor when this one has it already
 */
export async function holdTake(takeId: string): Promise<boolean> {
  if (held.has(takeId)) return false;
  await leaving.get(takeId);
  const { promise: holding, resolve: letGo } = Promise.withResolvers<void>();
  // Without Web Locks, as in an old Safari, two tabs may both offer the take.
  if (!('locks' in navigator)) {
    held.set(takeId, { letGo, gone: holding });
    return true;
  }
  return new Promise((resolve, reject) => {
    const name = `undertone-take:${takeId}`;
    const gone = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      held.set(takeId, { letGo, gone });
      return holding;
    });
    gone.catch(reject);
  });
}

/** Lets go of a take once some last work on it has settled; does nothing when it is not held. */
export function releaseTake(takeId: string, lastWork: Promise<unknown> = Promise.resolve()): void {
  const hold = held.get(takeId);
  if (!hold) return;
  held.delete(takeId);
  leaving.set(takeId, hold.gone);
  lastWork.then(hold.letGo, hold.letGo);
}
