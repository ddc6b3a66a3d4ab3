import { BUCKET } from '@undertone/domain/object-path';
import { logFailure } from './log.ts';
import type { SupabaseClient } from './supabase.ts';

/**
 * Removes files that nothing uses from the bucket. A failure is only logged: only the owner can
 * read such a file.
 *
 * @param paths paths in the bucket
 * @returns whether the files were removed
 */
export async function removeFiles(client: SupabaseClient, paths: string[]): Promise<boolean> {
  try {
    const { error } = await (await client.storage()).from(BUCKET).remove(paths);
    if (error) throw error;
    return true;
  } catch (cause) {
    logFailure(`Files could not be removed: ${paths.join(', ')}`, cause);
    return false;
  }
}
