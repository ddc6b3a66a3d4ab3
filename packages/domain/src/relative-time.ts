const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days after which a drop card shows a date. */
const CARD_DATE_AFTER_DAYS = 7;

/** Written out, since Intl takes longer to initialise than a page of cards to render. */
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The elapsed time as `Ns`, `Nm`, `Nh` or `Nd`; `0s` for a time in the future. */
export function relativeTime(moment: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - moment.getTime()) / 1000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

/** `relativeTime` as notifications, comments and joined labels show it: `5m ago`. */
export function relativeTimeAgo(moment: Date, now: Date): string {
  return `${relativeTime(moment, now)} ago`;
}

/** `relativeTime` as a drop card shows it: after seven days the date, `Nov 3`, in the reader's time zone. */
export function cardTime(moment: Date, now: Date): string {
  const days = (now.getTime() - moment.getTime()) / (DAY * 1000);
  if (days <= CARD_DATE_AFTER_DAYS) return relativeTime(moment, now);
  return `${months[moment.getMonth()]} ${moment.getDate()}`;
}
