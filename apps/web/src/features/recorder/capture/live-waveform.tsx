import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { useEffect, useRef } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { WAVEFORM_NARROW_PX } from '#ui/waveform-bars.ts';
import { loudness } from './loudness.ts';

/** Bars of the longest recording: each is half a second, or a whole one on a narrow screen. */
const BARS = 120;
const BARS_NARROW = 60;

interface LiveWaveformProps {
  /** How loud it is just now, 0 to 1. */
  level: () => number;
  /** Seconds recorded. */
  clock: () => number;
  isRecording: boolean;
}

/** Half of the shortest bar and of the tallest, in hundredths of the height. */
const SHORTEST = 1;
const TALLEST = 46;

/**
 * The take as it grows: the whole width is the longest recording, so that one
 * sees how much room is left. While nothing is recorded it is a line of dots.
 */
export function LiveWaveform({ level, clock, isRecording }: LiveWaveformProps) {
  const isNarrow = useMediaQuery(`(width < ${WAVEFORM_NARROW_PX}px)`);
  const count = isNarrow ? BARS_NARROW : BARS;
  const spoken = useRef<SVGPathElement>(null);

  useEffect(() => {
    if (!isRecording) return undefined;
    const path = spoken.current;
    /** Loudness summed up over each bar's time, and how often it was looked at. */
    const sums = new Float32Array(count);
    const looks = new Uint16Array(count);
    let frame = 0;
    const draw = () => {
      const bar = Math.min(count - 1, Math.floor((clock() / RECORDING_MAX_SECONDS) * count));
      sums[bar]! += loudness(level());
      looks[bar]! += 1;
      const heights = Array.from(sums.subarray(0, bar + 1), (sum, at) => sum / (looks[at] || 1));
      path?.setAttribute('d', drawBars(heights));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      path?.removeAttribute('d');
    };
  }, [isRecording, count, level, clock]);

  return (
    <svg
      viewBox={`0 0 ${count * 2} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full"
    >
      <path
        d={drawBars(Array.from({ length: count }, () => 0))}
        {...stroke}
        className="text-line"
      />
      <path ref={spoken} {...stroke} className="text-voice" />
    </svg>
  );
}

const stroke = {
  stroke: 'currentColor',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;

function drawBars(heights: readonly number[]): string {
  return heights
    .map((height, bar) => {
      const half = Math.max(SHORTEST, height * TALLEST);
      return `M${bar * 2 + 1} ${(50 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
