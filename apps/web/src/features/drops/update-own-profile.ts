import type { QueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '#features/people/invalidate-people.ts';
import { sessionKeys, type OwnProfile } from '#features/session/queries.ts';
import { dropStore } from './drop-cache.ts';

/** The changed fields of the viewer's profile. */
interface OwnChange extends Partial<Omit<OwnProfile, 'userId'>> {
  username: string | null;
  avatarUrl: string | null;
  allowsDownloads?: boolean;
}

/** Shows a change of the viewer's profile in the session, on all own drops, and in lists of people. */
export function updateOwnProfile(
  queryClient: QueryClient,
  userId: string,
  change: OwnChange,
): void {
  const { allowsDownloads, ...profile } = change;
  queryClient.setQueryData<OwnProfile>(
    sessionKeys.profile(userId),
    (before) => before && { ...before, ...profile },
  );
  const changed = {
    username: change.username ?? undefined,
    avatarUrl: change.avatarUrl ?? undefined,
    ...(allowsDownloads !== undefined && { allowsDownloads }),
  };
  const store = dropStore(queryClient);
  for (const { id } of store.ofAuthor(userId)) {
    store.edit(id, 'author', (drop) => ({ ...drop, author: { ...drop.author, ...changed } }));
  }
  invalidatePeople(queryClient);
}
