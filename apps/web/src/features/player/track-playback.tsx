import { durationLabel } from '@undertone/domain/number-labels';
import { RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { PlayIcon } from './play-icon.tsx';
import type { Playlist, Track } from './track.ts';
import { usePlayer, useTrackPosition, useTrackStatus } from './use-player.ts';

interface TrackPlaybackProps {
  track: Track;
  /** What the buttons are called by; its title by default. */
  name?: string;
  /** Draws it as high as a line of text or two. */
  compact?: boolean;
  /** Returns the playlist at the time of the press. */
  getPlaylist: () => Playlist;
}

/** A track's play button, and its waveform to seek in. */
export function TrackPlayback({
  track,
  name = track.title,
  compact,
  getPlaylist,
}: TrackPlaybackProps) {
  const player = usePlayer();
  const status = useTrackStatus(track.id);
  const position = useTrackPosition(track.id);
  // Lists render the cards near the screen.
  useEffect(() => player.addVisible(track), [player, track]);

  const playing = status === 'playing' || status === 'waiting';
  const ended = status === 'ended';

  return (
    <div data-current={position === undefined ? undefined : ''} className="flex gap-4">
      <IconButton
        label={`${playing ? 'Pause' : ended ? 'Replay' : 'Play'} ${name}`}
        // The icon is clear without a tooltip, which would cover the title.
        tooltip=""
        variant="play"
        size={compact ? 'md' : 'lg'}
        aria-busy={status === 'waiting'}
        onClick={() => player.play(track, getPlaylist())}
      >
        {ended ? <RotateCcw /> : <PlayIcon playing={playing} waiting={status === 'waiting'} />}
      </IconButton>
      <Waveform
        peaks={track.waveform}
        {...(compact && { className: 'h-11' })}
        progress={(position ?? 0) / track.duration}
        seek={{
          label: `Seek in ${name}`,
          valueText: `${durationLabel(position ?? 0)} of ${durationLabel(track.duration)}`,
          textAt: (share) => durationLabel(share * track.duration),
          onSeek: (share) => player.playFrom(share, track, getPlaylist()),
          // Only in the current card: a Tab stop on each card would be too many.
          isTabStop: position !== undefined,
        }}
      />
    </div>
  );
}
