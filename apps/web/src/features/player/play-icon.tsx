import { Pause, Play } from 'lucide-react';
import { Spinner } from '#ui/spinner.tsx';

/** The icon of a play button: play, pause, or a spinner while audio is loading. */
export function PlayIcon({ playing, waiting }: { playing: boolean; waiting: boolean }) {
  if (playing && waiting) return <Spinner />;
  if (playing) return <Pause fill="currentColor" strokeWidth={1} />;
  // Optical centring: a triangle looks centred only when shifted to the right.
  return <Play fill="currentColor" strokeWidth={1} className="translate-x-[6%]" />;
}
