import { cardTime, relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is looked at again, in milliseconds. */
const TICK = 30_000;

let exactFormat: Intl.DateTimeFormat | undefined;

/** Made when first asked for, and once: making one takes longer than drawing a card. */
function exactMoment(date: Date): string {
  exactFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return exactFormat.format(date);
}

interface RelativeTimeProps {
  moment: string;
  /** However long ago it was, the time passed since, and 'ago'. */
  ago?: boolean;
  className?: string;
}

/** When something was posted: the time passed since or, after a week, the date; the exact moment as a tooltip. */
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
