/** Half the height of each bar, in units of the viewBox. */
const BARS = [1, 1, 2, 1, 3, 5, 3, 7, 11, 8, 13, 9, 14, 10, 6, 9, 5, 7, 3, 4, 2, 1, 2, 1, 1];

/** The bars as the `d` of an SVG path. index.html has a copy for while the app loads. */
export const waveformPath = BARS.map(
  (half, index) => `M${index * 6 + 3} ${15 - half}v${half * 2}`,
).join('');

/** A decorative waveform in the colour of the surrounding text. */
export function WaveformOrnament({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 150 30" fill="none" aria-hidden="true" className={className}>
      <path d={waveformPath} stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
