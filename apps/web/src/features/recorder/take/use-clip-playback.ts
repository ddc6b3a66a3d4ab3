import { useEffect, useState, useSyncExternalStore } from 'react';
import { ClipPlayback } from './clip-playback.ts';

/** The one voice that the recorder plays at a time; it falls silent when the component leaves the page. */
export function useClipPlayback() {
  const [playback] = useState(() => new ClipPlayback());
  const playing = useSyncExternalStore(playback.subscribe, playback.getPlaying);
  useEffect(() => () => playback.unload(), [playback]);
  return { playback, playing };
}
