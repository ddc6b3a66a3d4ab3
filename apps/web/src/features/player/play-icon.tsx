import { Pause, Play } from 'lucide-react';
import { Spinner } from '#ui/spinner.tsx';

/** What a play button shows: what a press does or, while audio is to arrive, that it is awaited. */
export function PlayIcon({ playing, waiting }: { playing: boolean; waiting: boolean }) {
  if (playing && waiting) return <Spinner />;
  if (playing) return <Pause fill="currentColor" strokeWidth={1} />;
  // A triangle looks centred only when it stands a little to the right.
  return <Play fill="currentColor" strokeWidth={1} className="translate-x-[6%]" />;
}
