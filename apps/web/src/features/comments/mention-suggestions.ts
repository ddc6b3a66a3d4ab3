import { queryOptions } from '@tanstack/react-query';
import { usernameHandle } from '@undertone/domain/username';
import { personFromRow, type Person } from '#features/people/person.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { commentKeys } from './queries.ts';

/** How many people are suggested for a mention. */
const MENTION_SUGGESTIONS = 5;

/**
 * A few people whose usernames have a prefix, for mentions. Private accounts are excluded, and so are
 * people whom the viewer has blocked: their profiles stay readable, but the inner join on
 * `profile_counts`, which does not, removes them.
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
