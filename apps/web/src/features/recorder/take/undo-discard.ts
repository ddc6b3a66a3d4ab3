import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { discardTake } from './discard-take.ts';
import { lockTake, unlockTake } from './take-lock.ts';
import { listTakes, updateTake, type Take } from './take-store.ts';

/** How long a discarded take can be brought back, in milliseconds: as long as a toast with an action stays. */
const UNDO_MS = 8000;

/** A take that is out of the recorder, and can be brought back until `end` is called. This page holds its lock. */
export interface TakeAside {
  takeId: string;
  /** `replaced`: by the recording after it. */
  why: 'discarded' | 'replaced';
  /** How long it can be brought back, in milliseconds. */
  timeLeft: number;
  undo: () => void;
  /** Deletes the take. Does nothing after `undo`. */
  end: () => void;
}

const logUnnoted = (cause: unknown) =>
  logFailure('It could not be noted that a take was discarded.', cause);

/**
 * Marks a take as discarded. It is deleted when its time is over, or where the page is closed before, at
 * a later visit.
 *
 * @param onUndo called when the take has been brought back
 */
export function setAside(
  app: App,
  takeId: string,
  why: TakeAside['why'],
  onUndo: () => void,
): TakeAside {
  updateTake(takeId, { discardedAt: Date.now() }).catch(logUnnoted);
  return takeAside(app, { takeId, why, timeLeft: UNDO_MS }, onUndo);
}

function takeAside(
  app: App,
  aside: Pick<TakeAside, 'takeId' | 'why' | 'timeLeft'>,
  onUndo: () => void,
): TakeAside {
  const { takeId } = aside;
  let isOver = false;
  const once = (act: () => void) => () => {
    if (!isOver) act();
    isOver = true;
  };
  const undo = () => {
    updateTake(takeId, { discardedAt: null }).catch(logUnnoted);
    onUndo();
  };
  return { ...aside, undo: once(undo), end: once(() => void discardTake(app, takeId)) };
}

/** How long a take can still be brought back, in milliseconds; null for one that is not discarded. */
const timeLeftOf = ({ discardedAt }: Take): number | null =>
  discardedAt ? discardedAt + UNDO_MS - Date.now() : null;

/**
 * The latest take that was discarded shortly before the page was closed or reloaded, locked.
 *
 * @param onUndo called with the take when it has been brought back
 */
export async function findDiscarded(
  app: App,
  userId: string,
  onUndo: (take: Take) => void,
): Promise<TakeAside | null> {
  for (const take of await listTakes(userId)) {
    const timeLeft = timeLeftOf(take);
    if (timeLeft === null || timeLeft <= 0 || !(await lockTake(take.id))) continue;
    return takeAside(app, { takeId: take.id, why: 'discarded', timeLeft }, () => onUndo(take));
  }
  return null;
}

/** Deletes the takes whose time is over. Those that another tab may bring back are locked by it. */
export async function deleteExpired(app: App, userId: string): Promise<void> {
  try {
    for (const take of await listTakes(userId)) {
      const timeLeft = timeLeftOf(take);
      if (timeLeft === null || timeLeft > 0 || !(await lockTake(take.id))) continue;
      await discardTake(app, take.id);
      unlockTake(take.id);
    }
  } catch (cause) {
    logFailure('Discarded takes could not be deleted.', cause);
  }
}
