import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { canSeal } from '#lib/sealed-entries.ts';
import { discardTake } from '#features/clips/take/discard-take.ts';
import { unsealTakes } from '#features/clips/take/sealed-takes.ts';
import {
  isLockedHere,
  lockTake,
  lockTakeInTurn,
  unlockTake,
} from '#features/clips/take/take-lock.ts';
import {
  hasAudio,
  listCurrentTakes,
  listTakes,
  readTake,
  type Take,
} from '#features/clips/take/take-store.ts';
import { failureOf, PostError, postErrorOf } from '#features/clips/upload/post-error.ts';
import { recordFailure } from './post-record.ts';
import { postStoredTake } from './post-stored-take.ts';

/** The takes of an account that are on this device, contain sound and are not posted, the oldest first. */
export async function listUnpostedTakes({ client }: App, userId: string): Promise<Take[]> {
  // The account may have signed in so shortly before that the takes of its last session are not read yet.
  if (canSeal()) {
    await unsealTakes(client, userId).catch((cause: unknown) =>
      logFailure('The takes of the last session could not be read.', cause),
    );
  }
  const unposted: Take[] = [];
  for (const take of await listCurrentTakes(userId)) {
    if (!take.discardedAt && (await hasAudio(take))) unposted.unshift(take);
  }
  return unposted;
}

/**
 * Posts takes one after another, each as soon as no other recorder and no queue uses it.
 *
 * @param onWait called when the next take is in use in another tab, and when it is not any more
 * @throws {PostError} of the first that was not posted; its failure is stored with it
 */
export async function postTakes(
  app: App,
  takes: readonly Take[],
  signal: AbortSignal,
  onWait: (isInOtherTab: boolean) => void,
): Promise<void> {
  for (const { id } of takes) {
    if (!(await lockTake(id))) {
      onWait(!isLockedHere(id));
      await lockTakeInTurn(id, signal);
      onWait(false);
    }
    // The queue may have posted the take while its lock was awaited.
    const take = await readTake(id);
    if (!take || take.discardedAt) {
      unlockTake(id);
      continue;
    }
    try {
      await postStoredTake(app, take, signal);
    } catch (cause) {
      const error = signal.aborted ? new PostError('cancelled', { cause }) : postErrorOf(cause);
      const failure = failureOf(error);
      if (failure && take.post) await recordFailure(id, failure);
      unlockTake(id);
      throw error;
    }
  }
}

/** Deletes all takes of an account from this device, and the files that failed posts have uploaded. */
export async function discardAllTakes(app: App, userId: string): Promise<void> {
  for (const { id } of await listTakes(userId)) {
    await discardTake(app, id).catch((cause: unknown) =>
      logFailure('A take could not be discarded.', cause),
    );
  }
}
