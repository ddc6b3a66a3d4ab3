import { cardTime, relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is updated, in milliseconds. */
const TICK = 30_000;

export interface RelativeTimeProps {
  moment: string;
  /** Always shows the time passed, followed by 'ago'; by default a date is shown after a week. */
  ago?: boolean;
  className?: string;
}

/**
 * A moment as the time passed since, or after a week as a date. The tooltip of every `<time>` is the exact
 * time (tooltip-layer.tsx), also while a link around the time has the focus; `TimeButton` shows it on a press.
 */
export function RelativeTime({ moment, ago = false, className }: RelativeTimeProps) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const date = new Date(moment);
  return (
    <time dateTime={moment} className={className}>
      {ago ? relativeTimeAgo(date, now) : cardTime(date, now)}
    </time>
  );
}
