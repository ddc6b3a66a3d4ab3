import { clsx } from 'clsx';
import type { RecorderState } from './recorder-state.ts';
import { announcement, isTrouble, noticeLine, statusLine } from './words.ts';

/** Says what the recorder is doing, and what went wrong. */
export function RecorderStatus({ state }: { state: RecorderState }) {
  const { phase, seconds, notice } = state;
  return (
    <div className="mt-6 text-center">
      <p className="text-ink-soft tabular-nums">{statusLine(phase, seconds)}</p>
      {/* The line above changes each second: too often to be read aloud. */}
      <output className="sr-only">{announcement(phase, seconds)}</output>
      <p
        role={notice && isTrouble(notice) ? 'alert' : 'status'}
        className={clsx(
          'mx-auto mt-2 max-w-md text-sm empty:hidden',
          notice && isTrouble(notice) ? 'text-danger' : 'text-ink-soft',
        )}
      >
        {notice && noticeLine(notice)}
      </p>
    </div>
  );
}
