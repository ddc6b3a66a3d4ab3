import type { QueryClient } from '@tanstack/react-query';
import { detectHashtags } from '@undertone/domain/hashtag';
import { dropTitle } from '@undertone/domain/drop-title';
import { temporaryId } from '#features/drops/show-pending-drop.ts';
import type { PendingDrop } from '#features/drops/pending-drops.ts';
import { sessionKeys, type OwnProfile } from '#features/session/queries.ts';
import type { DropDraft } from '#features/recorder/drop-draft.ts';

/** The parts of a take that its pending drop shows. */
interface TakeToShow {
  id: string;
  draft: DropDraft;
  /** Length of the recording in seconds. */
  duration: number;
  peaks: number[];
}

/** The drop to show until a take has been posted. Its audio has no path yet. */
export function pendingDropOf(
  queryClient: QueryClient,
  userId: string,
  { id, draft, duration, peaks }: TakeToShow,
): PendingDrop {
  const profile = queryClient.getQueryData<OwnProfile>(sessionKeys.profile(userId));
  const username = profile?.username ?? undefined;
  const avatarUrl = profile?.avatarUrl ?? undefined;
  return {
    id: temporaryId(id),
    title: dropTitle(draft.description, draft.filterId),
    author: { userId, username, avatarUrl, allowsDownloads: false },
    audioPath: '',
    duration,
    filter: draft.filterId,
    hashtags: detectHashtags(draft.description),
    privacyLevel: draft.privacy,
    waveform: peaks,
    likeCount: 0,
    commentCount: 0,
    playCount: 0,
    isLiked: false,
    isBookmarked: false,
    isMuted: false,
    isSensitive: draft.isSensitive,
    allowsVoiceReplies: true,
    editedAt: null,
    createdAt: new Date().toISOString(),
    post: { state: 'posting' },
  };
}
