import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

export const securityKeys = {
  all: ['security'] as const,
  account: () => [...securityKeys.all, 'account'] as const,
  sessions: () => [...securityKeys.all, 'sessions'] as const,
};

/** The sign-in methods of the signed-in account. */
export interface Account {
  email: string | undefined;
  /** The requested new address, until the links to both addresses were followed. */
  newEmail: string | undefined;
  /** False for an account that a sign-in provider created and that has no password yet. */
  hasPassword: boolean;
  /** Ids of the sign-in providers linked to the account. */
  providers: string[];
  /** Verified second factors. */
  factors: Factor[];
}

/** The signed-in account. Refetched when the page regains the focus, e.g. after a mail's link was followed. */
export function accountOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: securityKeys.account(),
    queryFn: async (): Promise<Account> => {
      const { data, error } = await (await client.auth()).getUser();
      if (error) throw error;
      const { email, new_email: newEmail, identities = [], factors = [] } = data.user;
      const providers = identities.map(({ provider }) => provider);
      return {
        email,
        newEmail: newEmail === '' ? undefined : newEmail,
        hasPassword: providers.includes('email') || providers.length === 0,
        providers: providers.filter((provider) => provider !== 'email'),
        factors: factors.filter(({ status }) => status === 'verified'),
      };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** A signed-in browser on some device. */
export interface DeviceSession {
  id: string;
  userAgent: string | null;
  ip: string | null;
  lastActiveAt: string;
  isCurrent: boolean;
}

/** The account's sessions: this one first, then the most recently active. */
export function sessionsOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: securityKeys.sessions(),
    queryFn: async ({ signal }): Promise<DeviceSession[]> => {
      const { data } = await client.rpc('list_sessions').abortSignal(signal).throwOnError();
      const sessions = data.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        ip: row.ip,
        lastActiveAt: row.last_active_at,
        isCurrent: row.is_current,
      }));
      return sessions.sort(
        (one, other) =>
          Number(other.isCurrent) - Number(one.isCurrent) ||
          other.lastActiveAt.localeCompare(one.lastActiveAt),
      );
    },
    staleTime: 0,
  });
}
