import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { isPageBeingLeft } from '#lib/page-leave.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import type { SendTake } from '#features/clips/take/finished-takes.ts';
import { readTake, updateTake } from '#features/clips/take/take-store.ts';
import {
  failureOf,
  PostError,
  postErrorOf,
  type PostFailure,
} from '#features/clips/upload/post-error.ts';
import { dropDraftOf, type DropDraft } from '#features/recorder/drop-draft.ts';
import type { TakePosting } from './post-take.ts';
import { showPost, type ShowPostOptions } from './show-post.ts';

/** Updates the post of a stored take. @returns whether it was stored on the device */
async function updatePost(update: () => Promise<boolean>): Promise<boolean> {
  try {
    return await update();
  } catch (cause) {
    logFailure('The post of a take could not be stored.', cause);
    return false;
  }
}

/** Stores that a take is to be posted, so that closing the page loses nothing. @returns whether it was stored */
function queueTake({ id, clip }: ReadyTake, draft: DropDraft): Promise<boolean> {
  const { duration, peaks } = clip;
  const post = { queuedAt: Date.now(), failure: null, duration, peaks };
  return updatePost(() => updateTake(id, { draft, post }));
}

/** Stores why a take was not posted, or with null that it waits again. */
export async function recordFailure(takeId: string, failure: PostFailure | null): Promise<void> {
  await updatePost(async () => {
    const post = (await readTake(takeId))?.post;
    return post ? updateTake(takeId, { post: { ...post, failure } }) : false;
  });
}

/** Removes a take from the queue. */
export async function unqueueTake(takeId: string): Promise<void> {
  await updatePost(() => updateTake(takeId, { post: null }));
}

/**
 * Posts a take whose owner waits for the outcome. The take is queued first, so that the post continues
 * after a reload.
 *
 * @returns `queued` when there is no network: the take waits on this device, and is posted later
 * @throws {PostError} when the post failed or was cancelled; the failure is stored with the take
 */
async function postOrQueue(
  app: App,
  posting: TakePosting,
  options: ShowPostOptions,
): Promise<'posted' | 'queued'> {
  const { take, draft } = posting;
  const queued = queueTake(take, draft);
  try {
    await showPost(app, posting, options);
    return 'posted';
  } catch (cause) {
    const error = postErrorOf(cause);
    // The take stays queued: the reload has aborted the upload, and the next page posts the take.
    if (isPageBeingLeft()) throw error;
    if (error.problem === 'offline') {
      if (await queued) return 'queued';
      // The take could not be stored, and is only in this page's memory: its owner has to try again.
      throw new PostError('upload-failed', { cause });
    }
    if (error.problem === 'cancelled') {
      await unqueueTake(take.id);
    } else {
      logFailure('The drop was not posted.', error);
      await recordFailure(take.id, failureOf(error));
    }
    throw error;
  }
}

/** Posts a finished take of an account as a drop. */
export const dropSender =
  (app: App, userId: string): SendTake =>
  (take, draft, options) =>
    postOrQueue(app, { userId, take, draft: dropDraftOf(draft) }, options);
