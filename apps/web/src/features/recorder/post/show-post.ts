import type { Query, QueryClient } from '@tanstack/react-query';
import { hidePendingDrop, showPendingDrop } from '#features/drops/show-pending-drop.ts';
import type { PendingDrop } from '#features/drops/pending-drops.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import type { Drop } from '#features/drops/drop.ts';
import { readDropOfAudio } from '#features/drops/read-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { pendingDropOf } from './pending-drop.ts';
import { postTake, type TakePosting } from './post-take.ts';

export interface ShowPostOptions {
  signal: AbortSignal;
  /** Called with the share of the audio that has been sent, 0 to 1; first when the upload begins. */
  onProgress?: (share: number) => void;
}

/**
 * Posts a take, and shows a pending drop at the top of its lists until the post has ended.
 *
 * @throws {PostError}
 */
export async function showPost(
  app: App,
  posting: TakePosting,
  { signal, onProgress = () => {} }: ShowPostOptions,
): Promise<void> {
  const { queryClient } = app;
  const { take, draft, userId } = posting;
  const pending = pendingDropOf(queryClient, userId, { ...take, ...take.clip, draft });
  let audioPath = '';
  let drop: Drop | null;
  showPendingDrop(queryClient, pending);
  try {
    drop = await postTake(app, posting, {
      signal,
      onProgress,
      onClip: ({ duration, peaks }, path) => {
        audioPath = path;
        onProgress(0);
        showPendingDrop(queryClient, { ...pending, audioPath, duration, waveform: peaks });
      },
    });
  } catch (cause) {
    hidePendingDrop(queryClient, pending.id);
    throw cause;
  }
  void queryClient.invalidateQueries({ queryKey: dropKeys.count(userId) });
  // The network is back: queries that failed before are fetched again.
  void queryClient.refetchQueries({ type: 'active', predicate: isFailed });
  if (drop) {
    showPosted(queryClient, drop);
    hidePendingDrop(queryClient, pending.id);
  } else {
    // Not awaited: the pending drop is shown until the posted one has been read.
    void readPosted(app, pending, audioPath);
  }
}

const isFailed = ({ state }: Query): boolean => state.status === 'error';

function showPosted(queryClient: QueryClient, drop: Drop): void {
  dropStore(queryClient).receive([drop], performance.now(), true);
}

/** Replaces a pending drop by the posted one, whose response was lost. */
async function readPosted(app: App, pending: PendingDrop, path: string): Promise<void> {
  const { client, queryClient } = app;
  try {
    const drop = await readDropOfAudio(client, path);
    if (drop) showPosted(queryClient, drop);
  } catch (cause) {
    logFailure('The posted drop could not be read.', cause);
    void queryClient.invalidateQueries({ queryKey: dropKeys.lists() });
  }
  hidePendingDrop(queryClient, pending.id);
}
