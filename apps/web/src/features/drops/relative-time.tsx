import { cardTime, relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is looked at again, in milliseconds. */
const TICK = 30_000;

// Made once: making one takes longer than drawing the rest of a label.
const exactMoment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

interface RelativeTimeProps {
  moment: string;
  /** However long ago it was, the time passed since, and 'ago'. */
  ago?: boolean;
  className?: string;
}

/** When a drop was posted: the time passed since or, after a week, the date; the exact moment as a tooltip. */
export function RelativeTime({ moment, ago = false, className }: RelativeTimeProps) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const date = new Date(moment);
  return (
    <time dateTime={moment} data-tooltip={exactMoment.format(date)} className={className}>
      {ago ? relativeTimeAgo(date, now) : cardTime(date, now)}
    </time>
  );
}
