import type { Sql } from '@undertone/backend/database/sql.ts';

/**
 * Deletes expired listening records: plays after a minute, the salts and hashes of the acts that Hot and
 * Trending have counted after two days, the hashed networks of new accounts after 14
 * days, and former usernames.
 * @param sql a superuser's connection
 * @returns the number of deleted rows
 */
export async function pruneListening(sql: Sql): Promise<{ rows: number }> {
  const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
    select private.prune_listening() as rows`;
  return { rows };
}
