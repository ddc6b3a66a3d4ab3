import { queryOptions } from '@tanstack/react-query';
import { usernameHandle } from '@undertone/domain/username';
import { personFromRow, type Person } from '#features/people/person.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { commentKeys } from './queries.ts';

/** How many people are suggested for a mention. */
const MENTION_SUGGESTIONS = 5;

/**
 * A few people whose usernames start with a prefix, for mentions. Private accounts and people blocked by
 * the viewer are excluded: profiles of the latter stay readable, but their `profile_counts`, which are
 * joined, do not.
 */
export function mentionableOptions(client: SupabaseClient, prefix: string) {
  const handle = usernameHandle(prefix);
  return queryOptions({
    queryKey: commentKeys.mentionable(handle),
    queryFn: async ({ signal }): Promise<Person[]> => {
      const { data } = await client
        .from('profiles')
        .select('user_id, username, avatar_url, counts:profile_counts!inner()')
        // A range, which the index serves below policies, unlike a pattern. '~' comes after every
        // character that a handle has.
        .gte('handle', handle)
        .lt('handle', `${handle}~`)
        .eq('is_private', false)
        .order('handle')
        .limit(MENTION_SUGGESTIONS)
        .abortSignal(signal)
        .throwOnError();
      return data.map((row) => personFromRow(row.user_id, row));
    },
    retry: false,
  });
}
