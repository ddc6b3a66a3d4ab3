import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { SETTINGS_COLUMNS, settingsFromRow, type Settings } from './settings.ts';

export const settingsKeys = {
  all: ['settings'] as const,
  own: (userId: string) => [...settingsKeys.all, userId] as const,
};

/** Reads the settings of an account from the server. */
export async function readSettings(
  client: SupabaseClient,
  userId: string,
  signal?: AbortSignal,
): Promise<Settings> {
  let query = client.from('profiles').select(SETTINGS_COLUMNS).eq('user_id', userId);
  if (signal) query = query.abortSignal(signal);
  const { data } = await query.single().throwOnError();
  return settingsFromRow(data);
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
