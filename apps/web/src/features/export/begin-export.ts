import type { Json } from '@undertone/database-types/database';
import { IdentityNeededError } from '#features/settings/security-mutations.ts';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Begins an export at the server, which mails the person that it was made.
 *
 * @returns what no table of the API has of the account
 * @throws {IdentityNeededError} when the person has to authenticate again
 */
export async function beginExport(client: SupabaseClient): Promise<Json> {
  const { data, error } = await client.rpc('begin_export');
  if (!error) return data;
  if (errorCode(error) === 'PT403') {
    throw new IdentityNeededError(errorMessage(error), { cause: error });
  }
  throw error;
}
