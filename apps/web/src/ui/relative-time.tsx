import { cardTime, relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is updated, in milliseconds. */
const TICK = 30_000;

let exactFormat: Intl.DateTimeFormat | undefined;

/** The format is created once and when it is needed: that takes longer than rendering a card. */
function exactMoment(date: Date): string {
  exactFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return exactFormat.format(date);
}

interface RelativeTimeProps {
  moment: string;
  /** Always shows the time passed, followed by 'ago'; by default a date is shown after a week. */
  ago?: boolean;
  className?: string;
}

/** A moment as the time passed since, or after a week as a date; the tooltip has the exact time. */
export function RelativeTime({ moment, ago = false, className }: RelativeTimeProps) {
  const [now, setNow] = useState(() => new Date());
  const [isApproached, setApproached] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const date = new Date(moment);
  return (
    <time
      dateTime={moment}
      data-tooltip={isApproached ? exactMoment(date) : ''}
      onPointerEnter={() => setApproached(true)}
      className={className}
    >
      {ago ? relativeTimeAgo(date, now) : cardTime(date, now)}
    </time>
  );
}
