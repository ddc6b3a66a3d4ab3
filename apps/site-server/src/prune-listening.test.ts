import { openSql } from '@undertone/backend/database/sql.ts';
import { startBackend } from '@undertone/test-support/backend';
import { expect, it } from 'vitest';

/** The age in days of each stored salt, the latest first. */
const saltDays = async (databaseUrl: string) => {
  const sql = openSql(databaseUrl, 1, { name: 'test' });
  const rows = await sql<{ ago: number }[]>`
    select private.ranking_day() - day as ago from private.ranking_salts order by day desc`;
  await sql.end();
  return rows.map(({ ago }) => ago);
};

it('a start deletes the salts of days before yesterday', async () => {
  const before = await startBackend();
  const sql = openSql(before.databaseUrl, 1, { name: 'test' });
  await sql`
    insert into private.ranking_salts (day)
    select private.ranking_day() - ago from unnest(array[1, 2, 30]) as ago`;
  await sql.end();
  await before.stop({ keepData: true });
  const after = await startBackend({ dataDir: before.dataDir });
  await expect.poll(() => saltDays(after.databaseUrl)).toEqual([1]);
  await after.stop();
});
