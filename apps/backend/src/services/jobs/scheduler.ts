import type { Logger } from 'pino';
import { schedulerLock } from '../../database/advisory-locks.ts';
import { openSession, type Sql } from '../../database/sql.ts';
import type { RunningDatabase } from '../../database/start.ts';
import { defaultLimits, type JobLimits } from './limits.ts';
import { nextRun } from './next-run.ts';
import { runCommand } from './run-command.ts';

interface Job {
  readonly jobid: string;
  readonly jobname: string | null;
  readonly schedule: string;
  readonly command: string;
  readonly username: string;
}

export interface SchedulerOptions {
  readonly database: Pick<RunningDatabase, 'database' | 'url' | 'openSessionOf'>;
  readonly log: Logger;
  readonly limits?: Partial<JobLimits>;
}

/** When a schedule that has no further run is due. */
const never = 'infinity';

/**
 * Runs the jobs of `cron.job` that are due, each as its owner in a session of its own. A job never runs
 * twice at once, and what it missed meanwhile is caught up by one run. Of several backends with the same
 * database one runs its jobs.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #limits: JobLimits;
  /** Holds the scheduler's lock, if `#isLeader`. */
  #session: Sql | null = null;
  #isLeader = false;
  readonly #running = new Map<string, Promise<void>>();
  readonly #ended = { succeeded: 0, failed: 0 };

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Runs since the start, for /metrics. */
  get counts(): Readonly<Record<string, number>> {
    return { running: this.#running.size, ...this.#ended };
  }

  /**
   * Starts the jobs that are due, and does not wait for their ends.
   * @throws {ConnectionLostError} the next call connects again
   */
  async startDue(now: Date): Promise<void> {
    try {
      const sql = await this.#lead();
      if (!sql) return;
      await this.#readSchedules(sql, now);
      const jobs = await sql<Job[]>`
        select jobid, jobname, schedule, command, username from cron.job
        where active and due <= ${now} order by due, jobid`;
      for (const job of jobs) {
        if (this.#running.size >= this.#limits.running) break;
        // A job that is due again while it runs is started once it has ended.
        if (!this.#running.has(job.jobid)) await this.#start(sql, job, now);
      }
    } catch (error) {
      await this.#leave();
      throw error;
    }
  }

  /** Waits for the jobs that run now. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Cancels the running jobs, which are recorded as failed, and waits for their ends. */
  async stop(): Promise<void> {
    if (this.#isLeader && this.#running.size > 0) {
      await this.#options.database.database.admin`
        select pg_cancel_backend(job_pid) from cron.job_run_details where status = 'running'`;
    }
    await this.settle();
    await this.#leave();
  }

  /** The session that holds the scheduler's lock; null while another backend holds the lock. */
  async #lead(): Promise<Sql | null> {
    const { database } = this.#options;
    this.#session ??= await openSession(database.url, { name: 'backend-scheduler' });
    if (this.#isLeader) return this.#session;
    const [lock] = await this.#session<{ taken: boolean }[]>`
      select pg_try_advisory_lock(${schedulerLock}) as taken`;
    if (!lock?.taken) return null;
    this.#isLeader = true;
    await this.#session`
      update cron.job_run_details
      set status = 'failed', return_message = 'server restarted', end_time = now()
      where status in ('starting', 'running')`;
    return this.#session;
  }

  async #leave(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#isLeader = false;
    await session?.end();
  }

  async #readSchedules(sql: Sql, now: Date): Promise<void> {
    const changed = await sql<Pick<Job, 'jobid' | 'schedule'>[]>`
      select jobid, schedule from cron.job where active and due is null`;
    for (const { jobid, schedule } of changed) {
      await sql`
        update cron.job set due = ${nextRun(schedule, now) ?? never}
        where jobid = ${jobid} and schedule = ${schedule}`;
    }
  }

  async #start(sql: Sql, job: Job, now: Date): Promise<void> {
    const [run] = await sql<{ runid: string }[]>`
      with started as (
        update cron.job set due = ${nextRun(job.schedule, now) ?? never}
        where jobid = ${job.jobid} and schedule = ${job.schedule}
        returning *
      )
      insert into cron.job_run_details (jobid, database, username, command, status, start_time)
      select jobid, database, username, command, 'starting', ${now} from started
      returning runid`;
    // It was changed or unscheduled meanwhile.
    if (!run) return;
    const running = this.#run(job, run.runid)
      .catch((err: unknown) => this.#options.log.error({ err }, 'a job’s run was not recorded'))
      .finally(() => this.#running.delete(job.jobid));
    this.#running.set(job.jobid, running);
  }

  async #run(job: Job, runid: string): Promise<void> {
    const { database, log } = this.#options;
    const { admin } = database.database;
    const { statementTimeout } = this.#limits;
    const open = () =>
      database.openSessionOf(job.username, {
        name: 'backend-job',
        settings: { statement_timeout: statementTimeout },
      });
    const { status, message, error } = await runCommand(open, job, async (pid) => {
      await admin`
        update cron.job_run_details set status = 'running', job_pid = ${pid} where runid = ${runid}`;
    });
    this.#ended[status] += 1;
    if (status === 'failed') {
      log.error({ job: job.jobname ?? job.jobid, err: error }, 'a scheduled job failed');
    }
    await admin`
      update cron.job_run_details
      set status = ${status}, return_message = ${message}, end_time = clock_timestamp()
      where runid = ${runid}`;
  }
}
