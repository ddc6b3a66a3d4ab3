import { useEffect } from 'react';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { showReaction } from '#features/drops/show-reaction.ts';
import { showFollow, writeQueuedFollow } from '#features/people/follow-mutations.ts';
import type { Following } from '#features/people/following.ts';
import { invalidateFollows } from '#features/people/invalidate-people.ts';
import { writeReaction } from '#features/reactions/mutations.ts';
import { storedUserId } from '#lib/account-key.ts';
import { useApp, type App } from '#lib/app.ts';
import { errorCode, isFinalAnswer, isTokenRefused } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import {
  listQueuedChanges,
  onQueuedChange,
  queueVisitorsLike,
  removeQueuedChange,
  type QueuedChange,
} from '#lib/queued-changes.ts';
import { workInTurn } from '#lib/work-in-turn.ts';

/** Sends the changes that wait on this device, when the page opens and when the network is back. Renders nothing. */
export default function QueuedChanges({ userId }: { userId: string }) {
  const app = useApp();
  useEffect(
    () => ('indexedDB' in window ? sendQueuedChanges(app, userId) : undefined),
    [app, userId],
  );
  return null;
}

/**
 * Sends an account's queued changes until none is left: now, when another one is queued, when the network is back,
 * and after growing delays while the backend does not respond.
 *
 * @returns a function that ends this
 */
export function sendQueuedChanges(app: App, userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const sending = workInTurn(
    `undertone-queued:${userId}`,
    signal,
    () => sendChanges(app, userId, signal),
    (cause) => logFailure('Queued changes could not be sent yet.', cause),
  );
  onQueuedChange(app.client, sending.start, signal);
  sending.start();
  return () => {
    ended.abort();
    sending.stop();
  };
}

/** Sends an account's queued changes once. @throws when changes still wait */
export async function sendChanges(app: App, userId: string, signal: AbortSignal): Promise<void> {
  if (!signal.aborted && storedUserId(app.client) === userId) await queueVisitorsLike(userId);
  for (;;) {
    const [change] = await listQueuedChanges(userId);
    if (!change || signal.aborted || storedUserId(app.client) !== userId) return;
    if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
    let isRefused = false;
    try {
      await write(app, change);
    } catch (cause) {
      // A drop that is gone, for example, ends its like.
      isRefused = isFinalAnswer(cause) && !isTokenRefused(cause) && errorCode(cause) !== 'PT429';
      if (!isRefused) throw cause;
    }
    await removeQueuedChange(change);
    if (!signal.aborted) showSent(app, change, isRefused);
  }
}

function write({ client }: App, { kind, userId, targetId, wanted }: QueuedChange): Promise<void> {
  if (kind === 'follow') return writeQueuedFollow(client, userId, targetId, wanted !== 'none');
  return writeReaction(client, kind, targetId, wanted === 'on');
}

/** Shows a change that the server has, or that it has refused, and refetches what depends on it. */
function showSent({ queryClient }: App, change: QueuedChange, isRefused: boolean): void {
  const { kind, targetId, wanted } = change;
  if (kind === 'follow') {
    if (isFollowing(wanted) && !isRefused) showFollow(queryClient, targetId, wanted);
    invalidateFollows(queryClient);
    return;
  }
  showReaction(queryClient, kind, targetId, (wanted === 'on') !== isRefused, performance.now());
  invalidateDropLists(queryClient, kind === 'like' ? dropKeys.liked() : dropKeys.bookmarks());
}

const isFollowing = (value: string): value is Following =>
  ['none', 'requested', 'followed'].includes(value);
