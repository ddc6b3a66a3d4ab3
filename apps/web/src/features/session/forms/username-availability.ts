import { USERNAME_MIN_LENGTH } from '@undertone/domain/limits';
import { usernameSchema } from '@undertone/domain/username';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import { useClient } from '#lib/app.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Whether a username is available. The result is never cached, because another user may take the name at
 * any moment.
 *
 * @param userId the calling account, whose own name counts as available; undefined at sign-up
 */
export function usernameAvailableOptions(
  client: SupabaseClient,
  username: string,
  userId?: string,
) {
  return queryOptions({
    queryKey: sessionKeys.usernameAvailable(username, userId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .rpc('check_username_available', {
          username_to_check: username,
          ...(userId !== undefined && { current_user_id: userId }),
        })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export type UsernameAvailability =
  | { state: 'idle' }
  | { state: 'too-short' }
  | { state: 'checking' }
  | { state: 'available' }
  /** The name belongs to another user, or is invalid for the given reason. */
  | { state: 'taken'; reason: string };

/** Time after the last keystroke before a username is checked, in milliseconds. */
const CHECK_DELAY_MS = 500;

const TAKEN = 'This username is already taken';

interface AvailabilityOptions {
  /** The user who is editing their username. Their current name is not checked. */
  own?: { userId: string; username: string | undefined } | undefined;
  /** The message for a name that another user has. */
  taken?: string;
}

/**
 * Whether the username in a field is available, debounced. A name whose check failed counts as taken.
 */
export function useUsernameAvailability(
  input: string,
  { own, taken = TAKEN }: AvailabilityOptions = {},
): UsernameAvailability {
  const client = useClient();
  const username = input.trim();
  const debounced = useDebounced(username, CHECK_DELAY_MS);
  const result = usernameSchema.safeParse(username);
  const isOwn = own !== undefined && username === own.username;
  const shouldCheck = result.success && debounced === username && !isOwn;

  const { data, isError } = useQuery({
    ...usernameAvailableOptions(client, debounced, own?.userId),
    ...(!shouldCheck && { queryFn: skipToken }),
  });

  if (username === '' || isOwn) return { state: 'idle' };
  if (username.length < USERNAME_MIN_LENGTH) return { state: 'too-short' };
  if (!result.success) {
    return { state: 'taken', reason: result.error.issues[0]?.message ?? taken };
  }
  if (!shouldCheck) return { state: 'checking' };
  if (isError || data === false) return { state: 'taken', reason: taken };
  return { state: data === undefined ? 'checking' : 'available' };
}
