import { quietWaveBox, quietWavePath } from './quiet-wave-path.ts';

/** The app's ornament: a waveform in the colour of the text around it. */
export function QuietWave({ className }: { className?: string }) {
  return (
    <svg viewBox={quietWaveBox} fill="none" aria-hidden="true" className={className}>
      <path d={quietWavePath} stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
