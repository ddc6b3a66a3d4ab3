import { runEvery } from '../../lib/run-every.ts';
import { defaultLimits } from './limits.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';

/** The scheduled jobs of a database. */
export interface Jobs {
  /** Runs since the start, for /metrics. */
  counts(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/** Runs the jobs of `cron.job`, unless the extension pg_cron is installed, which runs them itself. */
export async function createJobs(options: SchedulerOptions): Promise<Jobs> {
  const { database, log } = options;
  const [extension] = await database.database.admin`
    select from pg_extension where extname = 'pg_cron'`;
  if (extension) return { counts: () => ({}), stop: () => Promise.resolve() };

  const scheduler = new Scheduler(options);
  let isFailing = false;
  const stopSchedule = runEvery(defaultLimits.interval, log, 'scheduled jobs', async () => {
    try {
      await scheduler.startDue(new Date());
      isFailing = false;
    } catch (err) {
      // The next attempts, a second apart, are not logged.
      if (!isFailing) log.error({ err }, 'scheduled jobs cannot be read');
      isFailing = true;
    }
    return null;
  });
  return {
    counts: () => scheduler.counts,
    async stop() {
      await stopSchedule();
      await scheduler.stop();
    },
  };
}
