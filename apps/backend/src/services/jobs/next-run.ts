import { Cron } from 'croner';

/**
 * When a job runs next, in GMT.
 * @param schedule an interval such as `30 seconds`, or a cron expression that `cron.is_schedule` accepts
 * @returns null for a date that there is not, such as 30 February
 */
export function nextRun(schedule: string, after: Date): Date | null {
  const seconds = /^\s*(\d+)\s+seconds?\s*$/i.exec(schedule)?.[1];
  if (seconds !== undefined) return new Date(after.getTime() + Number(seconds) * 1000);
  // As in Vixie's cron, which pg_cron contains, `$` is the last day of a month, and a day must match both
  // its fields if one of them begins with `*`.
  const [, , dayOfMonth, , dayOfWeek] = schedule.trim().split(/\s+/);
  const expression = schedule.replace('$', 'L');
  const domAndDow = [dayOfMonth, dayOfWeek].some((field) => field?.startsWith('*'));
  return new Cron(expression, { timezone: 'UTC', domAndDow }).nextRun(after);
}
