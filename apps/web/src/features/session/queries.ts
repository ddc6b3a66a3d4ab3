import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Theme } from '#lib/theme.ts';

export const sessionKeys = {
  all: ['session'] as const,
  profile: (userId: string) => [...sessionKeys.all, 'profile', userId] as const,
  factors: (userId: string) => [...sessionKeys.all, 'factors', userId] as const,
  recovery: () => [...sessionKeys.all, 'recovery'] as const,
  providers: () => [...sessionKeys.all, 'providers'] as const,
  usernameAvailable: (username: string, userId: string | undefined) =>
    [...sessionKeys.all, 'username', username, userId] as const,
};

/** The parts of the signed-in user's profile that every page needs. */
export interface OwnProfile {
  userId: string;
  username: string | null;
  avatarUrl: string | null;
  theme: Theme;
  /** Whether the player plays the next drop when one ends. */
  autoplay: boolean;
}

/** The theme that a profile sets: `system` until the user chose dark or light. */
export function themeOf(profile: { dark_mode: boolean; dark_mode_chosen: boolean }): Theme {
  if (profile.dark_mode) return 'dark';
  return profile.dark_mode_chosen ? 'light' : 'system';
}

/** The profile of the signed-in user. */
export function ownProfileOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: sessionKeys.profile(userId),
    queryFn: async ({ signal }): Promise<OwnProfile> => {
      const { data } = await client
        .from('profiles')
        .select('user_id, username, avatar_url, dark_mode, dark_mode_chosen, autoplay')
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return {
        userId: data.user_id,
        username: data.username,
        avatarUrl: data.avatar_url,
        theme: themeOf(data),
        autoplay: data.autoplay,
      };
    },
    staleTime: 5 * 60_000,
  });
}
