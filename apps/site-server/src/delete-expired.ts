import type { Sql } from '@undertone/backend/database/sql.ts';

/**
 * Deletes what the database keeps for a time only, as its function lists it.
 * @param sql a superuser's connection
 * @returns the number of deleted rows
 */
export async function deleteExpired(sql: Sql): Promise<{ rows: number }> {
  const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
    select private.delete_expired() as rows`;
  return { rows };
}
