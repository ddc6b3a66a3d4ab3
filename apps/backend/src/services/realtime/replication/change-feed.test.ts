import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openSession } from '../../../database/sql.ts';
import { startDatabase } from '../fixtures/running-realtime.ts';
import { ChangeFeed } from './change-feed.ts';

// A commit that waits for an absent standby is in the log and does not end.
const { database } = await startDatabase({
  synchronous_standby_names: 'absent',
  synchronous_commit: 'local',
});
const { admin } = database.database;

it('a change is handled once its transaction is visible to others', async () => {
  const found: number[] = [];
  const feed = new ChangeFeed({
    sql: admin,
    url: database.url,
    publication: 'supabase_realtime',
    slotPrefix: 'visible',
    resumeHold: 0,
    log: pino({ level: 'silent' }),
    handler: {
      batches: 1,
      onChanges: async (changes) => {
        for (const { record } of changes) {
          found.push((await admin`select from notes where id = ${record!.id!}`).length);
        }
      },
      onGap: () => undefined,
    },
  });
  await feed.settled;
  const settings = { synchronous_commit: 'on' };
  await using writer = await openSession(database.url, { name: 'a writer', settings });
  const writing = writer`insert into notes (id) values (1)`;
  // The feed has received the change and looks for its transaction.
  await expect
    .poll(() => admin`select from pg_stat_activity where query like ${'%pg_xact_status%'}`)
    .not.toEqual([]);
  const endWait = () =>
    admin`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(endWait).not.toEqual([]);
  await writing;
  await expect.poll(() => found).toEqual([1]);
  await feed.stop();
});
