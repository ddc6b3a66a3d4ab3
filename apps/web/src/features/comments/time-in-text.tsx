import type { Track } from '#features/player/track.ts';
import { usePlayer } from '#features/player/use-player.ts';

interface TimeInTextProps {
  track: Track;
  seconds: number;
  /** The time as it is written. */
  text: string;
}

/** A time in a text about a drop. A press plays the drop from there. */
export function TimeInText({ track, seconds, text }: TimeInTextProps) {
  const player = usePlayer();
  const play = () => {
    const { track: current, status } = player.getState();
    if (current?.id === track.id) {
      player.seekTo(seconds);
      if (status !== 'playing') player.resume();
    } else {
      const playlist = { source: `drop ${track.id}`, tracks: [track] };
      player.playFrom(seconds / track.duration, track, playlist);
    }
  };
  return (
    <button
      type="button"
      aria-label={`Play from ${text}`}
      onClick={play}
      className="link rounded-sm font-medium tabular-nums"
    >
      {text}
    </button>
  );
}
