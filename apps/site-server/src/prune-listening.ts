import type { Sql } from '@undertone/backend/database/sql.ts';

/**
 * Deletes what tells who heard what, once its time is over: plays after a minute, the salts and hashes
 * of what was counted in Hot and Trending after two days.
 * @param sql a superuser's connection
 * @returns how many rows were deleted
 */
export async function pruneListening(sql: Sql): Promise<{ rows: number }> {
  const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
    select private.prune_listening() as rows`;
  return { rows };
}
