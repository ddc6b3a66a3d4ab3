import { useEffect } from 'react';
import { PlayIcon } from '#features/player/play-icon.tsx';
import type { Track } from '#features/player/track.ts';
import { usePlayer, useTrackStatus } from '#features/player/use-player.ts';
import { IconButton } from '#ui/icon-button.tsx';

interface SampleButtonProps {
  track: Track;
  /** Whose or what the drop is an example of, e.g. '#rain'. */
  of: string;
}

/** Plays one drop of a person or a hashtag. */
export function SampleButton({ track, of }: SampleButtonProps) {
  const player = usePlayer();
  const status = useTrackStatus(track.id);
  const playing = status === 'playing' || status === 'waiting';
  // The URL of the audio is signed ahead, since phones only play what a press starts at once.
  useEffect(() => void player.prepare([track]), [player, track]);
  return (
    <IconButton
      label={`${playing ? 'Pause' : 'Play'} ${of}: ${track.title}`}
      tooltip=""
      variant="play"
      size="sm"
      aria-busy={status === 'waiting'}
      data-current={status === 'idle' ? undefined : ''}
      onClick={() => player.play(track, { source: `sample of ${of}`, tracks: [track] })}
    >
      <PlayIcon playing={playing} waiting={status === 'waiting'} />
    </IconButton>
  );
}
