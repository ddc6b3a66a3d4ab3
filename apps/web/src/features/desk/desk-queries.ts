import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** What a person of the staff may do: an admin also changes who is staff, and the settings. */
export type DeskRole = 'moderator' | 'admin';

export const deskKeys = {
  all: ['desk'] as const,
  access: (userId: string | undefined) => [...deskKeys.all, 'access', userId ?? null] as const,
  /** Prefix of what the desk shows, which takes the second factor. */
  shown: () => [...deskKeys.all, 'shown'] as const,
  staff: () => [...deskKeys.shown(), 'staff'] as const,
  log: (filters: { person?: string; staff?: string }) =>
    [...deskKeys.shown(), 'log', filters] as const,
};

interface DeskAccess {
  /** Null for everybody who is not staff. */
  role: DeskRole | null;
  /** Whether the session has verified a second factor, without which the desk answers nothing. */
  isVerified: boolean;
}

/**
 * Whether the account is staff, and its session may use the desk.
 *
 * @param userId undefined before the second step of signing in
 */
export function deskAccessOptions(client: SupabaseClient, userId: string | undefined) {
  return queryOptions({
    queryKey: deskKeys.access(userId),
    queryFn: async ({ signal }): Promise<DeskAccess> => {
      const { data } = await client.rpc('desk_role').abortSignal(signal).throwOnError();
      const role = data === 'admin' || data === 'moderator' ? data : null;
      if (role === null) return { role, isVerified: false };
      const { mfa } = await client.auth();
      const { data: levels, error } = await mfa.getAuthenticatorAssuranceLevel();
      if (error) throw error;
      return { role, isVerified: levels.currentLevel === 'aal2' };
    },
    staleTime: 0,
  });
}
