import { join } from 'node:path';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, type Sql } from '../../database/sql.ts';

const running = await startTemporaryDatabase({
  supabaseFolder: join(import.meta.dirname, 'fixtures/supabase'),
});
let sql: Sql;
beforeAll(async () => {
  sql = await running.openSessionOf('postgres', { name: 'test' });
});
afterAll(async () => {
  await sql.end();
  await running.stop();
});

describe('cron.schedule', () => {
  it.each([
    '* * * * *',
    '*/5 0-23/2 1,15 JAN-mar sun',
    '0 12 $ * *',
    '0 0 * * 7',
    '0 0 * * sun-tue,fri-sun',
    ' 30 sEcOnDs ',
    '1 second',
    '@hourly',
  ])('accepts %s', async (schedule) => {
    await expect(sql`select cron.schedule('a job', ${schedule}, '')`).resolves.toBeDefined();
  });

  // Of pg_cron's own tests (sql/pg_cron-test.sql), except @reboot.
  it.each([
    '* * * *',
    '* * * * * *',
    '5 secondc',
    '50 seconds c',
    '*/0 10 * * *',
    '-1 * * * *',
    '*/-1 10 * * *',
    '*/60 10 * * *',
    '1/20 * * * *',
    '30-20 * * * *',
    '* * * 13 *',
    '* * * 0 *',
    '* * * * 8',
    '* * L * *',
    '*/5000000000 10 * * *',
    '-1 seconds',
    '0 seconds',
    '60 seconds',
    '10000000000 seconds',
    '@restar',
    '@reboot',
    '',
  ])('rejects "%s"', async (schedule) => {
    await expect(sql`select cron.schedule(${schedule}, '')`).rejects.toMatchObject({
      code: '22023',
      message: `invalid schedule: ${schedule}`,
    });
  });

  it('changes the job of that name, and keeps its id', async () => {
    const schedule = (times: string, command: string) => sql`
      select cron.schedule('changed', ${times}, ${command}) as id`;
    const [[first], [second]] = [await schedule('@daily', 'a'), await schedule('1 second', 'b')];
    expect(second).toEqual(first);
    expect([
      ...(await sql`
        select schedule, command, username, active from cron.job where jobname = 'changed'`),
    ]).toEqual([{ schedule: '1 second', command: 'b', username: 'postgres', active: true }]);
  });
});

it('cron.alter_job changes and switches off a job', async () => {
  const [job] = await sql<{ id: string }[]>`select cron.schedule('altered', '@daily', 'a') as id`;
  await sql`select cron.alter_job(${job!.id}, command := 'b', active := false)`;
  const rows = await sql`
    select schedule, command, active from cron.job where jobname = 'altered'`;
  expect([...rows]).toEqual([{ schedule: '@daily', command: 'b', active: false }]);
});

it('cron.unschedule deletes a job by its name or id, and fails for others', async () => {
  const [job] = await sql<{ id: string }[]>`select cron.schedule('@daily', 'a') as id`;
  await sql`select cron.schedule('named', '@daily', 'a')`;
  await expect(sql`select cron.unschedule('named')`).resolves.toEqual([{ unschedule: true }]);
  await expect(sql`select cron.unschedule(${job!.id}::bigint)`).resolves.toHaveLength(1);
  await expect(sql`select cron.unschedule('named')`).rejects.toThrow(
    "could not find valid entry for job 'named'",
  );
  await expect(sql`select cron.unschedule(${job!.id}::bigint)`).rejects.toThrow(
    `could not find valid entry for job ${job!.id}`,
  );
});

it('the jobs of a superuser can be neither changed nor imitated by postgres', async () => {
  await using superuser = await openSession(running.url, { name: 'test' });
  const [job] = await superuser<{ id: string }[]>`
    select cron.schedule('theirs', '@daily', 'select 1') as id`;
  const id = job!.id;
  await expect(sql`update cron.job set command = 'x' where jobid = ${id}`).rejects.toThrow(
    "you don't own it",
  );
  await expect(sql`delete from cron.job where jobid = ${id}`).rejects.toThrow("you don't own it");
  await expect(sql`select cron.alter_job(${id}, command := 'x')`).rejects.toThrow(
    "you don't own it",
  );
  await expect(
    sql`insert into cron.job (schedule, command, username) values ('@daily', 'x', 'admin')`,
  ).rejects.toThrow('permission denied');
});
