import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { useEffect, useRef } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { WAVEFORM_NARROW_PX } from '#ui/waveform-bars.ts';
import { perceivedLevel } from './level-meter.ts';

/** Bars for RECORDING_MAX_SECONDS: half a second each, or one second on a narrow screen. */
const BARS = 120;
const BARS_NARROW = 60;

interface LiveWaveformProps {
  /** The microphone's current level, 0 to 1. */
  level: () => number;
  /** Seconds recorded so far. */
  clock: () => number;
  isRecording: boolean;
}

/** Half the height of the shortest and of the tallest bar, in hundredths of the waveform's height. */
const SHORTEST = 1;
const TALLEST = 46;

/**
 * The waveform of a recording in progress. The full width is RECORDING_MAX_SECONDS, which shows how
 * much time is left. Before a recording it is a line of dots.
 */
export function LiveWaveform({ level, clock, isRecording }: LiveWaveformProps) {
  const isNarrow = useMediaQuery(`(width < ${WAVEFORM_NARROW_PX}px)`);
  const count = isNarrow ? BARS_NARROW : BARS;
  const recorded = useRef<SVGPathElement>(null);

  useEffect(() => {
    if (!isRecording) return undefined;
    const path = recorded.current;
    /** For each bar the sum of the measured levels, and the number of measurements. */
    const sums = new Float32Array(count);
    const measurements = new Uint16Array(count);
    let frame = 0;
    const draw = () => {
      const bar = Math.min(count - 1, Math.floor((clock() / RECORDING_MAX_SECONDS) * count));
      sums[bar]! += perceivedLevel(level());
      measurements[bar]! += 1;
      const heights = Array.from(
        sums.subarray(0, bar + 1),
        (sum, at) => sum / (measurements[at] || 1),
      );
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
      <path ref={recorded} {...stroke} className="text-voice" />
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
