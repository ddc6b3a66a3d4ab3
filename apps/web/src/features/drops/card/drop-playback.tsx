import { durationLabel } from '@undertone/domain/number-labels';
import { RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import type { Playlist } from '#features/player/track.ts';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { usePlayer, useTrackPosition, useTrackStatus } from '#features/player/use-player.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Waveform } from '#ui/waveform.tsx';
import type { Drop } from '#features/drops/drop.ts';

interface DropPlaybackProps {
  drop: Drop;
  /** Returns the playlist at the time of the press. */
  getPlaylist: () => Playlist;
}

/** A drop's play button, and its waveform to seek in. */
export function DropPlayback({ drop, getPlaylist }: DropPlaybackProps) {
  const player = usePlayer();
  const status = useTrackStatus(drop.id);
  const position = useTrackPosition(drop.id);
  // Lists render the cards near the screen.
  useEffect(() => player.addVisible(drop), [player, drop]);

  const playing = status === 'playing' || status === 'waiting';
  const ended = status === 'ended';

  return (
    <div data-current={position === undefined ? undefined : ''} className="flex gap-4">
      <IconButton
        label={`${playing ? 'Pause' : ended ? 'Replay' : 'Play'} ${drop.title}`}
        // The icon is clear without a tooltip, which would cover the title.
        tooltip=""
        variant="play"
        size="lg"
        aria-busy={status === 'waiting'}
        onClick={() => player.play(drop, getPlaylist())}
      >
        {ended ? <RotateCcw /> : <PlayIcon playing={playing} waiting={status === 'waiting'} />}
      </IconButton>
      <Waveform
        peaks={drop.waveform}
        progress={(position ?? 0) / drop.duration}
        seek={{
          label: `Seek in ${drop.title}`,
          valueText: `${durationLabel(position ?? 0)} of ${durationLabel(drop.duration)}`,
          textAt: (share) => durationLabel(share * drop.duration),
          onSeek: (share) => player.playFrom(share, drop, getPlaylist()),
          // Only in the current card: a Tab stop on each card would be too many.
          isTabStop: position !== undefined,
        }}
      />
    </div>
  );
}
