/** Limits of scheduled jobs. */
export const defaultLimits = {
  /** How often jobs that are due are looked for, ms. */
  interval: 1000,
  /** Number of jobs that run at once; each has a session of its own. Others wait. */
  running: 5,
  /** How long a statement of a job may take, ms, as for `postgres` on hosted Supabase. A job may set another time. */
  statementTimeout: 120_000,
};

export type JobLimits = Readonly<typeof defaultLimits>;
