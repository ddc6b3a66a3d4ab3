/** Half-heights of the bars, in units of the view box: a breath, not a shout. */
const bars = [1, 1, 2, 1, 3, 5, 3, 7, 11, 8, 13, 9, 14, 10, 6, 9, 5, 7, 3, 4, 2, 1, 2, 1, 1];

/** The app's ornament: a waveform in the colour of the text around it. */
export function QuietWave({ className }: { className?: string }) {
  return (
    <svg viewBox={`0 0 ${bars.length * 6} 30`} fill="none" aria-hidden="true" className={className}>
      <path
        d={bars.map((half, index) => `M${index * 6 + 3} ${15 - half}v${half * 2}`).join('')}
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
