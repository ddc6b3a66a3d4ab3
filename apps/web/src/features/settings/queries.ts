import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

export const securityKeys = {
  all: ['security'] as const,
  account: () => [...securityKeys.all, 'account'] as const,
  sessions: () => [...securityKeys.all, 'sessions'] as const,
};

/** How the signed-in account is got into, as the server knows it now. */
export interface Account {
  email: string | undefined;
  /** The address that it is to have once both mailboxes have agreed. */
  newEmail: string | undefined;
  /** Without one it was made by a third party, which lets its owner in. */
  hasPassword: boolean;
  /** The third parties that let its owner in. */
  providers: string[];
  /** Second factors that have been shown to work. */
  factors: Factor[];
}

/** The signed-in account. Read again when one comes back to the page, from a mail's link for instance. */
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

/** A device, or a browser on it, that is signed in. */
export interface DeviceSession {
  id: string;
  userAgent: string | null;
  ip: string | null;
  lastActiveAt: string;
  isCurrent: boolean;
}

/** Where the account is signed in: this device first, then the one that was last active. */
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
