import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';

/** The ring's radius and circumference in its view box. */
const RADIUS = 47.5;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * A ring that fills clockwise in RECORDING_MAX_SECONDS. With reduced motion it fills once a second.
 *
 * @param clock returns the seconds recorded so far
 * @param className how far outside the button it is, by default for a large one
 */
export function RecordingRing({
  clock,
  className = '-inset-3.5',
}: {
  clock: () => number;
  className?: string;
}) {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const filled = useRef<SVGCircleElement>(null);

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const seconds = isStill ? Math.floor(clock()) : clock();
      const left = 1 - Math.min(1, seconds / RECORDING_MAX_SECONDS);
      filled.current?.setAttribute('stroke-dashoffset', (AROUND * left).toFixed(2));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [clock, isStill]);

  return (
    <svg
      viewBox="0 0 100 100"
      fill="none"
      strokeWidth="3.5"
      aria-hidden="true"
      className={clsx('absolute -rotate-90', className)}
    >
      <circle cx="50" cy="50" r={RADIUS} stroke="currentColor" className="text-line" />
      <circle
        ref={filled}
        cx="50"
        cy="50"
        r={RADIUS}
        stroke="currentColor"
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND}
        className="text-voice"
      />
    </svg>
  );
}
