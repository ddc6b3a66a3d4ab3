import { queryOptions } from '@tanstack/react-query';
import { sessionKeys } from '#features/session/queries.ts';
import { functionRefusal } from '#lib/function-refusal.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** How far the recovery of the account's second factor is. */
interface RecoveryState {
  /** The number of recovery codes left; null until the second factor was given. */
  codes: number | null;
  /** When the factor was removed since it was lost; null once there are recovery codes again. */
  recoveredAt: string | null;
  /** From when staff may remove the lost factor; null without a request. */
  decidedFrom: string | null;
}

export function recoveryOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: sessionKeys.recovery(),
    queryFn: async ({ signal }): Promise<RecoveryState> => {
      const { data } = await client
        .rpc('recovery_state')
        .abortSignal(signal)
        .single()
        .throwOnError();
      const { codes, recovered_at: recoveredAt, decided_from: decidedFrom } = data;
      return { codes, recoveredAt, decidedFrom };
    },
    staleTime: 0,
  });
}

/** The server requires the password again. */
export class PasswordNeededError extends Error {
  override name = 'PasswordNeededError';
  override message = 'Your password once more, please.';
}

/**
 * Uses a recovery code, which removes the account's second factors.
 *
 * @throws {PasswordNeededError}
 */
export async function recoverFactor(client: SupabaseClient, code: string): Promise<void> {
  const functions = await client.functions();
  const { error } = await functions.invoke('recover-factor', { body: { code } });
  if (!error) return;
  const general = 'No answer came. Please check your connection and try again.';
  const { code: reason, message } = await functionRefusal(error, general);
  if (reason === 'reauthentication_needed') {
    throw new PasswordNeededError(undefined, { cause: error });
  }
  throw new Error(message, { cause: error });
}

/**
 * Asks staff to remove the second factor.
 *
 * @param words for them
 * @throws {PasswordNeededError}
 */
export async function requestFactorRemoval(client: SupabaseClient, words: string): Promise<void> {
  const { error } = await client.rpc('request_factor_removal', { words });
  if (error?.code === 'PT403') throw new PasswordNeededError(undefined, { cause: error });
  if (error) throw error;
}
