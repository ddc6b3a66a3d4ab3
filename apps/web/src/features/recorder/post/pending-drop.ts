import type { QueryClient } from '@tanstack/react-query';
import { detectHashtags } from '@undertone/domain/hashtag';
import { dropTitle } from '@undertone/domain/title';
import type { Drop } from '#features/drops/drop.ts';
import { insertDrops } from '#features/drops/merge-drops.ts';
import { hidePendingDrop, temporaryId } from '#features/drops/pending-drops.ts';
import { dropKeys, readDropOfAudio } from '#features/drops/queries.ts';
import { sessionKeys, type OwnProfile } from '#features/session/queries.ts';
import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import type { TakePosting } from './post-take.ts';

/** The drop that a take will become, shown until the post has ended. Its audio has no path yet. */
export function pendingDropOf(
  queryClient: QueryClient,
  { userId, take, draft }: TakePosting,
): Drop {
  const profile = queryClient.getQueryData<OwnProfile>(sessionKeys.profile(userId));
  const username = profile?.username ?? undefined;
  const avatarUrl = profile?.avatarUrl ?? undefined;
  return {
    id: temporaryId(take.id),
    title: dropTitle(draft.description, draft.filterId),
    author: { userId, username, avatarUrl, allowsDownloads: false },
    audioPath: '',
    duration: take.clip.duration,
    filter: draft.filterId,
    hashtags: detectHashtags(draft.description),
    privacyLevel: draft.privacy,
    waveform: take.clip.peaks,
    likeCount: 0,
    commentCount: 0,
    playCount: 0,
    isLiked: false,
    isBookmarked: false,
    createdAt: new Date().toISOString(),
  };
}

/** Replaces the pending drop in its lists with the posted one. */
export async function replacePendingDrop(app: App, pending: Drop, path: string): Promise<void> {
  const { client, queryClient } = app;
  const { userId } = pending.author;
  void queryClient.invalidateQueries({ queryKey: dropKeys.count(userId) });
  try {
    const drop = await readDropOfAudio(client, path);
    if (drop) insertDrops(app, [drop]);
  } catch (cause) {
    logFailure('The posted drop could not be read.', cause);
    void queryClient.invalidateQueries({ queryKey: dropKeys.lists() });
  }
  hidePendingDrop(queryClient, pending.id);
}
