import type { QueryClient } from '@tanstack/react-query';
import { sessionKeys, type OwnProfile } from '#features/session/queries.ts';
import { patchDrops } from './patch-drop.ts';
import { invalidatePeople } from '#features/people/invalidate-people.ts';

/** The changed fields of the viewer's profile. */
interface OwnChange extends Partial<Omit<OwnProfile, 'userId'>> {
  username: string | null;
  avatarUrl: string | null;
  allowsDownloads?: boolean;
}

/** Applies a change of the viewer's profile to the cache: the session, all own drops, and lists of people. */
export function patchOwnProfile(queryClient: QueryClient, userId: string, change: OwnChange): void {
  const { allowsDownloads, ...profile } = change;
  queryClient.setQueryData<OwnProfile>(
    sessionKeys.profile(userId),
    (before) => before && { ...before, ...profile },
  );
  const author = {
    username: change.username ?? undefined,
    avatarUrl: change.avatarUrl ?? undefined,
    ...(allowsDownloads !== undefined && { allowsDownloads }),
  };
  patchDrops(
    queryClient,
    (drop) => drop.author.userId === userId,
    (drop) => ({ ...drop, author: { ...drop.author, ...author } }),
  );
  invalidatePeople(queryClient);
}
