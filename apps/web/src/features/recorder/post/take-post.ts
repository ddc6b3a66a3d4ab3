import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { isPageBeingLeft } from '#lib/page-leave.ts';
import { perClient } from '#lib/per-client.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import {
  readTake,
  updateTake,
  type PostFailure,
  type Take,
  type TakePost,
} from '#features/recorder/take/take-store.ts';
import type { DropDraft } from '#features/recorder/take/take.ts';
import { PostError, postErrorOf } from './post-error.ts';
import type { TakePosting } from './post-take.ts';

/** Told of each change of what waits to be posted, for those who post it and show it. */
const changes = perClient(() => new EventTarget());

/** Says that takes were queued, failed, were cancelled, or have left the recorder. */
export function announceQueue(client: SupabaseClient): void {
  changes(client).dispatchEvent(new Event('change'));
}

export function onQueueChange(
  client: SupabaseClient,
  listener: () => void,
  signal: AbortSignal,
): void {
  changes(client).addEventListener('change', listener, { signal });
}

/** Whether a take waits for its turn or the network, and nobody is asked. */
export function isWaiting(take: Take | undefined): take is Take & { post: TakePost } {
  return take?.post?.failure === null && !take.discardedAt;
}

/** What is kept of a failed post; null for one that was cancelled or can wait. */
export function failureOf(cause: unknown): PostFailure | null {
  const { problem, cause: reason } = postErrorOf(cause);
  if (problem === 'cancelled' || problem === 'offline') return null;
  return { problem, limit: limitReason(reason) };
}

/** Changes what is noted with a take. @returns whether the device has kept that */
async function note(change: () => Promise<boolean>): Promise<boolean> {
  try {
    return await change();
  } catch (cause) {
    logFailure('The post of a take could not be noted.', cause);
    return false;
  }
}

/** Notes that a take is to be posted, so that a closed page loses nothing. @returns whether the device has kept that */
function queueTake({ id, clip }: ReadyTake, draft: DropDraft): Promise<boolean> {
  const { duration, peaks } = clip;
  const post = { queuedAt: Date.now(), failure: null, duration, peaks };
  return note(() => updateTake(id, { draft, post }));
}

/** Notes why a take was not posted, or with null that it waits again. */
export async function noteFailure(takeId: string, failure: PostFailure | null): Promise<void> {
  await note(async () => {
    const post = (await readTake(takeId))?.post;
    return post ? updateTake(takeId, { post: { ...post, failure } }) : false;
  });
}

/** Takes a take back, which is then one that its owner has not posted yet. */
export async function unqueueTake(takeId: string): Promise<void> {
  await note(() => updateTake(takeId, { post: null }));
}

/**
 * Posts a take for its owner, who waits for the outcome. It is noted with the take first, so that a
 * reload in the middle continues.
 *
 * @returns `queued` when there is no network: the take waits on this device, and is posted later
 * @throws {PostError} when the post failed or was cancelled; the reason is noted with the take
 */
export async function postOrQueue(
  posting: TakePosting,
  send: (posting: TakePosting) => Promise<void>,
): Promise<'posted' | 'queued'> {
  const { take, draft } = posting;
  const queued = queueTake(take, draft);
  try {
    await send(posting);
    return 'posted';
  } catch (cause) {
    const error = postErrorOf(cause);
    // The take stays queued: the reload has ended the upload, and the next page posts it.
    if (isPageBeingLeft()) throw error;
    if (error.problem === 'cancelled') await unqueueTake(take.id);
    else if (error.problem !== 'offline') await noteFailure(take.id, failureOf(error));
    else if (await queued) return 'queued';
    // The device could not keep the take, which is only on this page: its owner has to try again.
    throw error.problem === 'offline' ? new PostError('upload-failed', { cause }) : error;
  }
}
