/** Its bars, as the `d` of an SVG path. index.html shows the same while the app loads. */
const BARS =
  'M3 14v2M9 14v2M15 13v4M21 14v2M27 12v6M33 10v10M39 12v6M45 8v14M51 4v22M57 7v16M63 2v26M69 6v18M75 1v28M81 5v20M87 9v12M93 6v18M99 10v10M105 8v14M111 12v6M117 11v8M123 13v4M129 14v2M135 13v4M141 14v2M147 14v2';

/** The app's ornament: a waveform in the colour of the text around it. */
export function WaveformOrnament({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 150 30" fill="none" aria-hidden="true" className={className}>
      <path d={BARS} stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
