import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import {
  WAVEFORM_BARS,
  WAVEFORM_BARS_NARROW,
  WAVEFORM_NARROW_PX,
  waveformBars,
} from './waveform-bars.ts';

interface WaveformProps {
  /** Magnitudes from 0 up on any scale; they are fitted to the bars that are drawn. */
  peaks: readonly number[];
  /** Played share of the clip, 0 to 1. */
  progress?: number;
  /** Makes it a slider, and says where to go: a share of the clip, 0 to 1. */
  seek?: {
    /** Its accessible name, e.g. 'Seek in Morning thoughts'. */
    label: string;
    /** The position in words, e.g. '0:12 of 0:58'. */
    valueText?: string;
    onSeek: (progress: number) => void;
  };
  /** How many bars, where the width of the window says nothing about the room there is. */
  bars?: number;
  /** Its height, and what else. */
  className?: string;
}

/**
 * A clip as bars, 60 of them or 40 on a narrow screen, the played part in the
 * voice's orange. With `seek` a slider for pointer and keyboard lies over it.
 */
export function Waveform(props: WaveformProps) {
  const { peaks, progress = 0, seek, bars, className = 'h-14' } = props;
  const narrow = useMediaQuery(`(width < ${WAVEFORM_NARROW_PX}px)`);
  const count = bars ?? (narrow ? WAVEFORM_BARS_NARROW : WAVEFORM_BARS);
  const path = useMemo(() => drawBars(waveformBars(peaks, count)), [peaks, count]);
  const played = Math.min(1, Math.max(0, progress));

  return (
    <div
      className={clsx(
        'relative w-full rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink',
        className,
      )}
    >
      <Bars path={path} count={count} className="text-line-strong" />
      <Bars
        path={path}
        count={count}
        className="absolute inset-0 text-voice"
        clip={`inset(0 ${(1 - played) * 100}% 0 0)`}
      />
      {seek && (
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={Math.round(played * 100)}
          aria-label={seek.label}
          aria-valuetext={seek.valueText}
          onChange={(event) => seek.onSeek(event.currentTarget.valueAsNumber / 100)}
          className="scrubber absolute inset-0 size-full touch-pan-y opacity-0"
        />
      )}
    </div>
  );
}

function Bars(props: { path: string; count: number; className: string; clip?: string }) {
  const { path, count, className, clip } = props;
  return (
    <svg
      viewBox={`0 0 ${count * 2} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={clsx('size-full', className)}
      style={clip === undefined ? undefined : { clipPath: clip }}
    >
      <path
        d={path}
        stroke="currentColor"
        strokeWidth="3"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** One vertical stroke a bar, centred, in a box two units wide a bar and 100 high. */
function drawBars(heights: readonly number[]): string {
  return heights
    .map((height, bar) => {
      const half = Math.max(1, height * 46);
      return `M${bar * 2 + 1} ${(50 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
