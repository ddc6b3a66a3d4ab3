import { USERNAME_MIN_LENGTH } from '@undertone/domain/limits';
import { usernameSchema } from '@undertone/domain/username';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { usernameAvailableOptions } from './username-queries.ts';

export type UsernameAvailability =
  | { state: 'idle' }
  | { state: 'too-short' }
  | { state: 'checking' }
  | { state: 'available' }
  /** Someone has it, or it cannot be had for the reason given. */
  | { state: 'taken'; reason: string };

/** Pause after the last keystroke before a username's availability is asked for. */
const CHECK_DELAY_MS = 500;

const TAKEN = 'This username is already taken';

interface AvailabilityOptions {
  /** Who asks and has an account; their name as it is needs no check. */
  own?: { userId: string; username: string | undefined } | undefined;
  /** Words for a name that someone has. */
  taken?: string;
}

/**
 * Whether the username in a field may be had, asked a moment after the
 * last keystroke. A check that fails counts as not available.
 */
export function useUsernameAvailability(
  input: string,
  { own, taken = TAKEN }: AvailabilityOptions = {},
): UsernameAvailability {
  const client = useClient();
  const username = input.trim();
  const rested = useDebounced(username, CHECK_DELAY_MS);
  const verdict = usernameSchema.safeParse(username);
  const isOwn = own !== undefined && username === own.username;
  const asked = verdict.success && rested === username && !isOwn;

  const { data, isError } = useQuery({
    ...usernameAvailableOptions(client, rested, own?.userId),
    ...(!asked && { queryFn: skipToken }),
  });

  if (username === '' || isOwn) return { state: 'idle' };
  if (username.length < USERNAME_MIN_LENGTH) return { state: 'too-short' };
  if (!verdict.success) {
    return { state: 'taken', reason: verdict.error.issues[0]?.message ?? taken };
  }
  if (!asked) return { state: 'checking' };
  if (isError || data === false) return { state: 'taken', reason: taken };
  return { state: data === undefined ? 'checking' : 'available' };
}
