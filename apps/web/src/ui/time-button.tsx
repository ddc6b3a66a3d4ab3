import { clsx } from 'clsx';
import { useState } from 'react';
import { exactMoment } from './exact-moment.ts';
import { RelativeTime, type RelativeTimeProps } from './relative-time.tsx';

interface TimeButtonProps extends RelativeTimeProps {
  id?: string;
  /** -1 where the exact time is also the tooltip of a link that the time describes. */
  tabIndex?: -1;
}

/** A `RelativeTime` that becomes the exact time by a press, for touch and keyboard. Not for use inside a link. */
export function TimeButton({ id, tabIndex, className, ...time }: TimeButtonProps) {
  const [isExact, setExact] = useState(false);
  return (
    <button
      type="button"
      id={id}
      tabIndex={tabIndex}
      onClick={() => setExact(!isExact)}
      // The padding makes a target of 24 px of a line of small text.
      className={clsx(className, '-my-0.5 rounded-sm py-0.5 text-left hover:underline')}
    >
      {isExact ? (
        <time dateTime={time.moment}>{exactMoment(time.moment)}</time>
      ) : (
        <RelativeTime {...time} />
      )}
    </button>
  );
}
