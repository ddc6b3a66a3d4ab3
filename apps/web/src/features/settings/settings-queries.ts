import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { ACCOUNT_COLUMNS, SETTINGS_COLUMNS, settingsFromRow, type Settings } from './settings.ts';

export const settingsKeys = {
  all: ['settings'] as const,
  own: (userId: string) => [...settingsKeys.all, userId] as const,
  oldLinks: (userId: string) => [...settingsKeys.own(userId), 'old links'] as const,
  mailState: (userId: string) => [...settingsKeys.own(userId), 'mail state'] as const,
};

/**
 * Whether mail can be sent to the account's address: `unconfirmed` until the link of a mail was followed, `unasked`
 * if the day's limit has kept that mail back.
 */
export function mailStateOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.mailState(userId),
    queryFn: async ({ signal }): Promise<string> =>
      (await client.rpc('mail_state').abortSignal(signal).throwOnError()).data,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** A former username with which links lead to the present one. */
export interface OldLink {
  /** In lower case. */
  username: string;
  endsAt: Date;
}

/** The former usernames with which links lead to the present one, the last to end last. */
export function oldLinksOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.oldLinks(userId),
    queryFn: async ({ signal }): Promise<OldLink[]> => {
      const { data } = await client.rpc('list_old_links').abortSignal(signal).throwOnError();
      return data.map((row) => ({ username: row.username, endsAt: new Date(row.ends_at) }));
    },
    staleTime: 0,
  });
}

/** Reads the settings of an account from the server. */
export async function readSettings(
  client: SupabaseClient,
  userId: string,
  signal?: AbortSignal,
): Promise<Settings> {
  let query = client
    .from('profiles')
    .select(`${SETTINGS_COLUMNS}, account:account_settings!inner(${ACCOUNT_COLUMNS})`)
    .eq('user_id', userId);
  if (signal) query = query.abortSignal(signal);
  const { data } = await query.single().throwOnError();
  return settingsFromRow(data, data.account);
}

/** The saved settings. Refetched when the page regains the focus, because another device may have changed them. */
export function settingsOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: settingsKeys.own(userId),
    queryFn: ({ signal }) => readSettings(client, userId, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
