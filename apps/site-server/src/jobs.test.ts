import { openSql } from '@undertone/backend/database/sql.ts';
import { startBackend } from '@undertone/test-support/backend';
import { expect, it } from 'vitest';

/** What the jobs have left: the age in days of each stored salt, the latest first, and events of the outbox. */
const leftOver = async (databaseUrl: string) => {
  const sql = openSql(databaseUrl, 1, { name: 'test' });
  const [row] = await sql`
    select array(
        select private.ranking_day() - day from private.ranking_salts order by day desc
      ) as salts,
      array(select kind from private.outbox) as events`;
  await sql.end();
  return row;
};

it('a start deletes the salts of days before yesterday, and delivers the outbox', async () => {
  const before = await startBackend();
  const sql = openSql(before.databaseUrl, 1, { name: 'test' });
  await sql`
    insert into private.ranking_salts (day)
    select private.ranking_day() - ago from unnest(array[1, 2, 30]) as ago`;
  // Of a drop that does not exist any more.
  await sql`insert into private.outbox (kind, subject) values ('drop', gen_random_uuid())`;
  await sql.end();
  await before.stop({ keepData: true });
  const after = await startBackend({ dataDir: before.dataDir });
  await expect.poll(() => leftOver(after.databaseUrl)).toEqual({ salts: [1], events: [] });
  await after.stop();
});
