import { useEffect, useRef, useState } from 'react';
import { logFailure } from '#lib/log.ts';

/**
 * Plays the landing page's clips, whose files are fetched when first played.
 *
 * @returns the id of the playing clip; its played share, 0 to 1; and a function that plays a clip from
 *   its start, or stops it, and stops any other clip
 */
export function useSamplePlayer() {
  const audio = useRef<HTMLAudioElement>(undefined);
  const [playing, setPlaying] = useState<string>();
  const [progress, setProgress] = useState(0);

  useEffect(() => () => audio.current?.pause(), []);

  useEffect(() => {
    if (playing === undefined) return undefined;
    let frame = requestAnimationFrame(function follow() {
      const { currentTime = 0, duration = NaN } = audio.current ?? {};
      setProgress(duration > 0 ? currentTime / duration : 0);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  const stop = () => {
    audio.current?.pause();
    setPlaying(undefined);
    setProgress(0);
  };

  const toggle = (id: string) => {
    const wasPlaying = playing === id;
    stop();
    if (wasPlaying) return;
    const element = new Audio(`/samples/${id}.mp3`);
    element.addEventListener('ended', () => {
      if (audio.current === element) stop();
    });
    audio.current = element;
    setPlaying(id);
    element.play().catch((cause: unknown) => {
      // A clip that was stopped before it started has not failed.
      const wasAborted = cause instanceof DOMException && cause.name === 'AbortError';
      if (audio.current !== element || wasAborted) return;
      stop();
      logFailure('A sample could not be played.', cause);
    });
  };

  return { playing, progress, toggle };
}
