import { waveformBars } from '@undertone/domain/waveform-bars';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { lazyPart } from './lazy-part.tsx';
import type { SeekProps } from './scrub-surface.tsx';
import { WAVEFORM_BARS, WAVEFORM_BARS_NARROW, WAVEFORM_NARROW_PX } from './waveform-bars.ts';

const ScrubSurface = lazyPart(() => import('./scrub-surface.tsx'), { preload: 'idle' });

interface WaveformProps {
  /** Magnitudes of 0 or more on any scale, of any number. */
  peaks: readonly number[];
  /** The played share of the clip, 0 to 1. */
  progress?: number;
  /** Makes the waveform a slider. */
  seek?: SeekProps;
  /** The number of bars; by default 60, or 40 in a narrow window. */
  bars?: number;
  /** Classes, which must set the height; by default `h-14`. */
  className?: string;
}

/**
 * A clip as bars, with the played part in the colour of voice. With `seek`, the bars are a slider: a
 * finger or a mouse scrubs on them, and the played part follows it before it seeks.
 */
export function Waveform(props: WaveformProps) {
  const { peaks, progress = 0, seek, bars, className = 'h-14' } = props;
  const narrow = useMediaQuery(`(width < ${WAVEFORM_NARROW_PX}px)`);
  const count = bars ?? (narrow ? WAVEFORM_BARS_NARROW : WAVEFORM_BARS);
  const path = useMemo(() => drawBars(waveformBars(peaks, count)), [peaks, count]);
  const [scrubbed, setScrubbed] = useState<number>();
  const shown = scrubbed ?? Math.min(1, Math.max(0, progress));

  return (
    <div className={clsx('relative w-full', className)}>
      <Bars path={path} count={count} className="text-line-strong" />
      <Bars
        path={path}
        count={count}
        className="absolute inset-0 text-voice"
        clip={`inset(0 ${(1 - shown) * 100}% 0 0)`}
      />
      {seek && <ScrubSurface {...seek} shown={shown} onScrub={setScrubbed} />}
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

/** The path of the bars: centred vertical strokes in a viewBox 100 units high, two units wide for each bar. */
function drawBars(heights: readonly number[]): string {
  return heights
    .map((height, bar) => {
      const half = Math.max(1, height * 46);
      return `M${bar * 2 + 1} ${(50 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
