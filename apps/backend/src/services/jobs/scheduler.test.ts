import { join } from 'node:path';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../database/sql.ts';
import { createJobs } from './service.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';

const running = await startTemporaryDatabase({
  supabaseFolder: join(import.meta.dirname, 'fixtures/supabase'),
});
afterAll(() => running.stop());
const { admin } = running.database;

const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

const open: Scheduler[] = [];
const makeScheduler = (limits: SchedulerOptions['limits'] = {}): Scheduler => {
  const scheduler = new Scheduler({ database: running, log, limits });
  open.push(scheduler);
  return scheduler;
};

let scheduler: Scheduler;

beforeEach(async () => {
  lines.length = 0;
  await admin`delete from cron.job`;
  await admin`truncate cron.job_run_details, public.runs`;
  scheduler = makeScheduler();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});

/** The times of the tests; jobs are scheduled at the first. */
const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, seconds));

/** Schedules a job as `postgres`, and has the scheduler read its schedule. */
const schedule = async (command: string, times = '30 seconds'): Promise<string> => {
  const [row] = await admin.begin(async (sql) => {
    await sql`set local role postgres`;
    return sql<{ jobid: string }[]>`select cron.schedule('a job', ${times}, ${command}) as jobid`;
  });
  await scheduler.startDue(at(0));
  return row!.jobid;
};

const runAt = async (seconds: number, by = scheduler): Promise<void> => {
  await by.startDue(at(seconds));
  await by.settle();
};

const runners = async () =>
  (await admin<{ runner: string }[]>`select runner from public.runs order by id`).map(
    ({ runner }) => runner,
  );

const details = async () => [
  ...(await admin`
    select status, return_message as message, end_time is not null as "hasEnded"
    from cron.job_run_details order by runid`),
];

const insert = 'insert into public.runs default values';

describe('a scheduled job', () => {
  it('runs at its times, as its owner, and is recorded', async () => {
    await schedule(insert);
    await runAt(29);
    expect(await runners()).toEqual([]);
    await runAt(30);
    await runAt(59);
    await runAt(60);
    expect(await runners()).toEqual(['postgres', 'postgres']);
    const run = { status: 'succeeded', message: 'INSERT 0 1', hasEnded: true };
    expect(await details()).toEqual([run, run]);
    expect(scheduler.counts).toEqual({ running: 0, succeeded: 2, failed: 0 });
  });

  it('cannot become another role than its owner', async () => {
    await schedule(`reset role; reset session authorization; ${insert}`);
    await runAt(30);
    expect(await runners()).toEqual(['postgres']);
    await schedule('set role supabase_auth_admin');
    await runAt(60);
    expect(await details()).toMatchObject([
      { status: 'succeeded' },
      { status: 'failed', message: 'ERROR:  permission denied to set role "supabase_auth_admin"' },
    ]);
  });

  it('can be a statement outside a transaction, or commit', async () => {
    await schedule('vacuum public.runs');
    await runAt(30);
    await schedule(`do 'begin ${insert}; commit; perform 1 / 0; end'`);
    await runAt(60);
    expect(await runners()).toEqual(['postgres']);
    expect(await details()).toMatchObject([
      { message: 'VACUUM' },
      { message: 'ERROR:  division by zero' },
    ]);
  });

  it('that fails is logged, counted, and runs again at its next time', async () => {
    await schedule('select 1 / 0');
    await runAt(30);
    await runAt(60);
    expect(scheduler.counts).toEqual({ running: 0, succeeded: 0, failed: 2 });
    expect(lines).toMatchObject([
      { job: 'a job', msg: 'a scheduled job failed', err: { message: 'division by zero' } },
      { job: 'a job' },
    ]);
  });

  it('never runs twice at once: what is due meanwhile runs once afterwards', async () => {
    await using holder = await openSession(running.url, { name: 'test' });
    await holder`select pg_advisory_lock(1)`;
    await schedule(`${insert}; select pg_advisory_xact_lock(1)`);
    for (const time of [30, 60, 90, 120]) await scheduler.startDue(at(time));
    expect(await details()).toHaveLength(1);
    await holder`select pg_advisory_unlock(1)`;
    await scheduler.settle();
    await runAt(121);
    await runAt(122);
    expect(await runners()).toHaveLength(2);
  });

  it('is caught up once after downtime', async () => {
    await schedule(insert, '* * * * *');
    await scheduler.stop();
    const next = makeScheduler();
    await runAt(3600, next);
    await runAt(3601, next);
    expect(await runners()).toHaveLength(1);
    await runAt(3660, next);
    expect(await runners()).toHaveLength(2);
  });

  it('does not run while it is switched off, and what it missed is not caught up', async () => {
    const id = await schedule(insert);
    const setActive = (active: boolean) =>
      admin`update cron.job set active = ${active} where jobid = ${id}`;
    await setActive(false);
    await runAt(30);
    await setActive(true);
    await runAt(60);
    expect(await runners()).toEqual([]);
    await runAt(90);
    expect(await runners()).toHaveLength(1);
  });

  it('has a time limit for its statements', async () => {
    await scheduler.stop();
    scheduler = makeScheduler({ statementTimeout: 1 });
    await schedule('select pg_sleep(60)');
    await runAt(30);
    expect(await details()).toMatchObject([
      { message: 'ERROR:  canceling statement due to statement timeout' },
    ]);
  });

  it('is cancelled when the backend stops', async () => {
    await schedule('select pg_sleep(60)');
    await scheduler.startDue(at(30));
    await expect.poll(details).toMatchObject([{ status: 'running' }]);
    await scheduler.stop();
    expect(await details()).toMatchObject([{ status: 'failed', hasEnded: true }]);
  });
});

it('of two backends with one database, one runs its jobs, and the other one takes over', async () => {
  await schedule(insert);
  const other = makeScheduler();
  await runAt(30, other);
  expect(await runners()).toEqual([]);
  await scheduler.stop();
  await runAt(30, other);
  expect(await runners()).toHaveLength(1);
});

it('a run that a killed backend left is recorded as failed', async () => {
  await admin`insert into cron.job_run_details (status) values ('running')`;
  await scheduler.startDue(at(0));
  expect(await details()).toEqual([
    { status: 'failed', message: 'server restarted', hasEnded: true },
  ]);
});

it('the service runs jobs until it is stopped, also those that migrations scheduled', async () => {
  await admin.begin(async (sql) => {
    await sql`set local role postgres`;
    await sql`select cron.schedule('1 second', ${insert})`;
  });
  const jobs = await createJobs({ database: running, log });
  await expect.poll(runners).toContain('postgres');
  await jobs.stop();
  expect(jobs.counts()).toMatchObject({ running: 0 });
});

it('the service runs nothing where the extension pg_cron is installed, which runs the jobs', async () => {
  await admin`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (1, 'pg_cron', 10, 'cron'::regnamespace, false, '1.6')`;
  const jobs = await createJobs({ database: running, log });
  expect(jobs.counts()).toEqual({});
  await jobs.stop();
  await admin`delete from pg_extension where oid = 1`;
});
