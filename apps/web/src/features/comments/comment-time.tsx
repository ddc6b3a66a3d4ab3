import { relativeTimeAgo } from '@undertone/domain/relative-time';
import { useEffect, useState } from 'react';

/** How often the label is looked at again, in milliseconds. */
const TICK = 30_000;

/** How long ago something was said; the exact moment as a tooltip. */
export function CommentTime({ moment }: { moment: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK);
    return () => clearInterval(timer);
  }, []);

  const date = new Date(moment);
  const exact = date.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return (
    <time
      dateTime={moment}
      data-tooltip={exact}
      className="text-sm whitespace-nowrap text-ink-faint"
    >
      {relativeTimeAgo(date, now)}
    </time>
  );
}
