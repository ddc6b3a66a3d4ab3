import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { discardTake } from './discard-take.ts';
import { lockTake, unlockTake } from './take-lock.ts';
import { isFor, type TakePurpose } from './take-purpose.ts';
import { listTakes, updateTake, type Take } from './take-store.ts';

/** How long a discard can be undone, in milliseconds: the duration of a toast with an action. */
const UNDO_MS = 8000;

/** A take whose discard can be undone until `end` is called. This page holds its lock. */
export interface DiscardedTake {
  takeId: string;
  /** `replaced`: by a newer recording. */
  why: 'discarded' | 'replaced';
  /** How long the discard can be undone, in milliseconds. */
  timeLeft: number;
  undo: () => void;
  /** Deletes the take. Does nothing after `undo`. */
  end: () => void;
}

const logUnmarked = (cause: unknown) =>
  logFailure('A take could not be marked as discarded.', cause);

/**
 * Marks a take as discarded. It is deleted when the time to undo is over, or on a later visit if the page
 * is closed before.
 *
 * @param onUndo called when the discard was undone
 */
export function discardWithUndo(
  app: App,
  takeId: string,
  why: DiscardedTake['why'],
  onUndo: () => void,
): DiscardedTake {
  updateTake(takeId, { discardedAt: Date.now() }).catch(logUnmarked);
  return discardedTake(app, { takeId, why, timeLeft: UNDO_MS }, onUndo);
}

function discardedTake(
  app: App,
  discard: Pick<DiscardedTake, 'takeId' | 'why' | 'timeLeft'>,
  onUndo: () => void,
): DiscardedTake {
  const { takeId } = discard;
  let isOver = false;
  const once = (act: () => void) => () => {
    if (!isOver) act();
    isOver = true;
  };
  const undo = () => {
    updateTake(takeId, { discardedAt: null }).catch(logUnmarked);
    onUndo();
  };
  return { ...discard, undo: once(undo), end: once(() => void discardTake(app, takeId)) };
}

/** How long a discard can still be undone, in milliseconds; null for a take that is not discarded. */
const timeLeftOf = ({ discardedAt }: Take): number | null =>
  discardedAt ? discardedAt + UNDO_MS - Date.now() : null;

/**
 * Finds and locks the latest take for a purpose that was discarded shortly before the page was closed or reloaded.
 *
 * @param onUndo called with the take when the discard was undone
 */
export async function findDiscarded(
  app: App,
  userId: string,
  purpose: TakePurpose,
  onUndo: (take: Take) => void,
): Promise<DiscardedTake | null> {
  for (const take of await listTakes(userId)) {
    const timeLeft = isFor(purpose, take) ? timeLeftOf(take) : null;
    if (timeLeft === null || timeLeft <= 0 || !(await lockTake(take.id))) continue;
    return discardedTake(app, { takeId: take.id, why: 'discarded', timeLeft }, () => onUndo(take));
  }
  return null;
}

/** Deletes discarded takes whose time to undo is over. Takes of another tab are locked by it, and stay. */
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
