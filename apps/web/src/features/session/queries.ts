import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#lib/supabase.ts';
import { providersOf, type ThirdParty } from './providers.ts';

export const sessionKeys = {
  all: ['session'] as const,
  profile: (userId: string) => [...sessionKeys.all, 'profile', userId] as const,
  factors: (userId: string) => [...sessionKeys.all, 'factors', userId] as const,
  providers: () => [...sessionKeys.all, 'providers'] as const,
  usernameAvailable: (username: string) => [...sessionKeys.all, 'username', username] as const,
};

/** The signed-in person as the rest of the app shows them. */
export interface OwnProfile {
  userId: string;
  username: string | null;
  avatarUrl: string | null;
}

/** The profile row of the signed-in person. */
export function ownProfileOptions(userId: string) {
  return queryOptions({
    queryKey: sessionKeys.profile(userId),
    queryFn: async ({ signal }): Promise<OwnProfile> => {
      const { data } = await supabase
        .from('profiles')
        .select('user_id, username, avatar_url')
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return { userId: data.user_id, username: data.username, avatarUrl: data.avatar_url };
    },
    staleTime: 5 * 60_000,
  });
}

/**
 * Whether a username may be taken by someone who signs up. Never from the
 * cache: it may be taken at any moment.
 */
export function usernameAvailableOptions(username: string) {
  return queryOptions({
    queryKey: sessionKeys.usernameAvailable(username),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await supabase
        .rpc('check_username_available', { username_to_check: username })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The third parties that the server lets people sign in with. */
export function providersOptions() {
  return queryOptions({
    queryKey: sessionKeys.providers(),
    queryFn: async ({ signal }): Promise<ThirdParty[]> =>
      providersOf(await supabase.authSettings(signal)),
    staleTime: Infinity,
  });
}

/** The second factors of the signed-in account that have been shown to work. */
export function verifiedFactorsOptions(userId: string) {
  return queryOptions({
    queryKey: sessionKeys.factors(userId),
    queryFn: async (): Promise<Factor[]> => {
      const { data, error } = await (await supabase.auth()).mfa.listFactors();
      if (error) throw error;
      return data.all.filter(({ status }) => status === 'verified');
    },
  });
}
