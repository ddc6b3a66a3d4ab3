import { useEffect, useRef } from 'react';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { WAVEFORM_NARROW_PX } from '#ui/waveform-bars.ts';
import { BARS_PER_SECOND, LevelBars } from './level-bars.ts';
import { liveHeight } from './level-meter.ts';

/** How many bars are shown: the last 12 seconds, or 6 on a narrow screen. */
const BARS = 12 * BARS_PER_SECOND;
const BARS_NARROW = 6 * BARS_PER_SECOND;

/** With reduced motion, the number of empty bars between the newest and the oldest one: half a second. */
const GAP = BARS_PER_SECOND / 2;

interface LiveWaveformProps {
  /** The microphone's current level, 0 to 1. */
  level: () => number;
  /** Seconds recorded so far. */
  clock: () => number;
  isRecording: boolean;
  /** The number of bars; by default 120, or 60 in a narrow window. */
  bars?: number;
}

/** Half the height of the shortest and of the tallest bar, in hundredths of the waveform's height. */
const SHORTEST = 1;
const TALLEST = 46;

/**
 * The waveform of a recording in progress. The newest bars enter at the right and scroll; with reduced
 * motion they do not move, and are overwritten from the left. Before a recording it is a line of dots.
 */
export function LiveWaveform({ level, clock, isRecording, bars }: LiveWaveformProps) {
  const isNarrow = useMediaQuery(`(width < ${WAVEFORM_NARROW_PX}px)`);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const count = bars ?? (isNarrow ? BARS_NARROW : BARS);
  const row = useRef<SVGGElement>(null);
  const recorded = useRef<SVGPathElement>(null);
  const dots = useRef<SVGPathElement>(null);

  useEffect(() => {
    const [moved, drawnBars, line] = [row.current, recorded.current, dots.current];
    if (!isRecording || !moved || !drawnBars || !line) return undefined;
    // One more than fits: the oldest bar leaves at the left while the newest enters.
    const levels = new LevelBars(count + 1);
    // The levels of what was recorded before, while the recorder was not shown, are not known.
    if (clock() > 0) levels.add(clock(), 0);
    let drawn = -1;
    let frame = 0;
    const draw = () => {
      const seconds = clock();
      levels.add(seconds, liveHeight(level()));
      const newest = levels.finished - 1;
      if (newest !== drawn) {
        drawn = newest;
        const shown = isStill ? fixedBars(levels, count) : scrollingBars(levels, count);
        drawnBars.setAttribute('d', drawBars(shown));
        line.setAttribute('d', drawBars(shown.map((each) => (each === undefined ? 0 : undefined))));
      }
      const shift = isStill ? 0 : (seconds * BARS_PER_SECOND) % 1;
      moved.setAttribute('transform', `translate(${(-2 * shift).toFixed(2)} 0)`);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
      moved.removeAttribute('transform');
      drawnBars.removeAttribute('d');
      line.setAttribute('d', lineOfDots(count));
    };
  }, [isRecording, isStill, count, level, clock]);

  return (
    <svg
      viewBox={`0 0 ${count * 2} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full"
    >
      <g ref={row}>
        <path ref={dots} d={lineOfDots(count)} {...stroke} className="text-line" />
        <path ref={recorded} {...stroke} className="text-voice" />
      </g>
    </svg>
  );
}

const stroke = {
  stroke: 'currentColor',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;

/** A bar of the row: a level from 0 to 1, or undefined where nothing is drawn. */
type Bar = number | undefined;

/** The newest bars from left to right. The last one is just outside the view. */
function scrollingBars(levels: LevelBars, count: number): Bar[] {
  const oldest = levels.finished - count - 1;
  return Array.from({ length: count + 1 }, (_, index) => levels.at(oldest + index));
}

/** The newest bars in a row that is overwritten from the left: no bar changes its position. */
function fixedBars(levels: LevelBars, count: number): Bar[] {
  const { finished } = levels;
  const next = finished % count;
  return Array.from({ length: count }, (_, index) => {
    const age = (next - 1 - index + count) % count;
    return age < count - GAP ? levels.at(finished - 1 - age) : undefined;
  });
}

function lineOfDots(count: number): string {
  return drawBars(Array.from({ length: count + 1 }, () => 0));
}

function drawBars(row: readonly Bar[]): string {
  return row
    .map((height, index) => {
      if (height === undefined) return '';
      const half = Math.max(SHORTEST, height * TALLEST);
      return `M${index * 2 + 1} ${(50 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
