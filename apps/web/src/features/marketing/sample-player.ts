import { useEffect, useRef, useState } from 'react';

interface SamplePlayer {
  /** Id of the playing clip. */
  playing: string | undefined;
  /** The played share of that clip, 0 to 1. */
  progress: number;
  /** Plays a clip from its start, or stops it; stops any other clip. */
  toggle: (id: string) => void;
}

/** Plays the landing page's clips, whose files are fetched when first played. */
export function useSamplePlayer(
  urlOf: (id: string) => string,
  onFailure: (cause: unknown) => void,
) {
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
    const element = new Audio(urlOf(id));
    element.addEventListener('ended', () => {
      if (audio.current === element) stop();
    });
    audio.current = element;
    setPlaying(id);
    element.play().catch((cause: unknown) => {
      // A clip that was stopped before it started has not failed.
      if (
        audio.current !== element ||
        (cause instanceof DOMException && cause.name === 'AbortError')
      )
        return;
      stop();
      onFailure(cause);
    });
  };

  return { playing, progress, toggle } satisfies SamplePlayer;
}
