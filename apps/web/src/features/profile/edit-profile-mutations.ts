import { useMutation } from '@tanstack/react-query';
import { updateOwnProfile } from '#features/drops/update-own-profile.ts';
import type { Profile } from '#features/people/profile.ts';
import { removeAvatar } from '#features/people/avatar-upload.ts';
import { profileWriteError, requireUsername } from '#features/session/mutations.ts';
import { useApp } from '#lib/app.ts';
import { profileOptions } from './queries.ts';

export type EditableProfile = Pick<Profile, 'username' | 'bio' | 'avatarUrl'>;

interface ProfileEdit {
  username: string;
  bio: string;
  avatarUrl: string | undefined;
  /** Whether links with the former username shall lead to a new one. */
  leadsOldLinks: boolean;
  /** The profile as it was when the edit began. */
  before: EditableProfile;
}

/**
 * Saves username, bio and picture of the user's own profile, and updates every cached copy.
 *
 * @throws {UsernameTakenError} and saves nothing
 */
export function useUpdateProfile(userId: string) {
  const app = useApp();
  const { client, queryClient } = app;
  return useMutation({
    mutationFn: async ({ username, bio, avatarUrl, leadsOldLinks, before }: ProfileEdit) => {
      if (username !== before.username) await requireUsername(app, username, userId);
      const { data, error } = await client
        .from('profiles')
        .update({
          username,
          bio: bio || null,
          avatar_url: avatarUrl ?? null,
          updated_at: new Date().toISOString(),
          ...(leadsOldLinks && { leads_old_links: true }),
        })
        .eq('user_id', userId)
        .select('username, bio, avatar_url')
        .single();
      if (error) throw profileWriteError(error);
      if (before.avatarUrl !== undefined && before.avatarUrl !== (data.avatar_url ?? undefined)) {
        void removeAvatar(client, before.avatarUrl);
      }
      return data;
    },
    onSuccess: ({ username, bio, avatar_url: avatarUrl }) => {
      queryClient.setQueryData(
        profileOptions(client, userId).queryKey,
        (profile) =>
          profile && {
            ...profile,
            username: username ?? undefined,
            bio: bio ?? undefined,
            avatarUrl: avatarUrl ?? undefined,
          },
      );
      updateOwnProfile(queryClient, userId, { username, avatarUrl });
    },
  });
}
