import { cardTime } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is looked at again, in milliseconds. */
const TICK = 30_000;

/** When a drop was posted: the time passed since or, after a week, the date; the exact moment as a tooltip. */
export function RelativeTime({ moment, className }: { moment: string; className?: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const date = new Date(moment);
  const exact = date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time dateTime={moment} data-tooltip={exact} className={className}>
      {cardTime(date, now)}
    </time>
  );
}
