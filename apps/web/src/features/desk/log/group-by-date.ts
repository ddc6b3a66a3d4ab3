import type { LoggedAct } from './log-queries.ts';

/** The acts of one date. */
interface ActsOfDate {
  /** As `Saturday, November 28, 2026`. */
  date: string;
  entries: LoggedAct[];
}

/** Groups acts, the latest first, by date in the reader's time zone. */
export function groupByDate(acts: readonly LoggedAct[]): ActsOfDate[] {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });
  const groups: ActsOfDate[] = [];
  for (const act of acts) {
    const date = format.format(new Date(act.at));
    const last = groups.at(-1);
    if (last?.date === date) last.entries.push(act);
    else groups.push({ date, entries: [act] });
  }
  return groups;
}
